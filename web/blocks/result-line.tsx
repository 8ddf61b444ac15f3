/** A result in one line of a list: game, day, numbers, how many prizes. */
import { Link } from 'react-router';
import { pathsFor } from '#web/page/paths.ts';
import { bonusShapes, type NumberGame } from '#web/shared/games/number-games.ts';
import { useText } from '#web/text/text.tsx';
import * as discsCss from '#web/ui/discs.module.css';
import { Digits, Discs } from '#web/ui/discs.tsx';
import { GameSymbol } from '#web/ui/icon.tsx';
import * as resultLineCss from './result-line.module.css';

export type ShownResult = {
  gameId: NumberGame;
  drawDate: string;
  lottoNumbers: number[];
  bonusNumbers: number[];
  jokerNumbers: number[];
  /** Null while they are worked out, and where nobody wrote them down. */
  prizes: { isFirstWon: boolean; count: number } | null;
};

export function ResultLine({ result }: { result: ShownResult }) {
  const { t, format, locale } = useText();
  return (
    <li data-game={result.gameId}>
      <div className={resultLineCss.resultHead}>
        <GameSymbol game={result.gameId} small />
        <h3>
          <Link to={pathsFor(locale).results(result.gameId)}>{t(`games.${result.gameId}.name`)}</Link>
        </h3>
        <span className="meta">{format.shortDate(result.drawDate)}</span>
      </div>
      <Discs
        numbers={result.lottoNumbers}
        bonus={result.bonusNumbers}
        bonusName={t(`games.${result.gameId}.bonusName`)}
        shape={bonusShapes[result.gameId]}
      />
      {result.jokerNumbers.length > 0 && (
        <p className={discsCss.jokerRow}>
          <span>
            <GameSymbol game="joker" small /> {t('results.joker')}
          </span>
          <Digits
            digits={result.jokerNumbers}
            spoken={t('joker.spoken', { digits: result.jokerNumbers.join(' ') })}
            small
          />
        </p>
      )}
      {result.prizes && (
        <p className="meta">
          {!result.prizes.isFirstWon && `${t('home.firstNotWon')} `}
          {t('home.prizesInAll', { count: result.prizes.count })}
        </p>
      )}
    </li>
  );
}
