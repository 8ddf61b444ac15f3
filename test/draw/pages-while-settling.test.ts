/** Players read their pages while a draw of fifty thousand winning coupons is settled and paid. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check.ts';
import { type Database, transaction } from '#server/platform/database.ts';
import { createLoadPlayers } from '#server/players/create-players.ts';
import { startInstance } from '#test/harness/instance.ts';
import { databaseOf } from '#test/harness/instance-sales.ts';
import { drawWinners } from '#test/harness/many-winners.ts';
import type { Instance } from '#test/harness/product.ts';
import { runOperator } from '#test/simulation/operator.ts';

const coupons = 50_000;
const paths = [
  '/',
  '/urslit/lotto',
  '/minar-sidur',
  '/api/proxy/user/tickets/1',
  '/api/proxy/user/transactions/1',
];

let instance: Instance;
let database: Database;

beforeAll(async () => {
  instance = await startInstance({ AUTO_DRAW: '0' });
  database = databaseOf(instance);
}, 180_000);
afterAll(async () => {
  await database?.close();
  await instance?.dispose();
});

async function operator(...words: string[]) {
  const { code, json, said } = await runOperator(instance.env, words);
  expect(code, said).toBe(0);
  return json;
}

test('no page is refused', async () => {
  const players = await transaction(database.db, (tx) =>
    createLoadPlayers(tx, { count: 200, balance: 1_000_000, sessions: true }),
  );
  const ids = players.map(({ playerId }) => Number(playerId));
  const draw = await drawWinners(instance, database.db, { coupons, players: ids });
  const number = String(draw.number);
  const statuses: number[] = [];
  let isOver = false;
  const visit = async (nth: number) => {
    for (let turn = nth; !isOver; turn++) {
      const cookie = `next-auth.session-token=${players[turn % players.length]?.token}`;
      const answer = await fetch(instance.url + paths[turn % paths.length], { headers: { cookie } });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
  };
  const visits = Promise.all([0, 1, 2, 3].map(visit));
  await operator('draw', 'settle', 'lotto', number);
  const { paid } = await operator('draw', 'pay', 'lotto', number, '--as', 'gunna');
  isOver = true;
  await visits;
  expect(paid).toBe(coupons);
  expect(statuses.length).toBeGreaterThan(20);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await checkLedger(database.db)).toEqual({ ok: true });
}, 300_000);
