/**
 * What one account does to the purchases of all others: it changes its limits on thirty connections and buys
 * on two, or somebody holds its wallet's row the whole time. All of it at constant rates, far from what
 * saturates the machine: locks are looked at, not load, and who measures must not wait for a core.
 */
import pg from 'pg';
import { DATABASE } from '#embedded/postgres/roles.ts';
import { systemMaxima } from '#rules/values/limits.ts';
import { startInstance } from '#test/harness/instance.ts';
import type { Instance } from '#test/harness/product.ts';
import { preparePost } from './http-client.ts';
import { constantLoad, type Load, type LoadFigures, median, rounded } from './load.ts';
import { createPlayers, type Player, purchaseLoad, superuserOf } from './purchase-load.ts';
import { countMissing } from './purchases.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 20);
const playerCount = Number(process.env['BENCH_PLAYERS'] ?? 20_000);
/** A second: purchases of the others, changes of limits, and purchases of the one who changes them. */
const rate = 300;
const changeRate = 160;
const ownRate = 40;

type Parts = { instance: Instance; port: number; players: readonly Player[]; acknowledged: string[] };
type Troubled = { figures: LoadFigures; answers: Record<string, number> };

export async function run(): Promise<object> {
  const instance = await startInstance({ AUTO_DRAW: '0' });
  try {
    const players = await createPlayers(instance, playerCount + 2 * rounds);
    const port = Number(new URL(instance.url).port);
    return await measure({ instance, port, players, acknowledged: [] });
  } finally {
    await instance.dispose();
  }
}

async function measure(parts: Parts): Promise<object> {
  const { instance, acknowledged } = parts;
  await others(parts, 'warm');
  const alone: LoadFigures[] = [];
  const changing: Troubled[] = [];
  const held: Troubled[] = [];
  for (let round = 0; round < rounds; round++) {
    alone.push(await others(parts, `alone-${round}`));
    changing.push(await troubled(parts, 2 * round, changesLimits));
    held.push(await troubled(parts, 2 * round + 1, holdsWallet));
    const p99 = [alone, changing.map(figuresOf), held.map(figuresOf)].map((all) => all[round]?.p99Ms);
    console.error(`round ${round + 1}: p99 ${p99.join(', ')} ms (alone, limits change, wallet held)`);
  }
  const base = summary('alone', alone);
  const missing = await countMissing(instance, acknowledged);
  const cases = [
    { ...summary('limits change', changing.map(figuresOf), base.p99), answers: changing.map(answersOf) },
    { ...summary('wallet held', held.map(figuresOf), base.p99), answers: held.map(answersOf) },
  ];
  return {
    value: Math.max(...cases.map(({ p99 }) => p99)),
    unit: 'ms, p99 of the others',
    p50: base.p50,
    p99: base.p99,
    ratio: Math.max(...cases.map(({ ratio }) => ratio ?? Infinity)),
    cases,
    perSecond: rate,
    acknowledged: acknowledged.length,
    missing,
    verified: missing === 0,
  };
}

const figuresOf = ({ figures }: Troubled) => figures;
const answersOf = ({ answers }: Troubled) => answers;

/** @param alone p99 of the others when nobody troubles them */
function summary(name: string, figures: readonly LoadFigures[], alone?: number) {
  const p99 = median(figures.map(({ p99Ms }) => p99Ms));
  return {
    name,
    p50: median(figures.map(({ p50Ms }) => p50Ms)),
    p99,
    ...(alone !== undefined && { ratio: rounded(p99 / alone, 2) }),
  };
}

let turn = 0;

function others({ port, players, acknowledged }: Parts, key: string): Promise<LoadFigures> {
  const nextPlayer = () => players[2 * rounds + (turn++ % (players.length - 2 * rounds))] as Player;
  return constantLoad(purchaseLoad(port, { seconds, nextPlayer, key, acknowledged }), rate);
}

type Trouble = (parts: Parts, one: Player, answers: Record<string, number>) => Promise<unknown>;

/** The first players are those who trouble, each once, so that the day's limit leaves something to buy. */
async function troubled(parts: Parts, nth: number, trouble: Trouble): Promise<Troubled> {
  const one = parts.players[nth] as Player;
  const answers: Record<string, number> = {};
  const own = counting(buysOf(parts, one, `${trouble.name}-${nth}-own`), 'buy', answers);
  const [figures] = await Promise.all([
    others(parts, `${trouble.name}-${nth}`),
    constantLoad(own, ownRate),
    trouble(parts, one, answers),
  ]);
  return { figures, answers };
}

function buysOf({ port }: Parts, one: Player, key: string): Load {
  const options = { seconds, nextPlayer: () => one, key, acknowledged: [] };
  return { ...purchaseLoad(port, options), connections: 2 };
}

function changesLimits({ port }: Parts, one: Player, answers: Record<string, number>): Promise<unknown> {
  const request = preparePost('/api/proxy/user/limits', JSON.stringify(systemMaxima), {
    Origin: 'http://localhost',
    Cookie: one.cookie,
  })({});
  const load = { port, connections: 30, seconds, next: () => request, onAnswer: () => {} };
  return constantLoad(counting(load, 'limits', answers), changeRate);
}

async function holdsWallet({ instance }: Parts, one: Player): Promise<void> {
  const client = new pg.Client({ connectionString: superuserOf(instance, DATABASE) });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM wallets WHERE player_id = $1 FOR UPDATE', [one.playerId]);
  await new Promise((done) => setTimeout(done, seconds * 1000));
  await client.end();
}

/** Counts answers by status instead of looking at them. */
function counting(load: Load, name: string, answers: Record<string, number>): Load {
  return {
    ...load,
    onAnswer: ({ status }) => {
      const key = `${name} ${status}`;
      answers[key] = (answers[key] ?? 0) + 1;
    },
  };
}
