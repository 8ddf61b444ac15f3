/** Buying in a running instance, as browsers do. */
import { appUrl } from '#embedded/postgres/roles.ts';
import { type Database, openDatabase, transaction } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { readRunFile } from '#server/platform/run-file.ts';
import { storedSecrets } from '#server/platform/secrets.ts';
import { sql } from '#server/platform/sql.ts';
import { createLoadPlayers } from '#server/players/create-players.ts';
import type { Instance } from './product.ts';

/** The database of the instance as the application sees it; with `ownerUrl` as the owner of its tables. */
export function databaseOf({ dataDir }: Pick<Instance, 'dataDir'>, urlOf = appUrl): Database {
  const port = readRunFile(dataDir)?.postgres?.port ?? 0;
  return openDatabase(urlOf(port, storedSecrets(dataDir).database), 'operator');
}

/** New players with money. @returns what the browser of each sends as its session */
export async function signedInPlayers({ db }: Pick<Database, 'db'>, count: number, balance = 50_000) {
  const made = await transaction(db, (tx) => createLoadPlayers(tx, { count, balance, sessions: true }));
  return made.map(({ token }) => token ?? '');
}

const wager = (stake: number) => ({
  gameId: 'lotto',
  rows: [{ numbers: [1, 2, 3, 4, 5], isQuickPick: false }],
  stake,
  drawCount: 1,
  channel: 'web',
});

/** Buys one row in the draw on sale. @returns the id of its ticket, else the code of the refusal */
export async function buyRow(url: string, session: string): Promise<{ id: string } | { code: string }> {
  const answer = await fetch(`${url}/api/proxy/lotto/buy`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Origin: url,
      Cookie: `next-auth.session-token=${session}`,
      'Idempotency-Key': crypto.randomUUID(),
    },
    body: JSON.stringify(wager(150)),
  });
  return (await answer.json()) as { id: string } | { code: string };
}

/** The ids of all tickets, as their players know them. */
export async function soldTickets({ db }: Pick<Database, 'db'>): Promise<Set<string>> {
  const { rows } = await sql<{ ticketId: string }>`SELECT ticket_id AS "ticketId" FROM tickets`.execute(db);
  return new Set(rows.map(({ ticketId }) => encodeId(ticketId)));
}
