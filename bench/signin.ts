/**
 * Signing in by password while sales go on: purchases alone and with people who sign in beside them take
 * turns, so that both see the same machine; first at half of the full speed of purchases, then at full speed.
 * Who waits asks for the place as a browser does. Then what looking a session up adds to a request.
 */
import type { Database } from '#server/platform/database.ts';
import { hashPassword } from '#server/players/passwords/password.ts';
import { createSessionReader } from '#server/players/sessions/sessions.ts';
import type { Instance } from '#test/harness/product.ts';
import { Connection, getRequest, type HttpAnswer } from './http-client.ts';
import { arrive, constantLoad, figures, fullLoad, type LoadFigures, median, rounded } from './load.ts';
import { createPlayers, type Player, purchaseLoad } from './purchase-load.ts';
import { type Running, whileRunning } from './running.ts';
import { signInForms } from './sign-in-form.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 30);
const playerCount = Number(process.env['BENCH_PLAYERS'] ?? 60_000);
/** Sign-ins offered a second beside purchases at half and at full speed. */
const offered = { half: 10, full: 12 } as const;
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
  let buyers = 0;
  const nextPlayer = () => players[buyers++ % players.length] as Player;
  const purchases = (key: string) => purchaseLoad(port, { seconds, nextPlayer, key, acknowledged: [] });
  const visitors = await signInVisitors(instance, players);
  const sessionCheck = await measureChecks(database, players);
  const recordedBefore = await countSignIns(database);

  const warm = await fullLoad({ ...purchases('warm'), seconds: 10 });
  const halfSpeed = Math.round(warm.perSecond / 2);
  const speeds = {
    half: (key: string) => constantLoad(purchases(key), halfSpeed),
    full: (key: string) => fullLoad(purchases(key)),
  };
  const found = { half: [] as Round[], full: [] as Round[] };
  for (let round = 0; round < rounds; round++) {
    for (const speed of ['half', 'full'] as const) {
      const alone = await speeds[speed](`alone-${speed}-${round}`);
      const signing = visitors.come(offered[speed]);
      const beside = await speeds[speed](`beside-${speed}-${round}`);
      const signIns = await signing;
      found[speed].push({ alone, beside, signIns });
      console.error(speed, JSON.stringify({ alone, beside, signIns }));
    }
  }
  const recorded = (await countSignIns(database)) - recordedBefore;
  const { signInsPerSecond, ...atFull } = summary(found.full);
  return {
    value: signInsPerSecond,
    unit: 'sign-ins/s beside full sales',
    full: { offered: offered.full, ...atFull },
    half: { offered: offered.half, ...summary(found.half) },
    sessionCheck,
    verified: recorded === visitors.total().served && visitors.total().turnedAway === 0,
  };
}

type SignIns = {
  /** While purchases went on, and what was left then: waiting with a place, or being looked at. */
  served: number;
  waiting: number;
  withPlace: number;
  turnedAway: number;
  p50Ms: number;
  p99Ms: number;
};
type Round = { alone: LoadFigures; beside: LoadFigures; signIns: SignIns };

function summary(found: readonly Round[]) {
  const of = (read: (round: Round) => number) => median(found.map(read));
  const [alone, beside] = [of((round) => round.alone.perSecond), of((round) => round.beside.perSecond)];
  return {
    signInsPerSecond: rounded(of(({ signIns }) => signIns.served) / seconds, 1),
    signIns: {
      ...{ p50: of(({ signIns }) => signIns.p50Ms), p99: of(({ signIns }) => signIns.p99Ms) },
      ...{ waiting: of(({ signIns }) => signIns.waiting), withPlace: of(({ signIns }) => signIns.withPlace) },
      turnedAway: of(({ signIns }) => signIns.turnedAway),
    },
    purchases: {
      ...{ alone, beside, lost: rounded(1 - beside / alone, 3) },
      ...{ aloneP99: of((round) => round.alone.p99Ms), besideP99: of((round) => round.beside.p99Ms) },
    },
  };
}

/** Right names and passwords, each from a browser that the account does not know. */
async function signInVisitors(instance: Instance, players: readonly Player[]) {
  const port = Number(new URL(instance.url).port);
  const form = await signInForms(instance.url);
  const total = { served: 0, turnedAway: 0 };
  let turn = 0;

  async function send(request: string): Promise<HttpAnswer> {
    const connection = new Connection(port);
    return connection.send(request).finally(() => connection.close());
  }

  async function come(perSecond: number): Promise<SignIns> {
    const left = new Set<string>();
    const latencies: number[] = [];
    const turnedAwayBefore = total.turnedAway;
    let isOver = false;
    const signIn = async () => {
      const { username } = players[turn++ % players.length] as Player;
      const waitingId = crypto.randomUUID();
      left.add(waitingId);
      const asking = setInterval(() => void send(getRequest(`/api/proxy/auth/place/${waitingId}`)), 1_500);
      const from = performance.now();
      const { status, body } = await send(form({ username, password, waitingId })).finally(() =>
        clearInterval(asking),
      );
      left.delete(waitingId);
      if (status === 200 && !body.includes('csrf')) total.served += 1;
      else if (body.includes('EC_SYSTEM_CLOSED')) total.turnedAway += 1;
      else throw new Error(`a sign-in was answered ${status}: ${body}`);
      if (!isOver) latencies.push(performance.now() - from);
    };
    const signing: Promise<void>[] = [];
    await arrive(
      perSecond,
      (nth) => nth < perSecond * seconds,
      () => void signing.push(signIn()),
    );
    isOver = true;
    const places = await Promise.all(
      [...left].map(async (id) => (await send(getRequest(`/api/proxy/auth/place/${id}`))).body),
    );
    await Promise.all(signing);
    const { p50Ms, p99Ms } = figures(latencies, seconds * 1000);
    return {
      ...{ served: latencies.length, p50Ms, p99Ms },
      ...{ waiting: places.length, withPlace: places.filter((place) => /\d/.test(place)).length },
      turnedAway: total.turnedAway - turnedAwayBefore,
    };
  }

  return { come, total: () => total };
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
