/** Saved rows of number lotteries: only what could be played is kept. */
import type { ApiInput } from '#contract/api.ts';
import { versionAt } from '#rules/numbers/games.ts';
import { checkWager, type Wager } from '#rules/numbers/wager.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import type { Caller } from '#server/platform/handler.ts';
import { refuse } from '#server/platform/refusal.ts';
import { saveRows } from '#server/players/account/saved-rows.ts';
import { gameIdOf } from './game-id.ts';

/** Throws what a purchase of these rows would throw for its rows, Joker and system. */
export async function saveNumberRows(
  db: Db,
  { playerId }: Caller,
  { body: { name, savedAt, ...given } }: ApiInput<'savedRows.save'>,
): Promise<{ id: string }> {
  const gameId = gameIdOf(given.gameId);
  const version = versionAt(gameId, (await databaseNow(db)).toISOString().slice(0, 10));
  const wager: Omit<Wager, 'stake'> = { ...given, gameId };
  const faults = checkWager(version, wager, { rollDownDraw: 1 });
  if (faults) {
    const issues = faults.issues.map(({ path, message }) => ({ path: [...path], message }));
    refuse(faults.code, { issues: { body: issues } });
  }
  const rows = given.rows.map(({ numbers, bonusNumbers = [] }) => ({ numbers, bonusNumbers }));
  const { joker, system } = given;
  const saved = { name, gameId, rows, joker, system, savedAt };
  return { id: await transaction(db, (tx) => saveRows(tx, playerId, saved)) };
}
