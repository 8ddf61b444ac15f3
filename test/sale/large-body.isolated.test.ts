/** A call may take larger bodies than others, and says so in its contract entry. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { requestListener } from '#server/web.ts';
import { testApp } from '#test/harness/app.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addDraw, addPlayers } from '#test/harness/sale.ts';

/** As of a kind of game with coupons of 20,000 rows, on an address with a parameter too. */
vi.mock('#contract/games/numbers.ts', async (original) => {
  const real = await original<typeof import('#contract/games/numbers.ts')>();
  const bodyBytesMax = 1024 * 1024;
  const { 'lotto.buy': buy, 'lotto.cancel': cancel } = real.lottoCalls;
  const larger = {
    'lotto.buy': { ...buy, bodyBytesMax },
    'lotto.cancel': { ...cancel, bodyBytesMax, path: '/lotto/cancel/{game}' },
  };
  return { ...real, lottoCalls: { ...real.lottoCalls, ...larger } };
});

let data: TestDatabase;
let cookie: string;
const servers: Server[] = [];

async function listen(listener: ReturnType<typeof requestListener>): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/proxy`;
}

const ways: Record<string, string> = {};
beforeAll(async () => {
  data = await testDatabase();
  await addDraw(data, { number: 2085 });
  const { app, saleFastPath } = testApp(data);
  ways['the fast path'] = await listen(requestListener({ app, saleFastPath }));
  ways['the ordinary way'] = await listen(requestListener({ app, saleFastPath: () => false }));
  cookie = (await addPlayers(data, 1, 100_000))[0]?.cookie ?? '';
});
afterAll(async () => {
  for (const server of servers) server.close();
  await data.close();
});

const wager = { gameId: 'lotto', draw: 2085, rows: [{ numbers: [3, 11, 19, 27, 40] }], stake: 150 };

describe.each(['the fast path', 'the ordinary way'])('by %s', (way) => {
  const sent = (path: string, bytes: number, announced = true) => {
    const body = JSON.stringify({ ...wager, note: 'x'.repeat(bytes) });
    const headers = { Cookie: cookie, 'Content-Type': 'application/json' };
    return fetch(`${ways[way]}${path}`, {
      ...{ method: 'POST', headers },
      ...(announced ? { body } : { body: new Blob([body]).stream(), duplex: 'half' }),
    } as RequestInit);
  };

  test.each([true, false])(
    'a body within the limit of the call is read (announced: %s)',
    async (announced) => {
      expect((await sent('/lotto/buy', 900_000, announced)).status).toBe(201);
      expect((await sent('/lotto/cancel/lotto', 900_000, announced)).status).toBe(400);
    },
  );

  test.each([true, false])(
    'one above it is 413, and others keep 64 KB (announced: %s)',
    async (announced) => {
      expect((await sent('/lotto/buy', 1_100_000, announced)).status).toBe(413);
      expect((await sent('/lotto/cancel/lotto', 1_100_000, announced)).status).toBe(413);
      expect((await sent('/user/spending-review', 70_000, announced)).status).toBe(413);
    },
  );
});
