/** A ticket of a pool as its owner sees it, with its program. */
import type { ApiAnswer } from '#contract/api.ts';
import type { PoolTicket } from '#contract/games/pools.ts';
import { expandCoupon, type Coupon as Played } from '#rules/pools/coupon.ts';
import { firstPool } from '#rules/pools/estimate.ts';
import type { PoolId } from '#rules/pools/games.ts';
import { formatPicks } from '#rules/pools/panels.ts';
import { countedRights } from '#rules/pools/results.ts';
import { standingOf } from '#rules/pools/standing.ts';
import { systemIdOf, systemOfNumber } from '#rules/pools/systems.ts';
import { poolRulesOf } from '#rules/pools/versions.ts';
import { floorTo, type Isk, isk } from '#rules/values/money.ts';
import { isoWeekOf } from '#rules/values/weeks.ts';
import type { Coupon, CouponResult } from '#server/draws/coupon.ts';
import { wholeCarry } from '#server/draws/settle/prizes.ts';
import { couponOf, readCoupons } from '#server/draws/ticket.ts';
import type { Db } from '#server/platform/database.ts';
import { decodeId, encodeId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { knownOutcomes } from './known.ts';
import { resultOf } from './outcome.ts';
import { soldOf } from './people.ts';
import type { PoolKindName } from './program-id.ts';
import { type ReadProgram, readProgram, totoViewOf, xgViewOf } from './program-view.ts';
import { playedRows } from './shown-play.ts';
import type { Language } from './status-text.ts';

export type TicketParts = {
  db: Db;
  pages: Db;
  secret: string;
  /** When a draw's sale goes to a club, which share of it, and how far the money is. */
  contributionWeekOf: (
    drawId: number,
    clubId: number,
  ) => Promise<{
    year: number;
    week: number;
    basisPoints: number;
    bookedAt: Date | null;
    paidAt: Date | null;
  }>;
};
type Asked = { playerId: number; ticketId: string; locale: Language };

export async function totoTicket(parts: TicketParts, asked: Asked): Promise<ApiAnswer<'toto.ticket'>> {
  const { coupon, ...ticket } = await ticketOf(parts, 'toto', asked);
  const read = await readProgram(parts.db, coupon.drawId);
  return {
    ...ticket,
    ...standingNow(ticket.status, coupon, read),
    program: await totoViewOf(parts.db, read, asked.locale),
  };
}

export async function xgTicket(parts: TicketParts, asked: Asked): Promise<ApiAnswer<'xg.ticket'>> {
  const { coupon, ...ticket } = await ticketOf(parts, 'xg', asked);
  const read = await readProgram(parts.db, coupon.drawId);
  return {
    ...ticket,
    ...standingNow(ticket.status, coupon, read),
    program: await xgViewOf(parts.db, read, asked.locale),
  };
}

/** The only coupon of a ticket of that kind; refuses with EC_TICKET_NOT_FOUND, also for another player's. */
export async function couponIdOf(
  pages: Db,
  kind: PoolKindName,
  { playerId, ticketId }: Omit<Asked, 'locale'>,
): Promise<string> {
  const id = decodeId(ticketId) ?? refuse('EC_TICKET_NOT_FOUND');
  const [coupon] = await readCoupons(pages, playerId, id);
  const isOfKind = coupon && (kind === 'xg' ? coupon.game === 'xg' : /^toto/.test(coupon.game));
  if (!coupon || !isOfKind) return refuse('EC_TICKET_NOT_FOUND');
  return encodeId(coupon.couponId);
}

async function ticketOf(
  parts: TicketParts,
  kind: PoolKindName,
  asked: Asked,
): Promise<PoolTicket & { system: string; coupon: Coupon }> {
  const couponId = await couponIdOf(parts.pages, kind, asked);
  const ids = { ticketId: asked.ticketId, couponId };
  const { head, coupon, result } = await couponOf({ ...parts, locale: asked.locale }, asked.playerId, ids);
  const { coupons: _, stakeTotal: __, amountWinTotal: ___, promotions: ____, ...own } = head;
  return {
    ...own,
    ...{ week: isoWeekOf(coupon.plannedDate).week, coupon },
    ...{ rowCount: coupon.rowCount, system: systemIdOf(coupon.system) ?? '' },
    selections: selectionsOf(coupon),
    winnings: head.status === 'pending' ? [] : await winningsOf(parts.pages, coupon, result),
    winMax: await winMaxOf(parts.pages, coupon),
    ...(await supportOf(parts, asked.playerId, coupon, head.status === 'cancelled')),
  };
}

/** Numbers of right matches that are followed. In xg only the first is known beforehand to win. */
const followed = countedRights('totoeng');

function standingNow(
  status: PoolTicket['status'],
  coupon: Coupon,
  { program, outcome }: ReadProgram,
): Pick<PoolTicket, 'standing'> {
  const known = knownOutcomes(program, outcome);
  if (status !== 'pending' || known.now.every((place) => place === null)) return {};
  const { tiers, ...standing } = standingOf(
    { system: coupon.system, rows: playedRows(coupon) },
    known,
    followed,
  );
  return { standing: { ...standing, tiers: [...tiers] } };
}

export function selectionsOf(coupon: Coupon): PoolTicket['selections'] {
  const written = playedRows(coupon).map((picks) => formatPicks(coupon.game as PoolId, picks));
  if (systemOfNumber(coupon.system)?.type !== 'U') return { panels: written.join('|') };
  const [panels = '', panelU = ''] = written;
  return { panels, panelU };
}

/** For each tier that the ticket reached its rows there, once the program is settled. */
async function winningsOf(
  pages: Db,
  coupon: Coupon,
  result: CouponResult | null,
): Promise<PoolTicket['winnings']> {
  if (!result?.amounts) return [];
  const { rows } = await sql<{ condition: string; amount: number }>`
    SELECT condition, amount FROM draw_prizes
    WHERE draw_id = ${coupon.drawId} AND revision = 1 ORDER BY tier`.execute(pages);
  const played: Played = { system: coupon.system, rows: playedRows(coupon) };
  const reached = rightsOf(played, resultOf(coupon, result.outcome));
  return rows.flatMap(({ condition, amount }) => {
    const [correctCount, winnerCount] = [Number(condition), reached[Number(condition)] ?? 0];
    const won = { correctCount, winnerCount, amountWinner: amount, amountTotal: amount * winnerCount };
    return winnerCount > 0 ? [won] : [];
  });
}

/** How many of its rows have so many right matches. */
function rightsOf(played: Played, result: readonly number[]): number[] {
  const reached: number[] = [];
  for (const row of expandCoupon(played)) {
    const right = row.filter((outcome, match) => outcome === result[match]).length;
    reached[right] = (reached[right] ?? 0) + 1;
  }
  return reached;
}

/** The prize of a single winning row of the first tier, by current sales, rounded down. */
async function winMaxOf(pages: Db, coupon: Coupon): Promise<number> {
  const rules = poolRulesOf(coupon);
  const { stakes } = await soldOf(pages, coupon);
  return floorTo(firstPool(rules, isk(stakes), await carryInOf(pages, coupon)), rules.amountUnit);
}

async function carryInOf(pages: Db, { drawId, game }: Coupon): Promise<Isk> {
  const { rows } = await sql<{ carryIn: number | null }>`
    SELECT carry_in AS "carryIn" FROM draw_prizes
    WHERE draw_id = ${drawId} AND revision = 1 AND part = 'main' AND tier = 1`.execute(pages);
  return isk(rows[0]?.carryIn ?? (await wholeCarry(pages, game))[1] ?? 0);
}

async function supportOf(
  { pages, contributionWeekOf }: TicketParts,
  playerId: number,
  { ticketId, drawId }: Coupon,
  isCancelled: boolean,
): Promise<Pick<PoolTicket, 'supportId' | 'contribution'>> {
  const { rows } = await sql<{ club: number; clubName: string; stake: number }>`
    SELECT support_id AS club, name AS "clubName", stake
    FROM tickets JOIN clubs ON club_id = support_id
    WHERE player_id = ${playerId} AND ticket_id = ${ticketId}`.execute(pages);
  const [row] = rows;
  if (!row) return {};
  const { club, clubName, stake } = row;
  if (isCancelled) return { supportId: club };
  const { basisPoints, bookedAt, paidAt, ...week } = await contributionWeekOf(drawId, club);
  return {
    supportId: club,
    contribution: {
      ...{ club, clubName, ...week, amount: Math.floor((stake * basisPoints) / 100) / 100 },
      ...(bookedAt && { bookedAt: bookedAt.toISOString() }),
      ...(paidAt && { paidAt: paidAt.toISOString() }),
    },
  };
}
