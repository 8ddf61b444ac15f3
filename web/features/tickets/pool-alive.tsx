/** Rows that can still win, as threads: tall if the scores suffice, low if it is possible, else a hair. */
import type { PoolId } from '#rules/pools/games.ts';
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import * as sectionCss from '#web/ui/section.module.css';
import type { PoolPart } from './pool-part.ts';
import * as poolTicketCss from './pool-ticket.module.css';

type Props = {
  gameId: PoolId;
  pool: Pick<PoolPart, 'estimate'>;
  standing: NonNullable<PoolPart['standing']>;
  rows: number;
};

/** From more rows on a thread stands for several. */
const threadsMax = 100;

export function PoolAlive({ gameId, pool, standing, rows }: Props) {
  const { t } = useText();
  const { tiers, right, reachable, begun } = standing;
  const rightAtEnd = 13 - (begun - right);
  const estimate = estimateOf(tiers, pool.estimate);
  const best = tiers.find(({ holds }) => holds > 0)?.right;
  return (
    <section className={poolTicketCss.aside} aria-labelledby="alive-heading">
      <div className={sectionCss.head}>
        <h2 id="alive-heading">{t('pools.ticket.alive')}</h2>
      </div>
      <p className="soft">
        {t(rows > threadsMax ? 'pools.ticket.threadsOfMany' : 'pools.ticket.threads')}{' '}
        {t('pools.ticket.aliveAbout')}
      </p>
      <ol className={poolTicketCss.alive}>
        {tiers.map((tier) => (
          <li key={tier.right} className={tier.right === best ? poolTicketCss.best : undefined}>
            <b>{t('pools.right', { count: tier.right })}</b>
            <span className={poolTicketCss.aliveRows}>
              {tier.holds > 0 ? (
                <>
                  <b>{t('units.rows', { count: tier.holds })}</b> {t('pools.ticket.ifHolds')}
                </>
              ) : (
                t('pools.ticket.possible', { count: tier.alive })
              )}
            </span>
            <Threads rows={rows} alive={tier.alive} holds={tier.holds} />
          </li>
        ))}
      </ol>
      <dl className={listsCss.keyValues}>
        <Fact
          name={t(gameId === 'xg' ? 'pools.ticket.mostOpen' : 'pools.ticket.bestOpen')}
          value={rightWords(t, gameId, reachable)}
        />
        <Fact
          name={t(gameId === 'xg' ? 'pools.ticket.mostHolds' : 'pools.ticket.bestHolds')}
          value={rightWords(t, gameId, rightAtEnd)}
        />
        {estimate > 0 && <Fact name={t('pools.ticket.wouldGive')} value={money(estimate)} />}
      </dl>
      <p className="meta">{t('pools.ticket.notYours')}</p>
    </section>
  );
}

/** The ticket's estimated prize if it ended now. Each row counts in its best tier alone. */
function estimateOf(tiers: Props['standing']['tiers'], amounts: PoolPart['estimate']): number {
  return tiers.reduce((sum, { right, holds }, place) => {
    const better = tiers[place - 1]?.holds ?? 0;
    const each = amounts.find(({ correctCount }) => correctCount === right)?.amountWinner ?? 0;
    return sum + (holds - better) * each;
  }, 0);
}

/** In xg the tiers below the first depend on what all rows reach. */
function rightWords(t: ReturnType<typeof useText>['t'], gameId: PoolId, right: number): string {
  return gameId !== 'xg' && right < 10 ? t('pools.ticket.noTier') : t('pools.right', { count: right });
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
      </dd>
    </div>
  );
}

function Threads({ rows, alive, holds }: { rows: number; alive: number; holds: number }) {
  const count = Math.min(rows, threadsMax);
  const placed = (part: number) => Math.round((part * count) / rows);
  // One row of many still has a thread.
  const tall = holds > 0 ? Math.max(1, placed(holds)) : 0;
  const low = Math.max(tall, alive > 0 ? Math.max(1, placed(alive)) : 0);
  const threads = (from: number, to: number, top: number) =>
    Array.from({ length: to - from }, (_, index) => `M${(from + index) * 10} ${top}h6V26h-6z`).join('');
  return (
    <svg viewBox={`0 0 ${count * 10} 26`} preserveAspectRatio="none" aria-hidden="true">
      <path className={poolTicketCss.holds} d={threads(0, tall, 0)} />
      <path className={poolTicketCss.possible} d={threads(tall, low, 11)} />
      <path className={poolTicketCss.gone} d={threads(low, count, 20)} />
    </svg>
  );
}
