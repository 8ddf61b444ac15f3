/** What the sample players want to play in a program of a pool: pure, the same for the same program. */
import { type Coupon, rowCountOf } from '#rules/pools/coupon.ts';
import { matchCount, outcomesOf, type PoolId } from '#rules/pools/games.ts';
import { type Picks, wordsOf } from '#rules/pools/picks.ts';
import { albertPick } from '#rules/pools/quick-pick.ts';
import { openSystem, type System, systems } from '#rules/pools/systems.ts';
import { type NextUint32, pickDistinct, randomBelow } from '#rules/values/random.ts';
import type { WantedTicket } from './demand.ts';

/** Within the day's limit of 100,000 kr., also on a day when two programs of a game begin. */
export const poolTicketsEach = 5;

/** Rows of a program, and of its largest ticket. */
const rowsWanted: Readonly<Record<PoolId, number>> = { totoeng: 240_000, totoeur: 120_000, xg: 60_000 };
const ticketRowsMax = 650;

/** Triples and doubles of open coupons. */
const openCoupons = [
  [4, 3],
  [3, 4],
  [3, 3],
  [2, 5],
  [0, 6],
  [0, 3],
] as const;
const playedSystems = systems.filter(({ rows }) => rows <= ticketRowsMax);
/** Of 20 tickets so many are open, and so many are systems; the others are single rows. */
const open = 10;
const withSystem = 6;

export type Program = {
  game: PoolId;
  amountRow: number;
  /** Of each match, in whole percent. */
  chances: readonly (readonly number[])[];
};

/** Tickets until the rows are reached; half of them support one of the clubs. */
export function poolDemandOf(program: Program, clubs: readonly number[], random: NextUint32): WantedTicket[] {
  const tickets: WantedTicket[] = [];
  for (let count = 0; count < rowsWanted[program.game]; ) {
    const supportId = clubs[randomBelow(2 * clubs.length + 1, random)] ?? null;
    const ticket = { ...ticketOf(program, random), supportId };
    tickets.push(ticket);
    count += ticket.rowCount;
  }
  return tickets;
}

function ticketOf({ game, amountRow, chances }: Program, random: NextUint32): WantedTicket {
  const pick = () => albertPick(new Array<number>(matchCount).fill(0), chances, random);
  const coupon = game === 'xg' ? goalsCoupon(pick, random) : signsCoupon(pick, random);
  const rowCount = rowCountOf(coupon);
  const words = coupon.rows.map((picks) => wordsOf(picks, outcomesOf(game).length));
  return {
    rowMasks: words.map(([first]) => first as number),
    secondMasks: game === 'xg' ? words.map(([, second]) => second as number) : null,
    quickPicks: 0,
    system: coupon.system,
    rowCount,
    side: null,
    stake: rowCount * amountRow,
    channel: randomBelow(3, random) === 0 ? 'web' : 'mobile',
  };
}

type PickRow = () => Picks;

function signsCoupon(pick: PickRow, random: NextUint32): Coupon {
  const place = randomBelow(20, random);
  if (place < open) {
    const [full, half] = openCoupons[randomBelow(openCoupons.length, random)] ?? openCoupons[0];
    return { system: openSystem.number, rows: [covered(pick(), { full, half }, random)] };
  }
  if (place >= open + withSystem) return singleRows(pick, random);
  const system = playedSystems[randomBelow(playedSystems.length, random)] as System;
  const base = pick();
  const panel = covered(base, system, random);
  const isCovered = (match: number) => panel[match] !== base[match];
  const baseSigns = base.map((sign, match) => (isCovered(match) ? sign : 0));
  return { system: system.number, rows: system.type === 'U' ? [panel, baseSigns] : [panel] };
}

/** Two goal counts beside each other in six to nine matches, or single rows. */
function goalsCoupon(pick: PickRow, random: NextUint32): Coupon {
  if (randomBelow(20, random) >= open + withSystem) return singleRows(pick, random);
  const places = pickDistinct(6 + randomBelow(4, random), matchCount, random);
  const row = pick().map((goal, match) =>
    places.includes(match + 1) ? goal | (goal === 1 ? 2 : goal >> 1) : goal,
  );
  return { system: openSystem.number, rows: [row] };
}

function singleRows(pick: PickRow, random: NextUint32): Coupon {
  return { system: 0, rows: Array.from({ length: 1 + randomBelow(10, random) }, pick) };
}

/** The row with all three signs in so many of its matches, and with two in others. */
function covered(base: Picks, { full, half }: Pick<System, 'full' | 'half'>, random: NextUint32): number[] {
  const places = pickDistinct(full + half, matchCount, random);
  const triples = pickDistinct(full, full + half, random).map((place) => places[place - 1]);
  return base.map((sign, match) => {
    if (!places.includes(match + 1)) return sign;
    if (triples.includes(match + 1)) return 7;
    const others = [1, 2, 4].filter((other) => other !== sign);
    return sign | (others[randomBelow(2, random)] as number);
  });
}
