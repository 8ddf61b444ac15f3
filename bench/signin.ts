/**
 * How many sign-ins a second go through beside full sales, and what they cost these: purchases alone and
 * purchases with so many sign-ins attempted take turns, so that both see the same machine. Then what looking
 * a session up adds to a request.
 */
import type { Database } from '#server/platform/database.ts';
import { hashPassword } from '#server/players/passwords/password.ts';
import { createSessionReader } from '#server/players/sessions/sessions.ts';
import type { Instance } from '#test/harness/instance.ts';
import { postRequest } from './http-client.ts';
import { constantLoad, fullLoad, type Load, median, rounded } from './load.ts';
import { createPlayers, type Player, purchaseLoad } from './purchase-load.ts';
import { type Running, whileRunning } from './running.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 6);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10);
const playerCount = Number(process.env['BENCH_PLAYERS'] ?? 60_000);
const attemptedPerSecond = 50;
const password = 'bench-sign-in-1';
const checks = 5000;

export const run = (): Promise<object> => whileRunning(prepare);

async function prepare({ instance, database }: Running): Promise<object> {
  const players = await createPlayers(instance, playerCount);
  await database.pool.query('UPDATE players SET password_hash = $1 WHERE username LIKE $2', [
    await hashPassword(password),
    'prufa%',
  ]);
  // Rows just written cost their first reader more than any later one.
  await database.pool.query('VACUUM ANALYZE');
  return measure(instance, players, database);
}

async function measure(instance: Instance, players: readonly Player[], database: Database): Promise<object> {
  const port = Number(new URL(instance.url).port);
  let turn = 0;
  const nextPlayer = () => players[turn++ % players.length] as Player;
  const acknowledged: string[] = [];
  const purchases = (key: string) =>
    fullLoad(purchaseLoad(port, { seconds, nextPlayer, drawCount: () => 1, key, acknowledged }));
  const signIns = await signInLoad(instance, nextPlayer);
  const sessionCheck = await measureChecks(database, players);
  const recordedBefore = await countSignIns(database);
  const alone: number[] = [];
  const beside: number[] = [];
  const figures: Awaited<ReturnType<typeof constantLoad>>[] = [];
  let inTime = 0;

  await purchases('warm');
  for (let round = 0; round < rounds; round++) {
    alone.push((await purchases(`alone-${round}`)).perSecond);
    const before = signIns.done;
    const selling = purchases(`beside-${round}`).then((sold) => {
      // What is still answered afterwards had the machine to itself.
      inTime += signIns.done - before;
      return sold;
    });
    const [sold, signed] = await Promise.all([selling, constantLoad(signIns.load, attemptedPerSecond)]);
    beside.push(sold.perSecond);
    figures.push(signed);
    const told = `${alone.at(-1)}/s alone, ${sold.perSecond}/s beside`;
    console.error(`round ${round + 1}: ${told} ${signIns.done} sign-ins so far`);
  }
  const lost = 1 - median(beside) / median(alone);
  const recorded = (await countSignIns(database)) - recordedBefore;
  return {
    value: rounded(inTime / (rounds * seconds), 1),
    unit: 'sign-ins/s',
    attemptedPerSecond,
    done: signIns.done,
    turnedAway: signIns.turnedAway,
    p50: median(figures.map(({ p50Ms }) => p50Ms)),
    p99: median(figures.map(({ p99Ms }) => p99Ms)),
    purchases: { alone: median(alone), beside: median(beside), lost: rounded(lost, 3) },
    sessionCheck,
    verified: recorded === signIns.done,
  };
}

/** Right names and passwords, each from a browser that the account does not know. */
async function signInLoad(instance: Instance, nextPlayer: () => Player) {
  const answer = await fetch(`${instance.url}/api/auth/csrf`);
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  const cookie = answer.headers.getSetCookie().map((set) => set.split(';')[0]);
  const headers = {
    Cookie: cookie.join('; '),
    Origin: 'http://localhost',
    'Content-Type': 'application/x-www-form-urlencoded',
  };
  const counted = { done: 0, turnedAway: 0 };
  const load: Load = {
    port: Number(new URL(instance.url).port),
    connections: 200,
    seconds,
    next: () => {
      const fields = { username: nextPlayer().username, password, csrfToken, json: 'true' };
      return postRequest('/api/auth/callback/credentials', String(new URLSearchParams(fields)), headers);
    },
    onAnswer: ({ status, body }) => {
      if (status === 200 && !body.includes('csrf')) counted.done += 1;
      else if (body.includes('EC_SYSTEM_CLOSED')) counted.turnedAway += 1;
      else throw new Error(`a sign-in was answered ${status}: ${body}`);
    },
  };
  return {
    load,
    get done() {
      return counted.done;
    },
    get turnedAway() {
      return counted.turnedAway;
    },
  };
}

/** Milliseconds that a look-up takes alone, and its share when 64 requests are under way. */
async function measureChecks(database: Database, players: readonly Player[]) {
  const { find } = createSessionReader(database);
  const tokens = players.slice(0, checks).map(({ cookie }) => cookie.slice(cookie.indexOf('=') + 1));
  const alone: number[] = [];
  for (const token of tokens) {
    const from = performance.now();
    if ((await find(token)) === null) throw new Error('a session was not found');
    alone.push(performance.now() - from);
  }
  const from = performance.now();
  const rest = [...tokens];
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      for (let token = rest.pop(); token !== undefined; token = rest.pop()) await find(token);
    }),
  );
  const share = (performance.now() - from) / checks;
  return { unit: 'ms', p50: rounded(median(alone), 3), shareOf64: rounded(share, 3) };
}

async function countSignIns({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ count: string }>('SELECT count(*) FROM sign_ins');
  return Number(rows[0]?.count);
}
