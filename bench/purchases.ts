import pg from 'pg';
import { decodeId } from '#server/platform/ids.ts';
import { nextUint32 } from '#server/platform/random.ts';
import { startInstance } from '#test/harness/instance.ts';
import type { Instance } from '#test/harness/product.ts';
import type { Turn } from './compare-turns.ts';
import { constantLoad, fullLoad, type LoadFigures, median, rounded, stepBack } from './load.ts';
import { peerSettings, pgbenchVersion, preparePeer, runPeer } from './pgbench.ts';
import { createPlayers, type Player, purchaseLoad, randomWager, superuserOf } from './purchase-load.ts';

type Case = { name: string; purchaser: (round: number) => () => Player; wager?: () => string };

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const seconds = Number(process.env['BENCH_SECONDS'] ?? peerSettings.seconds);
const playerCount = Number(process.env['BENCH_PLAYERS'] ?? 300_000);
const hotShare = 100;
const tenDraws = 10;

export async function run(): Promise<object> {
  const instance = await startInstance({ AUTO_DRAW: '0' });
  try {
    return await measure(instance);
  } finally {
    await instance.dispose();
  }
}

async function measure(instance: Instance): Promise<object> {
  const generatorPolicy = stepBack();
  const port = Number(new URL(instance.url).port);
  const players = await createPlayers(instance, playerCount);
  await liftLimits(instance);
  const version = await pgbenchVersion();
  const peerUrl = version ? await createPeerDatabase(instance) : null;
  const acknowledged: string[] = [];
  const peers: number[] = [];
  const found = new Map<string, LoadFigures[]>();

  for (let round = 0; round < rounds; round++) {
    if (peerUrl) peers.push(await measurePeer(instance, peerUrl));
    for (const each of casesOf(players)) {
      await writeOut(instance);
      const load = purchaseLoad(port, {
        ...each,
        seconds,
        nextPlayer: each.purchaser(round),
        key: `${each.name}-${round}`,
        acknowledged,
      });
      const figures = await fullLoad(load);
      console.error(`round ${round + 1} ${each.name}: ${figures.perSecond}/s, p99 ${figures.p99Ms} ms`);
      found.set(each.name, [...(found.get(each.name) ?? []), figures]);
    }
  }
  if (peerUrl) peers.push(await measurePeer(instance, peerUrl));
  const cases = [...found].map(([name, figures]) => summary(name, figures, peers));
  const [spread] = casesOf(players);
  const half = (cases[0]?.value ?? 0) / 2;
  const atHalf =
    spread &&
    (await constantLoad(
      purchaseLoad(port, {
        ...spread,
        seconds,
        nextPlayer: spread.purchaser(rounds),
        key: `${spread.name}-${rounds}`,
        acknowledged,
      }),
      half,
    ));
  const missing = await countMissing(instance, acknowledged);
  const perSecond = (name: string) => cases.find((each) => each.name === name)?.value ?? Number.NaN;
  return {
    ...cases[0],
    unit: 'purchases/s',
    cases,
    couponsOfTenDraws: {
      perSecond: tenDraws * perSecond('ten draws'),
      toSingle: rounded((tenDraws * perSecond('ten draws')) / perSecond('one draw'), 2),
    },
    generatorPolicy,
    halfLoad: atHalf && { perSecond: half, p50: atHalf.p50Ms, p99: atHalf.p99Ms },
    ...(peerUrl
      ? {
          peer: {
            name: `pgbench TPC-B (${version})`,
            value: median(peers),
            settings: peerSettings,
            runs: peers,
          },
        }
      : { note: 'pgbench is not on the PATH: no ratio' }),
    acknowledged: acknowledged.length,
    missing,
    verified: missing === 0,
  };
}

async function measurePeer(instance: Instance, url: string): Promise<number> {
  await writeOut(instance);
  const perSecond = await runPeer(url);
  console.error(`pgbench: ${Math.round(perSecond)}/s`);
  return perSecond;
}

/** Seconds of each case in a turn of `bench compare`. */
const turnSeconds = 2;
/** Players of each build in `bench compare`. */
const comparedPlayers = Number(process.env['BENCH_PLAYERS'] ?? 60_000);

/** Every case for two seconds a turn, in purchases a second. */
export async function comparePurchases(instance: Instance): Promise<Turn> {
  const port = Number(new URL(instance.url).port);
  const players = await createPlayers(instance, comparedPlayers);
  await liftLimits(instance);
  const cases = casesOf(players);
  let turn = 0;
  return async () => {
    const speeds: Record<string, number> = {};
    await writeOut(instance);
    for (const each of cases) {
      const load = purchaseLoad(port, {
        ...each,
        seconds: turnSeconds,
        nextPlayer: each.purchaser(turn),
        key: `${each.name}-${turn}`,
        acknowledged: [],
      });
      speeds[each.name] = (await fullLoad(load)).perSecond;
    }
    turn += 1;
    return speeds;
  };
}

/** Each round is held against the peer just before and just after it: the machine drifts. */
function summary(name: string, figures: readonly LoadFigures[], peers: readonly number[]) {
  const ratios = figures.map(({ perSecond }, round) => perSecond / median(peers.slice(round, round + 2)));
  return {
    name,
    value: median(figures.map(({ perSecond }) => perSecond)),
    p50: median(figures.map(({ p50Ms }) => p50Ms)),
    p99: median(figures.map(({ p99Ms }) => p99Ms)),
    ...(peers.length > 0 && {
      ratio: rounded(median(ratios), 2),
      rounds: ratios.map((ratio) => rounded(ratio, 2)),
    }),
  };
}

/** Players are taken in turn; hot wallets differ from round to round. */
function casesOf(players: readonly Player[]): Case[] {
  let turn = 0;
  const inTurn = () => players[turn++ % players.length] as Player;
  const hotCount = hotCountOf(players);
  return [
    {
      name: 'spread',
      purchaser: () => inTurn,
      wager: () => randomWager({ drawCount: nextUint32() % 4 === 0 ? 2 : 1 }),
    },
    { name: 'one draw', purchaser: () => inTurn },
    { name: 'ten rows', purchaser: () => inTurn, wager: () => randomWager({ rows: 10 }) },
    { name: 'system 10', purchaser: () => inTurn, wager: () => randomWager({ system: 10 }) },
    { name: 'ten draws', purchaser: () => inTurn, wager: () => randomWager({ drawCount: tenDraws }) },
    {
      name: 'hot wallets',
      purchaser: (round) => {
        let hot = 0;
        return () =>
          nextUint32() % 2 === 0 ? inTurn() : (players[round * hotCount + (hot++ % hotCount)] as Player);
      },
    },
  ];
}

const hotCountOf = (players: readonly Player[]): number => Math.floor(players.length / hotShare);

/** No day's limit bites: a wallet here buys several systems of 37,800 kr., or a hundred tickets. */
function liftLimits(instance: Instance): Promise<void> {
  return asSuperuser(instance, 'hending', async (client) => {
    await client.query('UPDATE wallets SET stake_limit_day = 10_000_000');
    // Rows just written anew leave their old ones behind.
    await client.query('VACUUM ANALYZE wallets');
  });
}

/** What one case or the peer wrote is not flushed to the disk at the next one's expense. */
async function writeOut(instance: Instance): Promise<void> {
  await asSuperuser(instance, 'postgres', (client) => client.query('CHECKPOINT'));
}

async function createPeerDatabase(instance: Instance): Promise<string> {
  await asSuperuser(instance, 'postgres', (client) => client.query('CREATE DATABASE pgbench'));
  const peerUrl = superuserOf(instance, 'pgbench');
  await preparePeer(peerUrl);
  return peerUrl;
}

/** Every acknowledged purchase is looked up; @returns how many are not there. */
export function countMissing(instance: Instance, acknowledged: readonly string[]): Promise<number> {
  return asSuperuser(instance, 'hending', async (client) => {
    await client.query('CREATE TEMP TABLE acknowledged (ticket_id uuid)');
    for (let from = 0; from < acknowledged.length; from += 50_000) {
      const ids = acknowledged.slice(from, from + 50_000).map(decodeId);
      await client.query('INSERT INTO acknowledged SELECT unnest($1::uuid[])', [ids]);
    }
    const { rows } = await client.query<{ missing: string }>(
      `SELECT count(*) AS missing FROM acknowledged a
       WHERE NOT EXISTS (
         SELECT 1 FROM tickets t JOIN coupons c USING (player_id, ticket_id)
         WHERE t.ticket_id = a.ticket_id)`,
    );
    return Number(rows[0]?.missing);
  });
}

async function asSuperuser<T>(
  instance: Instance,
  database: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: superuserOf(instance, database) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
