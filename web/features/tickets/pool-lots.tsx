/** How the sign of a match was drawn: a hundred units, shared out by the chances at the release. */
import { outcomesOf, type PoolId } from '#rules/pools/games.ts';
import type { PoolMatch } from '#web/shared/pools/pool-match.ts';
import { useText } from '#web/text/text.tsx';
import * as sectionCss from '#web/ui/section.module.css';
import * as poolTicketCss from './pool-ticket.module.css';

export function PoolLots({ gameId, matches }: { gameId: PoolId; matches: readonly PoolMatch[] }) {
  return matches.map((match) =>
    match.lot && match.outcome !== null ? (
      <Lot key={match.number} gameId={gameId} match={match} lot={match.lot} outcome={match.outcome} />
    ) : null,
  );
}

type Props = {
  gameId: PoolId;
  match: PoolMatch;
  lot: NonNullable<PoolMatch['lot']>;
  outcome: number;
};

function Lot({ gameId, match: { number, home, away }, lot: { unit, chances }, outcome }: Props) {
  const { t } = useText();
  const id = `lot-${number}`;
  const names = outcomesOf(gameId);
  const result = names[outcome] ?? '';
  return (
    <section className={poolTicketCss.aside} aria-labelledby={id}>
      <div className={sectionCss.head}>
        <h2 id={id}>{t('pools.ticket.lotOf', { number })}</h2>
      </div>
      <p className="lead">{t('pools.ticket.lotWhy', { home, away })}</p>
      <div className={poolTicketCss.units}>
        <svg
          viewBox="0 0 1000 56"
          preserveAspectRatio="none"
          role="img"
          aria-label={t('pools.ticket.lotPicture', { unit, result })}
        >
          {chances.map((share, place) => {
            const from = chances.slice(0, place).reduce((sum, each) => sum + each, 0);
            const look = place === outcome ? poolTicketCss.holds : poolTicketCss.possible;
            return (
              <path key={names[place]} className={look} d={units(from, share, place === outcome ? 14 : 26)} />
            );
          })}
          <path className={poolTicketCss.lamp} d={`M${(unit - 1) * 10 - 1} 0h9V56h-9z`} />
        </svg>
        <p className={poolTicketCss.shares}>
          {chances.map((share, place) =>
            place === outcome ? (
              <b key={names[place]}>
                {names[place]} · {share}
              </b>
            ) : (
              <span key={names[place]}>
                {names[place]} · {share}
              </span>
            ),
          )}
        </p>
      </div>
      <p className="soft">
        {t('pools.ticket.lotDrawn', { unit, result })} {t('pools.ticket.lotAbout')}
      </p>
    </section>
  );
}

function units(from: number, count: number, top: number): string {
  return Array.from({ length: count }, (_, index) => `M${(from + index) * 10} ${top}h6V56h-6z`).join('');
}
