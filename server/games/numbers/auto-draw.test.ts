import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox } from '#embedded/sandboxes.ts';
import { seed } from '#embedded/seed.ts';
import type { GameId } from '#rules/numbers/games.ts';
import { kinds } from '#server/games/registry.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { advanceClock, setClock } from '#server/platform/advance-clock.ts';
import type { ServiceConfig } from '#server/platform/config.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { runJobsOnce } from '#server/platform/jobs.ts';
import { createLog } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';
import { createWork } from '#server/work.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { autoDrawDeadline } from './auto-draw.ts';

const log = createLog('test', 2, 'silent');
const day = 86_400_000;

let on: TestDatabase;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let config: ServiceConfig;

beforeAll(async () => {
  on = await testDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'hending-auto-'));
  const startedAt = await databaseNow(on.db);
  sandbox = await startSandbox({ ...on.config, sandboxPort: 0, dataDir }, () => startedAt);
  config = { ...on.config, dataDir, autoDraw: true, sandboxPort: sandbox.port };
  await setClock(on.db, await nextMondayNoon());
  await seed(on.db);
});
afterAll(async () => {
  await sandbox.stop();
  await on.close();
  rmSync(config.dataDir, { recursive: true });
});

/** So that a week from here always holds one whole draw. */
async function nextMondayNoon(): Promise<Date> {
  const now = await databaseNow(on.db);
  const days = 1 + ((7 - now.getUTCDay()) % 7);
  return new Date(`${new Date(now.getTime() + days * day).toISOString().slice(0, 10)}T12:00:00Z`);
}

async function walk(days: number): Promise<void> {
  const { taskList, deadlines } = createWork({
    config,
    database: { ...on, close: async () => {} },
    log,
    kinds,
  });
  const to = new Date((await databaseNow(on.db)).getTime() + days * day);
  await advanceClock(on.db, {
    to,
    deadlines,
    runJobs: () => runJobsOnce(on.pool, taskList, log),
    patienceMs: 20_000,
  });
}

async function control(wanted: object): Promise<void> {
  const address = `http://127.0.0.1:${sandbox.port}/_control/draw-machine`;
  await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  });
}

type Past = {
  drawId: number;
  state: string;
  at: Date;
  numbers: number[];
  tickets: number;
  rows: number;
  carryIn: number;
};

async function drawn(game: GameId): Promise<Past[]> {
  const { rows } = await sql<Past>`
    SELECT d.draw_id AS "drawId", state, r.confirmed_at AS at, r.outcome -> 'numbers' AS numbers,
      s.coupons AS tickets, s.rows,
      t.carry_in AS "carryIn"
    FROM draws d JOIN current_results r USING (draw_id) JOIN seals s USING (draw_id)
      JOIN draw_settlements t USING (draw_id)
    WHERE d.origin = 'calendar' AND game = ${game} ORDER BY draw_date
  `.execute(on.db);
  return rows;
}

test('a week passes as sold, drawn, settled and paid draws at their own time', async () => {
  await walk(7);

  const [draw, ...more] = await drawn('lotto');
  expect(more).toEqual([]);
  // Closed while a large prize of a sample player waits to be claimed.
  expect(['closed', 'settled']).toContain(draw?.state);
  expect(draw?.at.toISOString()).toMatch(/T18:54:00/);
  // The pot that the sample history leaves is in it, and demand is as large as such a pot draws.
  expect(draw?.carryIn).toBeGreaterThan(15_000_000);
  expect(draw?.rows).toBeGreaterThan(265_000);

  const abroad = [...(await drawn('vikinglotto')), ...(await drawn('eurojackpot'))];
  expect(abroad).toHaveLength(3);
  for (const { state, rows } of abroad) {
    expect(['closed', 'settled']).toContain(state);
    expect(rows).toBeGreaterThan(10_000);
  }
});

test('the raffle of the seeded promotion is held and paid beside its draw', async () => {
  const { rows } = await sql<{ entrants: number; jokers: number; paid: number; by: string[] }>`
    SELECT r.coupons AS entrants, ARRAY[entered_by, confirmed_by] AS by,
      (SELECT count(*) FROM coupons c JOIN tickets t USING (player_id, ticket_id)
        WHERE c.draw_id = r.draw_id AND t.side IS NOT NULL) AS jokers,
      (SELECT sum(amount) FROM raffle_wins JOIN raffle_payouts USING (draw_id, place))::integer AS paid
    FROM raffles r JOIN draws d USING (draw_id) WHERE d.game = 'lotto'`.execute(on.db);
  const [held, ...more] = rows;
  expect(more).toEqual([]);
  expect(held).toMatchObject({ paid: 150_000 + 10 * 10_000, by: ['draw-machine', 'sandbox-supervisor'] });
  expect(held?.entrants).toBe(held?.jokers);
});

test('must-hold 46, 48, 59, 77: every invariant of the books holds after it', async () => {
  expect(await checkLedger(on.db)).toEqual({ ok: true });
});

test('must-hold 79: the protocol of the machine is kept, and what was entered is what it drew', async () => {
  const { rows } = await sql<{ protocol: string; numbers: number[]; actors: string[] }>`
    SELECT protocol, r.outcome -> 'numbers' AS numbers, (
      SELECT array_agg(actor ORDER BY entry) FROM result_entries e WHERE e.draw_id = r.draw_id
    ) AS actors
    FROM draw_protocols JOIN current_results r USING (draw_id)
  `.execute(on.db);
  const [kept] = rows;
  expect(JSON.parse(kept?.protocol ?? '{}')).toMatchObject({ numbers: kept?.numbers });
  expect(kept?.actors).toEqual(['draw-machine', 'sandbox-supervisor']);
});

test('a machine that is out of order is asked again, and the sample players buy once', async () => {
  await control({ fault: 'refuse', times: 2 });
  await walk(7);
  const draws = await drawn('lotto');
  expect(draws.map(({ state }) => ['closed', 'settled'].includes(state))).toEqual([true, true]);
  const { rows } = await sql<{ tickets: number; sold: number }>`
    SELECT sum(tickets) AS tickets,
      (SELECT count(*) FROM tickets JOIN players USING (player_id) WHERE username LIKE 'mugur%') AS sold
    FROM sample_purchases
  `.execute(on.db);
  expect(rows[0]?.sold).toBe(Number(rows[0]?.tickets));
});

test('a protocol with a forged signature stops the draw for a person, with an alarm', async () => {
  await control({ fault: 'forge' });
  await walk(7);
  const { rows } = await sql`
    SELECT game, code, stops FROM draw_alarms JOIN draws USING (draw_id)`.execute(on.db);
  expect(rows).toEqual([{ game: 'eurojackpot', code: 'machine_untrusted', stops: true }]);
  expect(await drawn('lotto')).toHaveLength(3);
  expect(await checkLedger(on.db)).toEqual({ ok: true });
});

test('production has no draws by machine', () => {
  const machine = { draw: () => Promise.reject(new Error('asked')) };
  const parts = {
    config: { ...config, mode: 'production' as const },
    db: on.db,
    pool: on.pool,
    log,
    machine,
    kinds,
  };
  expect(() => autoDrawDeadline(parts)).toThrow(/made by people/);
});
