/**
 * Saturday evening: players arrive, one in ten signs in by password and the others are signed in, they read
 * home and results, play, buy, and look at their ticket, more and more of them until the sale closes. Then
 * the draw closes, and for two minutes everybody who came reloads the results while the prizes are paid. No
 * peer: nothing else has this evening.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Draw, drawColumns } from '#server/draws/draw.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { decodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { hashPassword } from '#server/players/passwords/password.ts';
import { drawnForWinners, sellWinners } from '#test/harness/many-winners.ts';
import { Connection, getRequest, type HttpAnswer, postRequest } from './http-client.ts';
import { arrive, figures, type LoadFigures, stepBack } from './load.ts';
import { createPlayers, operator, type Player, randomWager } from './purchase-load.ts';
import { type Running, whileRunning } from './running.ts';
import { signInForms } from './sign-in-form.ts';

const playerCount = Number(process.env['BENCH_PLAYERS'] ?? 20_000);
const winners = Number(process.env['BENCH_WINNERS'] ?? 100_000);
const stageSeconds = Number(process.env['BENCH_SECONDS'] ?? 20);
const reloadSeconds = Number(process.env['BENCH_RELOAD_SECONDS'] ?? 120);
/** Players who come in a second; the first rate at which a step is too slow ends the rise. */
const rates = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 120, 140, 160, 200];
const slowMs = 500;
const signsIn = (nth: number) => nth % 10 === 0;
const password = 'bench-evening-1';

/** What a browser says beside its cookie. */
const browser = { Origin: 'http://localhost', 'Accept-Encoding': 'br, gzip' };

type Step = 'home' | 'sign in' | 'home, signed in' | 'results' | 'play' | 'buy' | 'ticket';
type Stage = { perSecond: number; steps: Record<string, LoadFigures>; isQuick: boolean; failed: number };

export const run = (): Promise<object> => whileRunning(evening);

async function evening({ instance, database }: Running): Promise<object> {
  const { db } = database;
  const port = Number(new URL(instance.url).port);
  const players = await createPlayers(instance, playerCount);
  await sql`UPDATE players SET password_hash = ${await hashPassword(password)}
    WHERE username LIKE 'prufa%'`.execute(db);
  const { rows } = await sql<Draw>`SELECT ${drawColumns} FROM draws d
    WHERE state = 'released' AND closed_at IS NULL AND game = 'lotto'`.execute(db);
  const draw = rows[0] as Draw;
  const winning = Array.from({ length: winners / 4 }, (_, nth) => 1_000_000 + nth);
  await sellWinners(db, draw, { coupons: winners, players: winning });
  const generatorPolicy = stepBack();

  const visitors = await createVisitors(instance.url, port, players);
  await visitors.come(5, 5);
  const stages: Stage[] = [];
  for (const perSecond of rates) {
    const stage = await visitors.come(perSecond, stageSeconds);
    console.error(JSON.stringify(stage));
    stages.push(stage);
    if (!stage.isQuick) break;
  }
  const best = stages.findLast(({ isQuick }) => isQuick);
  const closing = visitors.come(best?.perSecond ?? 1, stageSeconds);
  const reload = await closeAndReload({ instance, draw, port, came: visitors.came }, closing);
  const { ok } = await checkLedger(db);
  const lost = await visitors.lost(async (ids) => {
    const found = await sql`SELECT FROM tickets WHERE ticket_id = ANY (${ids}::uuid[])`.execute(db);
    return ids.length - found.rows.length;
  });
  return {
    ...{ value: best?.perSecond ?? 0, unit: 'players/s, each with six or seven pages and calls' },
    best: best?.steps,
    tooFast: stages.find(({ isQuick }) => !isQuick),
    reload,
    bought: visitors.bought(),
    cores: 'two, shared by web, worker, PostgreSQL, sandboxes and players',
    generatorPolicy,
    note: 'scripts, styles and fonts are in the browsers already; no peer: nothing else has this evening',
    verified: ok && lost === 0 && reload.failed === 0,
  };
}

async function createVisitors(url: string, port: number, players: readonly Player[]) {
  const signInForm = await signInForms(url);
  const bought: string[] = [];
  let nth = 0;

  /** One player's visit; each step is sent when the one before is answered. */
  async function visit(note: (step: Step, ms: number) => void): Promise<void> {
    const number = nth++;
    const { cookie, username } = players[number % players.length] as Player;
    const connection = new Connection(port);
    const step = async (name: Step, request: string, wanted = 200): Promise<HttpAnswer> => {
      const from = performance.now();
      const said = await connection.send(request);
      note(name, performance.now() - from);
      if (said.status !== wanted)
        throw new Error(`${name} was answered ${said.status}: ${said.body.slice(0, 200)}`);
      return said;
    };
    const own = { ...browser, Cookie: cookie };
    try {
      if (signsIn(number)) {
        await step('home', getRequest('/', browser));
        await step('sign in', signInForm({ username, password }));
      }
      await step('home, signed in', getRequest('/', own));
      await step('results', getRequest('/urslit/lotto', own));
      await step('play', getRequest('/lottoleikir/lotto/spila', own));
      const key = { ...own, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() };
      const { body } = await step('buy', postRequest('/api/proxy/lotto/buy', randomWager(), key), 201);
      const { id } = JSON.parse(body) as { id: string };
      bought.push(id);
      await step('ticket', getRequest(`/minar-sidur/midar?ticketId=${id}`, own));
    } finally {
      connection.close();
    }
  }

  async function come(perSecond: number, seconds: number): Promise<Stage> {
    const taken = new Map<Step, number[]>();
    let failed = 0;
    const note = (step: Step, ms: number) => void taken.set(step, [...(taken.get(step) ?? []), ms]);
    const visits: Promise<void>[] = [];
    const begin = () => {
      const begun = visit(note).catch((error: unknown) => {
        failed += 1;
        console.error(String(error));
      });
      visits.push(begun);
    };
    await arrive(perSecond, (begun) => begun < perSecond * seconds, begin);
    await Promise.all(visits);
    const steps = Object.fromEntries([...taken].map(([step, ms]) => [step, figures(ms, seconds * 1000)]));
    const isQuick = failed === 0 && Object.values(steps).every(({ p99Ms }) => p99Ms <= slowMs);
    return { perSecond, steps, isQuick, failed };
  }

  return {
    come,
    bought: () => bought.length,
    /** Everybody who was there. */
    came: () => players.slice(0, nth),
    lost: (count: (ids: readonly string[]) => Promise<number>) =>
      count(bought.map((id) => decodeId(id) ?? '')),
  };
}

type Evening = { instance: Running['instance']; draw: Draw; port: number; came: () => readonly Player[] };

/** Sale ends while `visits` go on; then everybody who came looks at the results twice a minute. */
async function closeAndReload({ instance, draw, port, came }: Evening, visits: Promise<Stage>) {
  const name = [draw.game, String(draw.number)];
  const { numbers, bonus } = drawnForWinners;
  const result = ['--numbers', numbers.join(), '--bonus', String(bonus), '--joker', '00000'];
  await sleep((stageSeconds - 5) * 1000);
  // The last of them find the sale closed.
  const closedFrom = performance.now();
  await operator(instance, ['draw', 'close', ...name, '--as', 'bench', '--reason', 'bench']);
  const closeMs = performance.now() - closedFrom;
  const last = await visits;

  let failed = 0;
  const latencies: number[] = [];
  let isOver = false;
  const players = came();
  const perSecond = players.length / 30;
  const idle: Connection[] = [];
  const ask = async (cookie: string, planned: number) => {
    const request = getRequest('/urslit/lotto', { ...browser, Cookie: cookie });
    const kept = idle.pop();
    let connection = kept ?? new Connection(port);
    const { status } = await connection.send(request).catch((error: unknown) => {
      // The server ends what was idle for long; a browser then asks on another one.
      if (kept === undefined) throw error;
      connection = new Connection(port);
      return connection.send(request);
    });
    latencies.push(performance.now() - planned);
    if (status !== 200) throw new Error(`the results were answered ${status}`);
    idle.push(connection);
  };
  const reloading = (async () => {
    const asked: Promise<void>[] = [];
    const startedMs = performance.now();
    const begin = (planned: number, nth: number) => {
      const { cookie } = players[nth % players.length] as Player;
      const begun = ask(cookie, planned).catch((error: unknown) => {
        failed += 1;
        console.error(String(error));
      });
      asked.push(begun);
    };
    await arrive(perSecond, () => !isOver, begin);
    await Promise.all(asked);
    for (const connection of idle) connection.close();
    return (performance.now() - startedMs) / 1000;
  })();
  const from = performance.now();
  await operator(instance, ['clock', 'set', draw.drawDate.toISOString()]);
  await operator(instance, ['draw', 'enter', ...name, ...result, '--as', 'first']);
  await operator(instance, ['draw', 'confirm', ...name, ...result, '--as', 'second']);
  await operator(instance, ['draw', 'settle', ...name]);
  await operator(instance, ['draw', 'pay', ...name, '--as', 'bench']);
  const paidMs = performance.now() - from;
  await sleep(Math.max(0, reloadSeconds * 1000 - paidMs));
  isOver = true;
  const seconds = await reloading;
  return {
    ...figures(latencies, seconds * 1000),
    failed,
    closeMs: Math.round(closeMs),
    /** From the clock to the last wallet, by commands of the operator. */
    untilPaidMs: Math.round(paidMs),
    winners,
    whileClosing: last.steps,
  };
}
