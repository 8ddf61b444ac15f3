/** A ticket of a football pool for its page: its matches, its rows, and how they stand. */
import type { ApiAnswer } from '#contract/api.ts';
import { type Coupon, expandCoupon } from '#rules/pools/coupon.ts';
import { type PoolId, panelsMax } from '#rules/pools/games.ts';
import { parseBaseSigns, parsePicks } from '#rules/pools/panels.ts';
import { formatPlayAddress, formatRows } from '#rules/pools/play-address.ts';
import { openSystem, systemOf } from '#rules/pools/systems.ts';
import type { Api } from '#web/api/client.ts';
import { factsOf } from '#web/shared/games/program-facts.ts';
import { type PoolMatch, type PoolRow, poolMatchOf } from '#web/shared/pools/pool-match.ts';
import type { PoolPart, SoldWeek } from './pool-part.ts';

type Answer = ApiAnswer<'toto.ticket'> | ApiAnswer<'xg.ticket'>;
type Contribution = NonNullable<Answer['contribution']>;

/** Rows that a page lists; the rest is in the file of all rows. */
const shownRowsMax = 10;

export async function loadPool(
  api: Api,
  gameId: PoolId,
  ticketId: string,
  locale: 'is' | 'en',
): Promise<PoolPart> {
  const asked = { params: { ticketId }, query: { locale } };
  const ticket = await (gameId === 'xg' ? api('xg.ticket', asked) : api('toto.ticket', asked));
  const { program, contribution, winnings, winMax, selections, system } = ticket;
  const matches = program.events.map((event) => poolMatchOf(gameId, event));
  const coupon = couponOf(gameId, ticket);
  const isPanel = coupon.rows.length === 1 || (coupon.system > 0 && gameId !== 'xg');
  const found = systemOf(system);
  return {
    ...{ programId: program.programId, week: program.week, playDate: program.playDate, winnings, winMax },
    ...{ seenAt: program.serverTime, resultDate: program.resultDate },
    isSample: program.sample === true,
    facts: factsOf(program),
    system: found ? found.name : null,
    code: isPanel ? selections.panels : null,
    played: playedOf(gameId, program.programId, system, coupon),
    asked: found || coupon.rows.length > panelsMax ? null : formatRows(gameId, coupon.rows),
    panel: isPanel ? (coupon.rows[0] ?? null) : null,
    base: found?.type === 'U' ? (coupon.rows[1] ?? null) : null,
    rows: isPanel ? [] : bestRows(coupon, matches),
    panelCount: isPanel ? 1 : coupon.rows.length,
    listed: isPanel || coupon.rows.length <= shownRowsMax ? 'all' : 'best',
    hasFile: true,
    matches,
    standing: ticket.standing ?? null,
    estimate: program.standing?.tiers ?? [],
    contribution: contribution ? { ...contribution, sold: await soldOf(api, contribution) } : null,
  };
}

/** Null until the week is booked. */
async function soldOf(api: Api, { club, year, week, bookedAt }: Contribution): Promise<SoldWeek | null> {
  if (bookedAt === undefined) return null;
  const { weeks } = await api('club.weeks', {
    params: { clubId: String(club) },
    query: { year: String(year) },
  });
  const sold = weeks.find((each) => each.week === week);
  return sold ? { ...sold, amount: sold.amount ?? 0 } : null;
}

/** Null of more rows than a coupon is marked with by hand. */
function playedOf(gameId: PoolId, programId: string, systemId: string, coupon: Coupon): string | null {
  const found = systemOf(systemId);
  const rows = found ? coupon.rows.slice(0, 1) : coupon.rows;
  if (rows.length > panelsMax) return null;
  const base = found?.type === 'U' ? (coupon.rows[1] ?? []) : [];
  return formatPlayAddress(gameId, { programId, rows, system: found?.id ?? '', base });
}

/** As tickets keep it. */
function couponOf(gameId: PoolId, { selections: { panels, panelU }, system, rowCount }: Answer): Coupon {
  const rows = panels.split('|').map((text) => parsePicks(gameId, text) ?? []);
  const base = panelU === undefined ? [] : [parseBaseSigns(panelU) ?? []];
  const isOpen = system === openSystem.id || rowCount > rows.length;
  return { system: systemOf(system)?.number ?? (isOpen ? openSystem.number : 0), rows: [...rows, ...base] };
}

/** In the order in which they were bought where all are shown, else those with the most right. */
function bestRows(coupon: Coupon, matches: readonly PoolMatch[]): PoolRow[] {
  const rows = coupon.system === 0 ? [...expandCoupon(coupon)] : [];
  const listed =
    coupon.system === 0
      ? rows.map((row, index) => ({ index, picks: row.map((outcome) => 1 << outcome) }))
      : coupon.rows.map((picks, index) => ({ index, picks: [...picks] }));
  const counted = listed.map(({ index, picks }) => ({
    ...{ index, picks },
    right: matches.filter(({ outcome }, match) => outcome !== null && ((picks[match] ?? 0) >> outcome) & 1)
      .length,
  }));
  if (counted.length <= shownRowsMax) return counted;
  return counted.toSorted((a, b) => b.right - a.right || a.index - b.index).slice(0, shownRowsMax);
}
