import type { Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { createPlayers, type NewPlayer } from '#server/players/create-players.ts';

const certificateExpires = '2099-12-31';

/**
 * Returns `count` sample players in order of their numbers, starting with `first`. Missing ones are created.
 * Nobody can sign in as a sample player.
 */
export async function ensureSamplePlayers(
  tx: Tx,
  { first, count }: { first: number; count: number },
): Promise<number[]> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('sample players'))`.execute(tx);
  const names = Array.from({ length: count }, (_, index) => `mugur${String(first + index).padStart(4, '0')}`);
  const { rows } = await sql<{ username: string; id: number }>`
    SELECT username, player_id AS id FROM players WHERE username = ANY (${names}) AND demo
  `.execute(tx);
  const known = new Map(rows.map(({ username, id }) => [username, id]));
  const missing = names.filter((name) => !known.has(name)).map(personOf);
  const made = missing.length > 0 ? await createPlayers(tx, missing) : [];
  for (const [index, { username }] of missing.entries()) known.set(username, made[index] ?? 0);
  return names.map((name) => known.get(name) ?? 0);
}

function personOf(username: string): NewPlayer {
  const name = { firstName: 'Mugur', lastName: username.slice(5) };
  return { username, ...name, certificateExpires, balance: 0, mailbox: false };
}
