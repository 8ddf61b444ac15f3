import { Link } from 'react-router';
import { type NumberGame, pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Digits, Discs } from '#web/ui/discs.tsx';
import { bonusShapes } from '#web/ui/games.ts';
import { GameSymbol } from '#web/ui/icon.tsx';
import { Section } from '#web/ui/section.tsx';

export type ShownResult = {
  gameId: NumberGame;
  drawDate: string;
  lottoNumbers: number[];
  bonusNumbers: number[];
  jokerNumbers: number[];
  isFirstWon: boolean;
  prizes: number;
};

export function LatestResults({ results }: { results: readonly ShownResult[] }) {
  const { t, format, locale } = useText();
  const aside = <Link to={pathsFor(locale).results('lotto')}>{t('common.showAll')}</Link>;
  return (
    <Section title={t('home.latestResults')} aside={aside}>
      {results.length === 0 && <p>{t('empty.results')}</p>}
      <ul className="res">
        {results.map((result) => (
          <li key={result.gameId} data-game={result.gameId}>
            <div className="rh">
              <GameSymbol game={result.gameId} size="s" />
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
              <p className="jrow">
                <span>
                  <GameSymbol game="joker" size="s" /> {t('results.joker')}
                </span>
                <Digits
                  digits={result.jokerNumbers}
                  spoken={t('joker.spoken', { digits: result.jokerNumbers.join(' ') })}
                  small
                />
              </p>
            )}
            <p className="meta">
              {!result.isFirstWon && `${t('home.firstNotWon')} `}
              {t('home.prizesInAll', { count: result.prizes })}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
