/** What the sample players want to buy in a draw of a number lottery: pure, the same for the same draw. */
import { type GameId, numberGames, rulesOf } from '#rules/numbers/games.ts';
import { stakeOf } from '#rules/numbers/price.ts';
import { quickPickJoker, quickPickRow } from '#rules/numbers/quick-pick.ts';
import { rowMask } from '#rules/numbers/rows.ts';
import { isk } from '#rules/values/money.ts';
import { type NextUint32, randomBelow } from '#rules/values/random.ts';
import type { Draw } from '#server/draws/draw.ts';

export type WantedTicket = {
  rowMasks: number[];
  secondMasks: number[] | null;
  quickPicks: number;
  system: number;
  rowCount: number;
  side: string | null;
  stake: number;
  supportId?: number | null;
  channel: string;
};

/** Two of the largest systems and their Jokers are within the day's limit of 100,000 kr. */
export const ticketsEach = 2;

type Demand = {
  /** Rows sold where nothing waits in the first prize, and at most. */
  least: number;
  most: number;
  /** Rows more for each 10,000 kr. that wait in the first prize here. */
  perCarried: number;
  /** The largest system that anybody plays. */
  sizeMost: number;
};

/** Lotto's rows grow with the pot as fifty published tables show; the others sell much the same each time. */
const demands: Readonly<Record<GameId, Demand>> = {
  lotto: { least: 265_000, most: 1_200_000, perCarried: 65, sizeMost: 10 },
  vikinglotto: { least: 210_000, most: 210_000, perCarried: 0, sizeMost: 10 },
  eurojackpot: { least: 60_000, most: 60_000, perCarried: 0, sizeMost: 9 },
};

export function rowsWanted(game: GameId, carryIsk: number): number {
  const { least, most, perCarried } = demands[game];
  return Math.min(most, least + Math.floor((carryIsk * perCarried) / 10_000));
}

/** Few tickets must make many rows: of 20 tickets so many are of the largest system, and of plain rows. */
const largest = 12;
const plain = 4;

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
  const system = sizeOf(draw.game as GameId, randomBelow(20, random));
  const howMany = system === 0 ? 1 + randomBelow(10, random) : 1;
  const rows = Array.from({ length: howMany }, () =>
    quickPickRow(version, random, system || version.main.pick),
  );
  const joker = randomBelow(4, random) === 0 ? quickPickJoker(random) : undefined;
  const prices = { amountRow: isk(draw.amountRow), amountJoker: isk(draw.amountSide) };
  const { perDraw, rowCount } = stakeOf({ version, rows, system, joker, ...prices });
  return {
    rowMasks: rows.map((row) => rowMask(row.numbers)),
    secondMasks: version.chosenBonus.count > 0 ? rows.map((row) => rowMask(row.bonusNumbers ?? [])) : null,
    quickPicks: 2 ** howMany - 1,
    system,
    rowCount,
    side: joker?.join('') ?? null,
    stake: perDraw,
    channel: randomBelow(3, random) === 0 ? 'web' : 'mobile',
  };
}

/** @param place 0 to 19; 0 for plain rows */
function sizeOf(game: GameId, place: number): number {
  const sizes = numberGames[game].systemSizes.filter((size) => size <= demands[game].sizeMost);
  const [most = 0, ...smaller] = sizes.toReversed();
  if (place < largest) return most;
  return place < 20 - plain ? (smaller[(place - largest) % smaller.length] ?? 0) : 0;
}
