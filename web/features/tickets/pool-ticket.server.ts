/** A ticket of a football pool for its page: its matches, its rows, and how they stand. */
import type { ApiAnswer } from '#contract/api.ts';
import { type Coupon, expandCoupon } from '#rules/pools/coupon.ts';
import type { PoolId } from '#rules/pools/games.ts';
import { knownOutcome } from '#rules/pools/known-outcome.ts';
import { parseBaseSigns, parsePicks } from '#rules/pools/panels.ts';
import { signsLeast } from '#rules/pools/results.ts';
import { type Standing, standingOf } from '#rules/pools/standing.ts';
import { openSystem, systemOf } from '#rules/pools/systems.ts';
import type { Api } from '#web/api/client.ts';
import type { PoolMatch, PoolPart, PoolRow } from './pool-part.ts';

type Answer = ApiAnswer<'toto.ticket'> | ApiAnswer<'xg.ticket'>;
type Program = Answer['program'];
type Event = Program['events'][number];

/** Rows that a page lists; the rest is in the file of all rows. */
const shownRowsMax = 10;
/** Numbers of right matches that are followed. In xg only the first is known to win beforehand. */
const followed = [13, 12, 11, signsLeast];

export async function loadPool(
  api: Api,
  gameId: PoolId,
  ticketId: string,
  locale: 'is' | 'en',
): Promise<PoolPart> {
  const asked = { params: { ticketId }, query: { locale } };
  const [ticket, { clubs }] = await Promise.all([
    gameId === 'xg' ? api('xg.ticket', asked) : api('toto.ticket', asked),
    api('club.list', {}),
  ]);
  const { program, supportId, winnings, winMax, selections, system } = ticket;
  const matches = program.events.map((event) => matchOf(gameId, program, event));
  const coupon = couponOf(gameId, ticket);
  const isPanel = coupon.system > 0 && (gameId !== 'xg' || coupon.rows.length === 1);
  const found = systemOf(system);
  return {
    ...{ programId: program.programId, week: program.week, playDate: program.playDate, winnings, winMax },
    seenAt: program.serverTime,
    system: found ? found.name : null,
    code: isPanel ? selections.panels : null,
    panel: isPanel ? (coupon.rows[0] ?? null) : null,
    base: found?.type === 'U' ? (coupon.rows[1] ?? null) : null,
    rows: isPanel ? [] : bestRows(coupon, matches),
    panelCount: isPanel ? 1 : coupon.rows.length,
    matches,
    standing: ticket.cancelled ? null : standingNow(coupon, matches),
    club: supportId === undefined ? null : (clubs.find(({ number }) => number === supportId)?.name ?? null),
  };
}

/** As tickets keep it. */
function couponOf(gameId: PoolId, { selections: { panels, panelU }, system, rowCount }: Answer): Coupon {
  const rows = panels.split('|').map((text) => parsePicks(gameId, text) ?? []);
  const base = panelU === undefined ? [] : [parseBaseSigns(panelU) ?? []];
  const isOpen = system === openSystem.id || rowCount > rows.length;
  return { system: systemOf(system)?.number ?? (isOpen ? openSystem.number : 0), rows: [...rows, ...base] };
}

function matchOf(gameId: PoolId, program: Program, event: Event): PoolMatch {
  const { number, homeTeam, awayTeam, dateKickOff, status, score, byLot = false, lotUnit } = event;
  return {
    ...{ number, home: homeTeam, away: awayTeam, kickOff: dateKickOff, status },
    isMoved: event.kickOffMoved === true,
    score: byLot ? null : (score ?? null),
    ...knownOutcome(gameId, program, event),
    lot: byLot && lotUnit !== undefined ? { unit: lotUnit, chances: chancesOf(event) } : null,
  };
}

function chancesOf(event: Event): number[] {
  if ('predictions' in event) return [...event.predictions];
  return [event.percent1, event.percentX, event.percent2];
}

/** Null before the first match. */
function standingNow(coupon: Coupon, matches: readonly PoolMatch[]): Standing | null {
  const final = matches.map(({ sure, outcome }) => (sure === 'running' ? null : outcome));
  const now = matches.map(({ outcome }) => outcome);
  if (now.every((outcome) => outcome === null)) return null;
  return standingOf(coupon, { final, now }, followed);
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
