/** Draws by command, tickets sold as to anybody, figures from abroad. */

import { createHash } from 'node:crypto';
import pg from 'pg';
import type { PerTier } from '#rules/draws/tiers.ts';
import { planByCommand, releaseDrawIn } from '#server/draws/by-command.ts';
import { type Draw, drawById } from '#server/draws/draw.ts';
import { importFigures } from '#server/draws/figures/import.ts';
import type { DrawConfig } from '#server/draws/seal/seal.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { newId } from '#server/platform/ids.ts';
import type { Purchase } from '#server/sales/purchase.ts';
import type { TestDatabase } from '#test/harness/database.ts';
import { kinds } from './kind.ts';
import { guaranteeFund } from './prizes.ts';
import { amountRow, gameId, type mirrored, mirroredRows, type Score, wordsOf } from './rules.ts';

/** The matches are the same in all of its draws. */
const termsHash = createHash('sha256').update('thirteen matches').digest();

/** In the guarantee fund when the game begins, whole krónur. */
export const guaranteed = 100_000;

/** The games are switched on, each with a fund of its own. */
export async function addGame(adminUrl: string, games: readonly string[] = [gameId]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { account } = guaranteeFund;
  for (const game of games)
    await client.query(`
      INSERT INTO games (game, on_sale) VALUES ('${game}', true);
      INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount)
      VALUES (0, domain_now(), 'opening_carry', ledger_account('opening', NULL, NULL, '${game}', NULL),
        ledger_account('${account}', NULL, NULL, '${game}', NULL), ${guaranteed})`);
  await client.end();
}

/** The game on sale in a test's own database, with one draw that closes in an hour. */
export async function openMarket(own: TestDatabase, number: number): Promise<Draw> {
  own.config = { ...own.config, kinds };
  await addGame(own.adminUrl);
  const closeDate = new Date((await databaseNow(own.db)).getTime() + 3_600_000);
  return planAndOpen(own.db, number, closeDate, new Date(closeDate.getTime() + 60_000));
}

export async function planAndOpen(db: Db, number: number, closeDate: Date, drawDate: Date): Promise<Draw> {
  const planning = { game: gameId, number, closeDate, drawDate, actor: 'gunna' };
  const { drawId } = await planByCommand(db, kinds, planning);
  await transaction(db, (tx) => releaseDrawIn(tx, drawId, { actor: 'gunna', termsHash }));
  return drawById(db, drawId);
}

/** The least that each tier holds, brought by one person and approved by another. */
export async function bringFigures(
  db: Db,
  config: DrawConfig,
  { drawId, game, number }: Draw,
  minima: PerTier<number>,
): Promise<void> {
  const text = JSON.stringify({ game, draw: number, minima });
  for (const actor of ['gunna', 'jonas']) await importFigures(db, config, { drawId, text, actor });
}

/** @param system `mirrored` for a ticket of one row */
export function purchaseOf(
  draw: Draw,
  playerId: number,
  rows: readonly (readonly Score[])[],
  system: 0 | typeof mirrored = 0,
) {
  const words = rows.map(wordsOf);
  const rowCount = system === 0 ? rows.length : mirroredRows(rows[0] ?? []);
  return {
    playerId,
    game: draw.game,
    ticketId: newId(),
    coupons: [{ drawId: draw.drawId, couponId: newId() }],
    stake: amountRow * rowCount,
    rowMasks: words.map(([first]) => first),
    secondMasks: words.map(([, second]) => second),
    quickPicks: 0,
    system,
    rowCount,
    side: null,
    channel: null,
    ip: null,
    affiliateId: null,
    key: null,
    inputHash: null,
    session: null,
  } satisfies Purchase;
}
