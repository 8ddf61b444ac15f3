/** Two web and two worker processes on one database, while a draw closes: nothing is done twice. */
import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appUrl, ownerUrl } from '#embedded/postgres/roles.ts';
import { drawById } from '#server/draws/draw.ts';
import type { Database } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { readRunFile } from '#server/platform/run-file.ts';
import { storedSecrets } from '#server/platform/secrets.ts';
import { sql } from '#server/platform/sql.ts';
import { newInstance, startInstance } from '#test/harness/instance.ts';
import { buyRow, databaseOf, signedInPlayers } from '#test/harness/instance-sales.ts';
import type { Instance } from '#test/harness/product.ts';
import { runOperator } from '#test/simulation/operator.ts';

let first: Instance;
let second: Instance;
let database: Database;

beforeAll(async () => {
  first = await startInstance({ AUTO_DRAW: '1' });
  const passwords = storedSecrets(first.dataDir).database;
  const port = readRunFile(first.dataDir)?.postgres?.port ?? 0;
  const dataDir = mkdtempSync(join(tmpdir(), 'hending-second-'));
  copyFileSync(join(first.dataDir, 'secrets.json'), join(dataDir, 'secrets.json'));
  second = await newInstance({
    DATA_DIR: dataDir,
    DATABASE_URL: appUrl(port, passwords),
    DATABASE_ADMIN_URL: ownerUrl(port, passwords),
    ROLES: 'web,worker',
    SANDBOX_PORT: first.env.SANDBOX_PORT ?? '',
    AUTO_DRAW: '1',
  });
  await second.start();
  database = databaseOf(first);
}, 180_000);
afterAll(async () => {
  await database?.close();
  await second?.dispose();
  await first?.dispose();
});

async function one<T extends object>(query: ReturnType<typeof sql<T>>): Promise<T> {
  const { rows } = await query.execute(database.db);
  return rows[0] ?? ({} as T);
}

const onSale = () =>
  one(sql<{ drawId: number; closesAt: Date }>`
    SELECT draw_id AS "drawId", close_date AS "closesAt" FROM draws
    WHERE game = 'lotto' AND state = 'released' AND closed_at IS NULL ORDER BY close_date LIMIT 1`);

/** Players for load tests read no letters; these do. */
async function giveMailboxes(): Promise<void> {
  const owner = databaseOf(first, ownerUrl);
  await sql`UPDATE players SET mailbox = true WHERE username LIKE 'prufa%'`.execute(owner.db);
  await owner.close();
}

/** Buys through both, one after the other, until `isOver` and once more. @returns the ids of what was sold */
async function sellUntil(isOver: () => Promise<boolean>, sessions: readonly string[]): Promise<string[]> {
  const sold: string[] = [];
  await Promise.all(
    sessions.map(async (session, nth) => {
      let isLast = false;
      for (let bought = 0; !isLast; bought += 1) {
        isLast = await isOver();
        const { url } = (nth + bought) % 2 === 0 ? first : second;
        const answer = await buyRow(url, session);
        if ('id' in answer) sold.push(answer.id);
        else expect(answer.code).toBe('EC_SALE_CLOSED');
        await sleep(200);
      }
    }),
  );
  return sold;
}

test('sold by both across the close: in this draw or the next, sealed, drawn, paid, told once', async () => {
  const sessions = await signedInPlayers(database, 12, 100_000);
  await giveMailboxes();
  const { drawId, closesAt } = await onSale();
  const sixSecondsBefore = new Date(closesAt.getTime() - 6_000).toISOString();
  expect((await runOperator(first.env, ['clock', 'set', sixSecondsBefore])).code).toBe(0);
  const sold = await sellUntil(async () => (await onSale()).drawId !== drawId, sessions);

  const [early, late] = [await soldIn(drawId), await soldIn((await onSale()).drawId)];
  expect(early.length).toBeGreaterThan(20);
  expect([...early, ...late].map(({ id }) => id).toSorted()).toEqual(sold.toSorted());
  expect(early.filter(({ at }) => at >= closesAt)).toEqual([]);
  expect(late.filter(({ at }) => at < closesAt)).toEqual([]);

  expect((await runOperator(first.env, ['clock', 'advance', '1d'])).code).toBe(0);
  const once = { players: sessions.length, notices: sessions.length, letters: sessions.length };
  await expect.poll(told).toEqual(once);
  await sleep(1_000);
  expect(await told()).toEqual(once);
  // A large prize of a sample player may wait for its claim.
  expect(['closed', 'settled']).toContain((await drawById(database.db, drawId)).state);
  expect((await runOperator(first.env, ['ledger', 'check'])).json).toMatchObject({ ok: true });
}, 240_000);

/** How many were told of a draw, and how often. */
const told = () =>
  one(sql<object>`
    SELECT count(DISTINCT n.player_id) AS players, count(DISTINCT notice_id) AS notices,
      count(DISTINCT message_id) AS letters
    FROM notices n JOIN messages m ON m.player_id = n.player_id AND m.kind = n.kind
    WHERE n.kind IN ('win', 'winLarge', 'noWin')`);

async function soldIn(drawId: number): Promise<{ id: string; at: Date }[]> {
  const { rows } = await sql<{ ticketId: string; at: Date }>`
    SELECT ticket_id AS "ticketId", purchased_at AS at
    FROM coupons JOIN tickets USING (player_id, ticket_id) JOIN players USING (player_id)
    WHERE draw_id = ${drawId} AND username LIKE 'prufa%'`.execute(database.db);
  return rows.map(({ ticketId, at }) => ({ id: encodeId(ticketId), at }));
}
