import { sql } from 'kysely';
import { gameIds, jokerPrices, numberGames } from '#rules/lotto/games.ts';
import { rowAt } from '#rules/values/dated.ts';
import type { Tx } from '#server/platform/database.ts';

/** The known prices as dated rows (lotteries.md §1): one wherever a game's row price or the Joker's changed. */
export async function seedPrices(tx: Tx): Promise<void> {
  for (const { game, from, row, joker } of priceRows()) {
    await sql`
      INSERT INTO prices (game, valid_from, amount_row, amount_joker) VALUES (${game}, ${from}, ${row}, ${joker})
      ON CONFLICT DO NOTHING
    `.execute(tx);
  }
}

function priceRows() {
  return gameIds.flatMap((game) => {
    const { rowPrices } = numberGames[game];
    const dates = new Set([...rowPrices, ...jokerPrices].map((price) => price.from));
    return [...dates].sort().flatMap((from) => {
      const [row, joker] = [rowAt(rowPrices, from)?.amount, rowAt(jokerPrices, from)?.amount];
      // Before the first known price of either there was no sale that this product could price.
      return row === undefined || joker === undefined ? [] : [{ game, from, row, joker }];
    });
  });
}
