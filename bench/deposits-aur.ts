/** Thousands of deposits by Aur that wait for their phones, begun evenly over the three minutes of each. */
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { getRequest, preparePost } from './http-client.ts';
import { constantLoad, figures, type LoadFigures, rounded } from './load.ts';
import { processorTime } from './processor-time.ts';
import { createPlayers, type Player } from './purchase-load.ts';
import type { Running } from './running.ts';

const open = Number(process.env['BENCH_OPEN'] ?? 10_000);
/** Reads of browsers a second. */
const reads = Number(process.env['BENCH_READS'] ?? 500);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 20);
const openSeconds = 180;
const begunPerSecond = open / openSeconds;
/** Phones that say yes in each second of the measurement. */
const thumbsPerSecond = 5;

type Open = { paymentId: string; token: string; cookie: string };

export async function aurDeposits(bench: Running) {
  const { instance, database } = bench;
  const port = Number(new URL(instance.url).port);
  const fill = openSeconds - 5;
  const needed = Math.ceil((fill + seconds + 10) * begunPerSecond);
  const players = await createPlayers(instance, needed);
  // Phones that do nothing of themselves.
  await database.pool.query(
    `UPDATE players SET payment_method = 'aur', mobile = (7000000 + nth)::text,
       mobile_confirmed_at = domain_now()
     FROM unnest($1::bigint[]) WITH ORDINALITY u(id, nth) WHERE player_id = id`,
    [players.map(({ playerId }) => playerId)],
  );
  let failed = 0;
  const begin = preparePost('/api/proxy/user/account/deposit', '{"amount":1000,"reentryUrl":"/"}', {
    Origin: 'http://localhost',
  });
  const queue = players.values();
  const beginning = constantLoad(
    {
      ...{ port, connections: 8, seconds: fill + seconds + 5 },
      next: () => begin({ Cookie: (queue.next().value as Player).cookie }),
      onAnswer: ({ status, body }) => {
        if (status === 200) return;
        failed += 1;
        console.error(`${status} ${body}`);
      },
    },
    begunPerSecond,
  );
  await sleep(fill * 1000);
  const waiting = await openDeposits(bench, players);
  console.error(`${waiting.length} deposits are open`);
  const measured = () =>
    Promise.all([askedHowOften(bench), readAll(port, waiting, () => (failed += 1)), thumbs(bench, waiting)]);
  const { made, cpuMs } = await processorTime(instance, measured, () => seconds);
  const [asked, read, told] = made;
  const begun = await beginning;
  return {
    open: waiting.length,
    begun: { perSecond: rounded(begunPerSecond, 1), p99: begun.p99Ms },
    reads: { perSecond: read.perSecond, p50: read.p50Ms, p99: read.p99Ms },
    asked,
    cpuMsPerSecond: cpuMs,
    untilCredited: { thumbs: told.answered, p50: told.p50Ms, p99: told.p99Ms },
    failed,
  };
}

async function openDeposits({ database: { db } }: Running, players: readonly Player[]): Promise<Open[]> {
  const cookieOf = new Map(players.map(({ playerId, cookie }) => [Number(playerId), cookie]));
  const { rows } = await sql<{ paymentId: string; playerId: number; token: string }>`
    SELECT payment_id AS "paymentId", player_id AS "playerId", outside_token AS token FROM payments
    WHERE kind = 'aurDeposit' AND status = 'waiting' AND outside_token IS NOT NULL
    ORDER BY asked_at DESC`.execute(db);
  return rows.map(({ playerId, ...rest }) => ({ ...rest, cookie: cookieOf.get(playerId) ?? '' }));
}

function readAll(port: number, waiting: readonly Open[], onFail: () => void): Promise<LoadFigures> {
  let turn = 0;
  const load = {
    ...{ port, connections: 64, seconds },
    next: () => {
      const { paymentId, cookie } = waiting[turn++ % waiting.length] as Open;
      return getRequest(`/api/proxy/user/account/aur-status/${encodeId(paymentId)}`, { Cookie: cookie });
    },
    onAnswer: ({ status }: { status: number }) => {
      if (status !== 200) onFail();
    },
  };
  return constantLoad(load, reads);
}

/** Times a second, of those that stayed open: in their first thirty seconds, and later. */
async function askedHowOften({ database: { db } }: Running) {
  const read = async () => {
    const { rows } = await sql<{ id: string; looks: number; age: number }>`
      SELECT payment_id AS id, looks, extract(epoch FROM domain_now() - asked_at)::double precision AS age
      FROM payments WHERE kind = 'aurDeposit' AND status = 'waiting'`.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  };
  const forSeconds = 10;
  const before = await read();
  const startedMs = performance.now();
  await sleep(forSeconds * 1000);
  const after = await read();
  const passed = (performance.now() - startedMs) / 1000;
  const rates = (from: number, to: number) => {
    const each = [...before.values()].flatMap(({ id, looks, age }) => {
      const now = after.get(id);
      return now && age >= from && age + passed < to ? [(now.looks - looks) / passed] : [];
    });
    const sorted = each.sort((a, b) => a - b);
    const at = (share: number) => rounded(sorted[Math.floor(sorted.length * share)] ?? 0, 2);
    return { deposits: sorted.length, median: at(0.5), slowestHundredth: at(0.01) };
  };
  return { unit: 'times a second', young: rates(2, 30), old: rates(30, openSeconds) };
}

/** From the thumb on a phone that is asked about every five seconds only, to the balance. */
async function thumbs(
  { instance, database: { db } }: Running,
  waiting: readonly Open[],
): Promise<LoadFigures> {
  const old = waiting.slice(Math.round(waiting.length * 0.25), Math.round(waiting.length * 0.75));
  const count = Math.min(old.length, thumbsPerSecond * seconds);
  const startedMs = performance.now();
  const latencies = await Promise.all(
    Array.from({ length: count }, async (_, nth) => {
      const { token, paymentId } = old[Math.floor((nth * old.length) / count)] as Open;
      await sleep(Math.max(0, startedMs + (nth * 1000) / thumbsPerSecond - performance.now()));
      const pressedMs = performance.now();
      const body = new URLSearchParams({ deed: 'approve' });
      await fetch(`${instance.sandboxUrl}/aur/phone/${token}`, { method: 'POST', body, redirect: 'manual' });
      while (!(await isSettled(db, paymentId))) {
        if (performance.now() > pressedMs + 15_000) throw new Error(`${paymentId} was never credited`);
        await sleep(5);
      }
      return performance.now() - pressedMs;
    }),
  );
  return figures(latencies, performance.now() - startedMs);
}

async function isSettled(db: Running['database']['db'], paymentId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM payments WHERE payment_id = ${paymentId} AND status = 'settled'`.execute(db);
  return rows.length > 0;
}
