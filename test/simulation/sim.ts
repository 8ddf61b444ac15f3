/** What every part of a run holds, and the two ways to ask: insist until answered, and say what was wrong. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from '#test/harness/product.ts';
import type { Answer, Client, Reply, Sent } from './client.ts';
import type { Faults } from './faults.ts';
import type { Model, Player } from './model.ts';
import type { Payer } from './payer.ts';

export type Counts = { acknowledged: number; lost: number; doubled: number; busy: number };

export type Sim = {
  instance: Instance;
  client: Client;
  faults: Faults;
  model: Model;
  payers: readonly Payer[];
  payerClient: Client;
  /** As if they had just proven who they are. */
  prove(playerId: number): Promise<void>;
  counts: Counts;
  violations: string[];
  /** How often each kind of answer was seen. */
  tally: Map<string, number>;
  say(text: string): void;
};

/** One operation of one player; `name` is told with a violation. */
export type Op = { sim: Sim; player: Player; name: string };

const patienceMs = 120_000;
/** One break is enough; many help to see which. */
const violationsMax = 50;

export function count(sim: Sim, what: string): void {
  sim.tally.set(what, (sim.tally.get(what) ?? 0) + 1);
}

export function violate({ sim, name }: Pick<Op, 'sim' | 'name'>, what: string): void {
  const said = `${name}: ${what}`.slice(0, 600);
  if (sim.violations.length < violationsMax) sim.violations.push(said);
  sim.say(`VIOLATION ${said}`);
}

export function expectEqual(
  op: Pick<Op, 'sim' | 'name'>,
  what: string,
  found: unknown,
  expected: unknown,
): void {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  if (left !== right) violate(op, `${what}: found ${left}, expected ${right}`);
}

export type Insisted = {
  answer: Answer;
  /** How often it was sent; above 1 the first may have been done already. */
  tries: number;
};

/** Sends until there is an answer that is not a fault. One lost without a crash or purpose is a violation. */
export async function insist(op: Pick<Op, 'sim' | 'name'>, sent: Sent): Promise<Insisted> {
  const { sim } = op;
  const until = performance.now() + patienceMs;
  for (let tries = 1; ; tries += 1) {
    const startedMs = performance.now();
    const { loseAfterMs, ...plain } = sent;
    const onPurpose = tries === 1 && loseAfterMs !== undefined;
    const reply = await sim.client.send(onPurpose ? sent : plain);
    const answer = answerOf(reply);
    if (answer?.status === 429 || isBusy(sim, reply, startedMs)) {
      // Nothing was done; the player comes again when there is room.
      tries -= 1;
      await sleep(1_000);
      continue;
    }
    if (answer) return { answer, tries };
    if (tries === 1) sim.counts.lost += 1;
    const expected = reply === 'stale' || (onPurpose && reply === 'lost');
    if (!expected && !sim.faults.since(startedMs)) {
      violate(op, `${sent.path}: ${JSON.stringify(reply)} although nothing had crashed`);
    }
    if (performance.now() > until) throw new Error(`${sent.path}: not answered within ${patienceMs} ms`);
    await sleep(onPurpose ? 2 : 50);
  }
}

/**
 * Counts a refusal for lack of room (503) that no crash explains. A slow machine gives some; the audit
 * allows a few in a hundred.
 */
export function isBusy({ counts, faults }: Sim, reply: Reply, startedMs: number): boolean {
  const isClosed =
    typeof reply !== 'string' && reply.status === 503 && reply.body.code === 'EC_SYSTEM_CLOSED';
  if (!isClosed || faults.since(startedMs)) return false;
  counts.busy += 1;
  return true;
}

/** Null for a fault or silence. */
export function answerOf(reply: Reply): Answer | null {
  return typeof reply === 'string' || reply.status >= 500 ? null : reply;
}

/** A read as the player, until answered. */
export async function read({ sim, player, name }: Op, path: string): Promise<Answer> {
  return (await insist({ sim, name }, { path, cookie: player.cookie })).answer;
}
