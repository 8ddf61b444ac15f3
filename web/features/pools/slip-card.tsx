/** The slip on paper beside the matches, and the bar that stands for it on narrow screens. */
import { type ReactNode, useId } from 'react';
import { money } from '#texts/number.ts';
import { Line } from '#web/shared/purchase/line.tsx';
import * as playFrameCss from '#web/shared/purchase/play-frame.module.css';
import { ReviewButton, type ReviewWay, Totals } from '#web/shared/purchase/review-way.tsx';
import * as slipCss from '#web/shared/tickets/slip.module.css';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as iconCss from '#web/ui/icon.module.css';
import * as listsCss from '#web/ui/lists.module.css';
import type { PlayProgram } from './program.ts';
import type { Quote } from './quote.ts';
import { activeRow, type Slip } from './slip.ts';
import { GoalPicks, MiniMarks, PriceLines, SlipNotes } from './slip-lines.tsx';

/** What stands in place of the review while the slip lacks something. */
export type NextStep = { label: string; act: () => void } | null;

export type WayProps = Omit<ReviewWay, 'total' | 'isSubscription'> & {
  quote: Quote;
  next: NextStep;
};

/** `children`: what the slip really costs, above the way on. */
type Props = WayProps & { slip: Slip; program: PlayProgram; closes: string; children: ReactNode };

export function SlipCard({ slip, program, closes, children, ...way }: Props) {
  const { t } = useText();
  const id = useId();
  const { quote } = way;
  const { gameId } = program;
  return (
    <aside className={`${slipCss.slip} ${playFrameCss.stick}`} data-game={gameId} aria-labelledby={id}>
      <div className={slipCss.paper}>
        <span className={iconCss.band} aria-hidden="true" />
        <div className={slipCss.inside}>
          <h2 id={id}>{t('slip.title')}</h2>
          {quote.file === null &&
            (gameId === 'xg' ? (
              <GoalPicks picks={activeRow(slip)} />
            ) : (
              <MiniMarks picks={activeRow(slip)} base={slip.base} />
            ))}
          <dl className={listsCss.keyValues}>
            <PriceLines quote={quote} program={program} />
          </dl>
          <SlipNotes quote={quote} />
        </div>
        <hr className={slipCss.tear} />
        <div className={slipCss.inside}>
          {quote.wholePrice !== null && (
            <dl className={listsCss.keyValues}>
              <Line label={t('pools.whole')} value={money(quote.wholePrice)} />
            </dl>
          )}
          <Totals total={quote.total} isSubscription={false} />
          {children}
          <Way {...way} />
          <p className="meta text-center">{closes}</p>
        </div>
      </div>
    </aside>
  );
}

/** To the review; first to what the slip lacks. */
function Way({ quote, next, ...way }: WayProps) {
  if (quote.total > 0 || next === null || way.isClosed)
    return <ReviewButton {...way} total={quote.total} isSubscription={false} />;
  return (
    <Button kind="primary" big block onClick={next.act}>
      {next.label}
    </Button>
  );
}

export function SlipBar(way: WayProps) {
  const { t } = useText();
  const { quote } = way;
  const [lacking] = quote.unfinished;
  const said =
    quote.total > 0 || lacking === undefined
      ? t('units.rows', { count: quote.rowCount })
      : t('toto.marksLeft', { count: lacking.unmarked.length });
  return (
    <div className={playFrameCss.bar}>
      <div className="wrap">
        <p>
          <span className="meta">{said}</span>
          <br />
          <b className={`money ${playFrameCss.total}`}>{money(quote.total)}</b>
        </p>
        <Way {...way} short />
      </div>
    </div>
  );
}
