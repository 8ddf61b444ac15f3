/** What the tests of a draw's life need of each kind of game: a draw, tickets, an outcome. */
import { rowMask } from '#rules/numbers/rows.ts';
import type { Draw } from '#server/draws/draw.ts';
import type { Outcome } from '#server/draws/kind.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { newId } from '#server/platform/ids.ts';
import type { Purchase } from '#server/sales/purchase.ts';
import type { TestDatabase } from '#test/harness/database.ts';
import type { drawFixture } from '#test/harness/draws.ts';

import { addGame, bringFigures, planAndOpen, purchaseOf } from '#test/scores/market.ts';
import { matchCount, type Score } from '#test/scores/rules.ts';

export type KindCase = {
  name: string;
  /** The draw on sale of a database that has none yet. */
  open(own: TestDatabase, at: ReturnType<typeof drawFixture>): Promise<Draw>;
  /** One row that wins in the first tier. */
  winner(draw: Draw, playerId: number): Purchase;
  /** One row that wins nothing. */
  loser(draw: Draw, playerId: number): Purchase;
  outcome: Outcome;
  /** What settlement waits for beside the outcome. */
  figures(own: TestDatabase, draw: Draw): Promise<void>;
};

const lotto: KindCase = {
  name: 'lotto',
  open: (_, at) => at.open(),
  winner: (draw, playerId) => lottoRow(draw, playerId, [1, 2, 3, 4, 5]),
  loser: (draw, playerId) => lottoRow(draw, playerId, [20, 21, 22, 23, 24]),
  outcome: { numbers: [1, 2, 3, 4, 5], bonusNumbers: [6], joker: '01234' },
  figures: async () => {},
};

function lottoRow(draw: Draw, playerId: number, numbers: readonly number[]): Purchase {
  return {
    ...purchaseOf(draw, playerId, [right]),
    game: 'lotto',
    ticketId: newId(),
    stake: draw.amountRow,
    rowMasks: [rowMask(numbers)],
    secondMasks: null,
  };
}

const right: readonly Score[] = Array.from({ length: matchCount }, () => [2, 1]);
const wrong: readonly Score[] = right.map(() => [0, 0]);

const scores: KindCase = {
  name: 'scores',
  async open(own) {
    await addGame(own.adminUrl);
    const now = (await databaseNow(own.db)).getTime();
    return planAndOpen(own.db, 7, new Date(now + 3_600_000), new Date(now + 3_660_000));
  },
  winner: (draw, playerId) => purchaseOf(draw, playerId, [right]),
  loser: (draw, playerId) => purchaseOf(draw, playerId, [wrong]),
  outcome: Object.fromEntries(right.map(([home, away], match) => [match + 1, `${home}-${away}`])),
  figures: async (own, draw) => {
    await bringFigures(own.db, own.config, draw, { 1: 1_000 });
  },
};

export const kindCases: readonly KindCase[] = [lotto, scores];
