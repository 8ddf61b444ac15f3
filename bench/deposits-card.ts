/** Card deposits from the call to the balance: issuer asked, pages walked, return posted, paid. */
import { decodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { walkAuthentication } from '#test/harness/cardholder.ts';
import { cardOf } from '#test/harness/outsiders.ts';
import type { Instance } from '#test/harness/product.ts';
import type { Turn } from './compare-turns.ts';
import type { MeasuringGateway } from './deposits-gateway.ts';
import { figures, rounded } from './load.ts';
import { processorTime } from './processor-time.ts';
import { createPlayers, type Player } from './purchase-load.ts';
import type { Running } from './running.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 20);
/** Arrivals a second while our own part is measured. */
const rate = Number(process.env['BENCH_RATE'] ?? 50);
/** Each makes thirty deposits in a day at most. */
const playerCount = Number(process.env['BENCH_CARD_PLAYERS'] ?? 400);
const browsers = 32;

type Form = { postUrl: string; fields: { name: string; value: string }[] };
type Begun = { form: Form; verificationId: string };
/** Milliseconds of our two calls, and of the whole deposit with the cardholder's pages. */
type Made = { verificationId: string; callsMs: number; wholeMs: number };

/** Seconds of a turn of `bench compare`. */
const turnSeconds = 5;
/** Players of each build in `bench compare`. */
const comparedPlayers = Number(process.env['BENCH_CARD_PLAYERS'] ?? 1_200);

/** Full 3-D deposits a second, five seconds a turn. */
export async function compareDeposits(instance: Instance): Promise<Turn> {
  const free = await playersWithCards(instance, comparedPlayers);
  const deposit = async (made: Made[]) => {
    const player = free.shift();
    if (!player) throw new Error('too few players: each deposits once at a time');
    made.push(await depositOnce(instance, player));
    free.push(player);
  };
  await full(deposit, turnSeconds);
  return async () => ({ deposits: await full(deposit, turnSeconds) });
}

async function playersWithCards(instance: Instance, count: number): Promise<Player[]> {
  const players = await createPlayers(instance, count);
  await inBrowsers(players.entries(), ([serial, player]) => addCard(instance, player, serial));
  console.error(`${count} cards are kept`);
  return players;
}

export async function cardDeposits(bench: Running, gateway: MeasuringGateway) {
  const players = await playersWithCards(bench.instance, playerCount);
  const free = [...players];
  let failed = 0;
  const deposit = async (made: Made[]) => {
    const player = free.shift();
    if (!player) throw new Error('too few players: each deposits once at a time');
    try {
      made.push(await depositOnce(bench.instance, player));
    } catch (error) {
      failed += 1;
      console.error(String(error));
    }
    free.push(player);
  };

  await full(deposit, 4);
  const most = await full(deposit, seconds / 2);
  const { made, cpuMs } = await processorTime(
    bench.instance,
    () => atRate(deposit),
    ({ length }) => length,
  );
  const own = await ownParts(bench, gateway, made);
  const whole = figures(
    made.map(({ wholeMs }) => wholeMs),
    seconds * 1000,
  );
  return {
    value: rounded(most, 1),
    at: { perSecond: whole.perSecond, deposits: made.length },
    cpuMs,
    ownP50: own.p50Ms,
    ownP99: own.p99Ms,
    wholeP50: whole.p50Ms,
    wholeP99: whole.p99Ms,
    failed: failed + (await unsettled(bench)),
  };
}

async function inBrowsers<T>(items: IterableIterator<T>, work: (item: T) => Promise<unknown>) {
  const take = async () => {
    for (const item of items) await work(item);
  };
  await Promise.all(Array.from({ length: browsers }, take));
}

type Deposit = (made: Made[]) => Promise<void>;

/** @returns deposits a second, every browser beginning the next as soon as the last one is made */
async function full(deposit: Deposit, forSeconds: number): Promise<number> {
  const made: Made[] = [];
  const startedMs = performance.now();
  const take = async () => {
    while (performance.now() < startedMs + forSeconds * 1000) await deposit(made);
  };
  await Promise.all(Array.from({ length: browsers }, take));
  return (made.length * 1000) / (performance.now() - startedMs);
}

async function atRate(deposit: Deposit): Promise<Made[]> {
  const made: Made[] = [];
  const startedMs = performance.now();
  const under: Promise<void>[] = [];
  for (let nth = 0; nth < seconds * rate; nth += 1) {
    const early = startedMs + (nth * 1000) / rate - performance.now();
    if (early > 0) await new Promise((done) => setTimeout(done, early));
    under.push(deposit(made));
  }
  await Promise.all(under);
  return made;
}

/** What is left of our two calls without the time in which the gateway's sandbox was at work. */
async function ownParts({ database: { db } }: Running, gateway: MeasuringGateway, made: readonly Made[]) {
  const { rows } = await sql<{ paymentId: string; requestId: string }>`
    SELECT payment_id AS "paymentId", request_id AS "requestId" FROM payments`.execute(db);
  const requestOf = new Map(rows.map(({ paymentId, requestId }) => [paymentId, requestId]));
  const own = made.map(({ verificationId, callsMs }) => {
    const spent = gateway.spent(requestOf.get(decodeId(verificationId) ?? '') ?? '');
    if (spent === 0) throw new Error(`nothing was measured of ${verificationId}`);
    return callsMs - spent;
  });
  return figures(own, seconds * 1000);
}

async function unsettled({ database: { db } }: Running): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM payments WHERE status <> 'settled'`.execute(db);
  return rows[0]?.count ?? 0;
}

async function addCard(instance: Instance, player: Player, serial: number): Promise<void> {
  // Every second one is asked for a code.
  const number = cardOf(serial % 2 === 0 ? '01' : '02', '00', serial);
  const more = { cvd: '123', expires: '2030-05-10', isSubscriptionCard: false };
  const { form } = await call<Begun>(instance, player, '/user/credit-card', { number, ...more });
  await comeBack(form);
}

async function depositOnce(instance: Instance, player: Player): Promise<Made> {
  const startedMs = performance.now();
  const { form, verificationId } = await call<Begun>(instance, player, '/user/account/deposit', {
    amount: 1_000,
  });
  const begunMs = performance.now() - startedMs;
  const returnMs = await comeBack(form);
  return { verificationId, callsMs: begunMs + returnMs, wholeMs: performance.now() - startedMs };
}

/** @returns milliseconds that our own page took to answer the return */
async function comeBack(form: Form): Promise<number> {
  const back = await walkAuthentication(form, 'approve');
  if (!back) throw new Error('the browser did not return');
  const startedMs = performance.now();
  const answer = await fetch(back.url, { method: 'POST', body: new URLSearchParams(back.fields) });
  const page = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${page}`);
  return performance.now() - startedMs;
}

async function call<T>(instance: Instance, { cookie }: Player, path: string, body: object): Promise<T> {
  const answer = await fetch(`${instance.url}/api/proxy${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: instance.url, cookie },
    body: JSON.stringify({ reentryUrl: '/minar-sidur', ...body }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as T;
}
