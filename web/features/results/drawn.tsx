/** The numbers that were drawn, large, and what became of the first prize; or that the draw was cancelled. */
import { useId } from 'react';
import { Link } from 'react-router';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { bonusShapes, type NumberGame } from '#web/shared/games/number-games.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import * as discsCss from '#web/ui/discs.module.css';
import { Digits, Discs } from '#web/ui/discs.tsx';
import { GameSymbol } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as resultsCss from './results.module.css';
import type { Result } from './results-types.ts';

type Props = { result: Result; gameId: NumberGame; isOnSale: boolean };

export function Drawn({ result, gameId, isOnSale }: Props) {
  const { t, format } = useText();
  const id = useId();
  return (
    <section className={resultsCss.drawn} aria-labelledby={id}>
      <h2 id={id} className="first-capital">
        {format.weekdayDate(result.drawDate)} {result.drawDate.slice(0, 4)}
      </h2>
      {result.cancelled && <Notice kind="warn">{t('results.cancelled')}</Notice>}
      {result.lottoNumbers.length > 0 && (
        <Discs
          numbers={result.lottoNumbers}
          bonus={result.bonusNumbers}
          bonusName={t(`games.${gameId}.bonusName`)}
          shape={bonusShapes[gameId]}
          size="huge"
        />
      )}
      {result.jokerNumbers.length > 0 && <Joker digits={result.jokerNumbers} />}
      {result.lottoWins[0]?.winners === 0 && (
        <Notice kind="info">
          {result.carriedOver === undefined
            ? t('results.rolled')
            : t('results.rolledAmount', { amount: money(result.carriedOver) })}
        </Notice>
      )}
      {result.sample && <Notice kind="warn">{t('results.sample')}</Notice>}
      <Links gameId={gameId} isOnSale={isOnSale} />
    </section>
  );
}

function Joker({ digits }: { digits: Result['jokerNumbers'] }) {
  const { t } = useText();
  return (
    <div className={discsCss.jokerRow}>
      <span>
        <GameSymbol game="joker" small /> {t('results.joker')}
      </span>
      <Digits digits={digits} spoken={t('joker.spoken', { digits: digits.join(' ') })} />
    </div>
  );
}

function Links({ gameId, isOnSale }: Omit<Props, 'result'>) {
  const { t, locale } = useText();
  const { state } = useShell();
  return (
    <div className={resultsCss.drawnActions}>
      <Link className={`${buttonCss.button} ${buttonCss.primary}`} to={pathsFor(locale).tickets()}>
        {t('results.checkMine')}
      </Link>
      {isOnSale && state !== 'locked' && (
        <Link className={`${buttonCss.button} ${buttonCss.secondary}`} to={pathsFor(locale).play(gameId)}>
          {t('results.playNext')}
        </Link>
      )}
    </div>
  );
}
