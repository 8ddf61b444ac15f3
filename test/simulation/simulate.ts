/** One run: its own product in its own processes, a season of draws, crashes, and the audit at the end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startInstance } from '#test/harness/instance.ts';
import type { Instance } from '#test/harness/product.ts';
import { type Fine, fine, type GameId, games } from './arithmetic.ts';
import { audit } from './audit.ts';
import { playBillingDay } from './billing-day.ts';
import { createClient } from './client.ts';
import { createFaults, type FaultKind, faultKinds } from './faults.ts';
import { createModel, type Model } from './model.ts';
import { runOperator } from './operator.ts';
import { withOwner } from './owner.ts';
import type { Payer } from './payer.ts';
import { auditPayers } from './payer-audit.ts';
import { createPayerClient } from './payers.ts';
import { playPrograms } from './programs.ts';
import { type Random, seeded } from './random.ts';
import { drawsOnSale, playDraw, settleMoment, type Window, windows } from './rounds.ts';
import { type Sim, violate } from './sim.ts';
import { createTraffic } from './traffic.ts';

export type Options = { seed: number; operations: number; say(text: string): void };

/** The line that is printed last. */
export type Report = {
  seed: number;
  operations: number;
  acknowledged: number;
  lost: number;
  doubled: number;
  /** Calls that were refused for lack of room. */
  busy: number;
  violations: string[];
};

const balances = [5_000, 50_000, 500_000, 2_000_000, 5_000_000] as const;

export async function simulate(options: Options): Promise<Report> {
  const run = await startSimulation(options);
  try {
    const season = playSeason(run, options)
      .then(() => playBillingDay(run, seeded(options.seed).fork(3)))
      .then(() => playPrograms(run, seeded(options.seed).fork(4)));
    await withinPatience(run, options.operations, season);
    return reportOf(run, options);
  } finally {
    await endSimulation(run);
  }
}

/** A run that hangs is a violation. Slow machines need about 0.1 s for an operation. */
async function withinPatience(sim: Sim, operations: number, season: Promise<void>): Promise<void> {
  const patienceMs = 600_000 + operations * 300;
  const ended = new AbortController();
  const watchdog = sleep(patienceMs, undefined, { signal: ended.signal }).then(
    () => violate({ sim, name: 'the run' }, `did not end within ${Math.round(patienceMs / 1000)} s`),
    () => {},
  );
  await Promise.race([season, watchdog]);
  ended.abort();
}

export async function startSimulation({ operations, say }: Options): Promise<Sim> {
  const instance = await startInstance({ AUTO_DRAW: '0' });
  try {
    const model = await createPlayers(instance, Math.max(8, Math.min(32, Math.round(operations / 40))));
    const payers = await createPayers(instance, Math.max(6, Math.min(24, Math.round(operations / 50))));
    const faults = createFaults(instance, say);
    const counts = { acknowledged: 0, lost: 0, doubled: 0, busy: 0 };
    return {
      instance,
      client: createClient(instance.url),
      faults,
      model,
      payers,
      payerClient: createPayerClient(instance.url),
      prove: (playerId) => prove(instance, playerId),
      counts,
      violations: [],
      tally: new Map(),
      say,
    };
  } catch (error) {
    await instance.dispose();
    throw error;
  }
}

export async function endSimulation({ client, payerClient, instance, faults }: Sim): Promise<void> {
  await faults.settled().catch(() => {});
  client.close();
  payerClient.close();
  await instance.dispose();
}

export function reportOf({ counts, violations }: Sim, { seed, operations }: Options): Report {
  return { seed, operations, ...counts, violations };
}

/** All operations in rounds of one draw each, then the audit. What stops the run is a violation too. */
export async function playSeason(sim: Sim, { seed, operations, say }: Options): Promise<void> {
  const random = seeded(seed);
  const rounds = Math.max(3, Math.min(30, Math.floor(operations / 600)));
  const crashes = planCrashes(random.fork(1), rounds, Math.max(1, Math.round(operations / 5_000)));
  const traffic = createTraffic(sim, random.fork(2));
  try {
    await beginOnMonday(sim);
    for (let round = 0; round < rounds; round += 1) {
      const lastOperation = Math.round(((round + 1) * operations) / rounds);
      const part = { operations: Math.round(operations / rounds), lastOperation };
      const planned = crashes.filter((each) => each.round === round);
      const startedMs = performance.now();
      await playDraw({ sim, traffic, random: random.fork(100 + round), ...part, crashes: planned });
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      say(`round ${round + 1} of ${rounds}: ${traffic.done()} operations, ${seconds} s`);
    }
    await sim.faults.settled();
    await audit(sim);
    await auditPayers(sim);
    expectRarelyBusy(sim, operations);
    expectNoOtherEnds(sim);
    const seen = [...sim.tally].toSorted(([a], [b]) => (a < b ? -1 : 1));
    say(`seen: ${seen.map(([what, times]) => `${what} ${times}`).join(', ')}`);
  } catch (error) {
    violate({ sim, name: 'the run' }, error instanceof Error ? error.message : String(error));
  }
}

function expectRarelyBusy({ counts: { busy }, violations }: Sim, operations: number): void {
  if (busy > Math.max(20, operations / 30)) violations.push(`the product: ${busy} calls found no room`);
}

/** A process that ended without us has crashed by itself; only the worker gives up with its database. */
function expectNoOtherEnds({ instance, faults, violations }: Sim): void {
  const said = instance.output();
  const ends = said.match(/(?:.*\n){0,12}(?:web|sandbox) ended \((?!SIGKILL).*/g) ?? [];
  violations.push(...ends.map((end) => `the product: ${end}`));
  const restarts = said.match(/PostgreSQL ended and was started again/g)?.length ?? 0;
  if (restarts > faults.count.postgres)
    violations.push(`the product: PostgreSQL was started again ${restarts} times`);
}

function planCrashes(random: Random, rounds: number, ofEachKind: number) {
  const plan: { round: number; window: Window; kind: FaultKind }[] = [];
  for (const kind of faultKinds) {
    for (let n = 0; n < ofEachKind; n += 1) {
      plan.push({ round: random.below(rounds), window: random.pick(windows), kind });
    }
  }
  return plan;
}

/** Some with little money, some who reach the day's limit first. */
async function createPlayers(instance: Instance, count: number): Promise<Model> {
  const players: { cookie: string; balance: number }[] = [];
  for (const [index, balance] of balances.entries()) {
    const share = Math.floor((count + index) / balances.length);
    const args = ['players', 'create', '--count', `${share}`, '--balance', `${balance}`, '--sessions'];
    const { code, json, said } = await runOperator(instance.env, args);
    if (code !== 0) throw new Error(said);
    for (const { cookie } of json['players'] as { cookie: string }[]) players.push({ cookie, balance });
  }
  return createModel(players, await openingCarry(instance));
}

/** Every second one pays by phone. All have a bank account. */
async function createPayers(instance: Instance, count: number): Promise<Payer[]> {
  const args = ['players', 'create', '--count', `${count}`, '--balance', '0', '--sessions'];
  const { code, json, said } = await runOperator(instance.env, args);
  if (code !== 0) throw new Error(said);
  const made = json['players'] as { playerId: string; cookie: string }[];
  return withOwner(instance, async (owner) => {
    const payers: Payer[] = [];
    for (const [index, { playerId, cookie }] of made.entries()) {
      const two = String(index).padStart(2, '0');
      const msisdn = index % 2 === 0 ? null : `78000${two}`;
      await owner.query(
        `UPDATE players SET payment_method = CASE WHEN $2::text IS NULL THEN 'creditCard' ELSE 'aur' END,
           mobile = $2, mobile_confirmed_at = CASE WHEN $2::text IS NOT NULL THEN domain_now() END,
           national_id = $3, bank_account = $4, bank_account_since = domain_now() - interval '2 days'
         WHERE player_id = $1`,
        [playerId, msisdn, `10113030${two}`, `0133-26-0012${two}`],
      );
      const told = { credited: new Set<string>(), failed: new Set<string>() };
      const taken = { withdrawn: [], perhapsWithdrawn: [], subscriptionKeys: new Set<string>() };
      payers.push({ index, playerId: Number(playerId), cookie, msisdn, ...told, ...taken });
    }
    return payers;
  });
}

/** Nobody types a password here. Where the database is down, they are asked again. */
const prove = (instance: Instance, playerId: number): Promise<void> =>
  withOwner(instance, async (owner) => {
    await owner.query('UPDATE sessions SET fresh_at = domain_now() WHERE player_id = $1', [playerId]);
  }).catch(() => {});

/** What the seed of the instance put aside for the first draw: an initial condition, read where it lies. */
async function openingCarry(instance: Instance): Promise<Model['carry']> {
  return withOwner(instance, async (client) => {
    const { rows } = await client.query<{ game: GameId; tier: number; amount: string }>(
      `SELECT a.game, a.tier,
         sum(CASE WHEN t.credit_account = a.account_id THEN t.amount ELSE -t.amount END) AS amount
       FROM ledger_accounts a
       JOIN ledger_transfers t ON a.account_id IN (t.credit_account, t.debit_account)
       WHERE t.kind = 'opening_carry' AND a.kind = 'carry' GROUP BY a.game, a.tier`,
    );
    const carryOf = (game: GameId): Fine[] =>
      games[game].tiers.map((_, index) => {
        const row = rows.find((each) => each.game === game && each.tier === index + 1);
        return fine(Number(row?.amount ?? 0));
      });
    return {
      lotto: carryOf('lotto'),
      vikinglotto: carryOf('vikinglotto'),
      eurojackpot: carryOf('eurojackpot'),
    };
  });
}

/**
 * Every season begins on a Monday at noon, whenever it is run: far from midnight and from the close of any
 * draw, with a week of its month left for subscriptions to pay. The draws whose close was passed are
 * cancelled before anybody plays: left unsettled, they would hold up the next draw of their game.
 */
async function beginOnMonday(sim: Sim): Promise<void> {
  const [first] = await drawsOnSale(sim);
  await operate(sim, ['clock', 'set', nextMondayNoon(first?.serverTime ?? '')]);
  for (const { game, draw } of await drawsPassed(sim)) {
    await operate(sim, ['draw', 'cancel', game, `${draw}`, '--as', 'operator1', '--reason', 'simulation']);
  }
  await settleMoment(sim);
}

const drawsPassed = (sim: Sim): Promise<{ game: GameId; draw: number }[]> =>
  withOwner(sim.instance, async (owner) => {
    const { rows } = await owner.query<{ game: GameId; draw: number }>(`
      SELECT game, number AS draw FROM draws
      WHERE origin = 'calendar' AND state = 'released' AND close_date <= domain_now() ORDER BY close_date`);
    return rows;
  });

async function operate(sim: Sim, args: readonly string[]): Promise<void> {
  const { code, said } = await runOperator(sim.instance.env, args);
  if (code !== 0) throw new Error(said);
}

/** The first such Monday at noon, UTC, after this moment; both as ISO. */
function nextMondayNoon(now: string): string {
  const noon = new Date(`${now.slice(0, 10)}T12:00:00Z`);
  const early = () => noon.getUTCDay() === 1 && noon.getUTCDate() <= 21;
  while (!early() || noon <= new Date(now)) noon.setUTCDate(noon.getUTCDate() + 1);
  return noon.toISOString();
}
