/** What the sample players want to buy: pure, the same for the same draw. */
import { rulesOf } from '#rules/numbers/games.ts';
import { stakeOf } from '#rules/numbers/price.ts';
import { quickPickJoker, quickPickRow } from '#rules/numbers/quick-pick.ts';
import { rowMask } from '#rules/numbers/rows.ts';
import { isk } from '#rules/values/money.ts';
import { type NextUint32, randomBelow } from '#rules/values/random.ts';
import type { Draw } from '#server/draws/draw.ts';

export type WantedTicket = {
  rowMasks: number[];
  quickPicks: number;
  system: number;
  rowCount: number;
  side: string | null;
  stake: number;
  channel: string;
};

/** Two systems of ten numbers and their Jokers are within the day's limit of 100,000 kr. */
export const ticketsEach = 2;

const rowsLeast = 265_000;
const rowsMost = 1_200_000;

/** Rows sold in real draws grow with the pot like this (fifty published tables), in whole rows. */
export function rowsWanted(carryIsk: number): number {
  return Math.min(rowsMost, rowsLeast + Math.floor((carryIsk * 65) / 10_000));
}

/**
 * Few tickets must make many rows, so most are large systems; of 20 tickets so many have that size.
 * 0 stands for plain rows.
 */
const sizes: readonly (readonly [size: number, share: number])[] = [
  [10, 12],
  [9, 1],
  [8, 1],
  [7, 1],
  [6, 1],
  [0, 4],
];

/** Tickets until `rows` rows are reached. */
export function demandOf(draw: Draw, rows: number, random: NextUint32): WantedTicket[] {
  const tickets: WantedTicket[] = [];
  for (let count = 0; count < rows; ) {
    const ticket = ticketOf(draw, random);
    tickets.push(ticket);
    count += ticket.rowCount;
  }
  return tickets;
}

function ticketOf(draw: Draw, random: NextUint32): WantedTicket {
  const version = rulesOf(draw);
  const system = sizeOf(randomBelow(20, random));
  const howMany = system === 0 ? 1 + randomBelow(10, random) : 1;
  const rows = Array.from({ length: howMany }, () =>
    quickPickRow(version, random, system || version.main.pick),
  );
  const joker = randomBelow(4, random) === 0 ? quickPickJoker(random) : undefined;
  const prices = { amountRow: isk(draw.amountRow), amountJoker: isk(draw.amountSide) };
  const { perDraw, rowCount } = stakeOf({ version, rows, system, joker, ...prices });
  return {
    rowMasks: rows.map((row) => rowMask(row.numbers)),
    quickPicks: 2 ** howMany - 1,
    system,
    rowCount,
    side: joker?.join('') ?? null,
    stake: perDraw,
    channel: randomBelow(3, random) === 0 ? 'web' : 'mobile',
  };
}

function sizeOf(place: number): number {
  let passed = 0;
  for (const [size, share] of sizes) {
    passed += share;
    if (place < passed) return size;
  }
  return 0;
}
