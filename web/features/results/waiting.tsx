/** A draw that has no result yet: what is true of it now, and its seal once there is one. */
import { useId } from 'react';
import { Link } from 'react-router';
import { time } from '#texts/format.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { Evidence } from './evidence.tsx';
import * as resultsCss from './results.module.css';
import type { Evidence as Found, Undrawn } from './results-types.ts';

type Props = { gameId: string; draw: Undrawn; evidence: Found | null; isOnSale: boolean };

export function Waiting({ gameId, draw, evidence, isOnSale }: Props) {
  const { t, format, locale } = useText();
  const { state } = useShell();
  const id = useId();
  const on = (instant: string) => ({ date: format.onDate(instant), time: time(instant) });
  const isSold = draw.stage === 'onSale' && isOnSale && state !== 'locked';
  return (
    <>
      <section className={resultsCss.drawn} aria-labelledby={id}>
        <h2 id={id} className="first-capital">
          {format.weekdayDate(draw.drawDate)} {draw.drawDate.slice(0, 4)}
        </h2>
        {draw.movedFrom !== undefined && (
          <Notice kind="warn">
            {t('results.moved', { from: format.onDate(draw.movedFrom), ...on(draw.drawDate) })}
          </Notice>
        )}
        <Notice kind="info" icon="clock">
          {stageText(t, draw, evidence !== null, on)}
        </Notice>
        {isSold && (
          <Link className={`${buttonCss.button} ${buttonCss.secondary}`} to={pathsFor(locale).play(gameId)}>
            {t('results.playThis')}
          </Link>
        )}
      </section>
      {evidence && <Evidence evidence={evidence} result={null} />}
    </>
  );
}

type On = (instant: string) => { date: string; time: string };

function stageText(t: ReturnType<typeof useText>['t'], draw: Undrawn, hasSeal: boolean, on: On): string {
  if (hasSeal) return t('seal.awaiting');
  if (draw.stage === 'planned') return t('seal.planned', on(draw.drawDate));
  return draw.stage === 'onSale' ? t('seal.onSale', on(draw.closeDate)) : t('seal.closing');
}
