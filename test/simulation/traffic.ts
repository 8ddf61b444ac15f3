/** Simulated players: the seed says who does what; each does one thing after the other, all at once. */
import { cancel } from './cancels.ts';
import { sendMalformed } from './malformed.ts';
import type { Payer } from './payer.ts';
import { payersOperation } from './payers.ts';
import { buy, buyAgain, buyBurst, buyDoubled, buyFaulty, buyLost, buyWithoutKey } from './purchases.ts';
import type { Random } from './random.ts';
import { readAccount, readDrawOnSale, readList, readTicket, readTransactions } from './reads.ts';
import { type Op, type Sim, violate } from './sim.ts';
import { cancelSubscription, readSubscription, subscribe } from './subscriptions.ts';

type Operation = (op: Op, random: Random, key: string) => Promise<void>;

/** How often each is done, in parts of their sum. */
const operations: readonly (readonly [number, Operation])[] = [
  [44, buy],
  [7, buyDoubled],
  [6, buyLost],
  [5, buyAgain],
  [2, buyBurst],
  [2, buyWithoutKey],
  [6, buyFaulty],
  [3, sendMalformed],
  [9, cancel],
  [5, readAccount],
  [5, readList],
  [3, readTicket],
  [2, readTransactions],
  [1, readDrawOnSale],
  [3, subscribe],
  [1, cancelSubscription],
  [2, readSubscription],
];
const weightOfAll = operations.reduce((sum, [weight]) => sum + weight, 0);

/** Of all operations. */
const payersShare = 0.12;

function choose(random: Random): Operation {
  let at = random.below(weightOfAll);
  for (const [weight, operation] of operations) {
    if (at < weight) return operation;
    at -= weight;
  }
  return buy;
}

export type Traffic = {
  /** Does the next operations; returns when each has its answer. */
  run(count: number): Promise<void>;
  /** Resolves once so many operations have been done since the run began. */
  reaches(done: number): Promise<void>;
  done(): number;
};

export function createTraffic(sim: Sim, random: Random): Traffic {
  const { players } = sim.model;
  const { payers } = sim;
  const payerLines = payers.map(() => Promise.resolve());
  const lines = players.map(() => Promise.resolve());
  let next = 0;
  let done = 0;
  const waiting: { at: number; resolve: () => void }[] = [];

  const perform = async (at: number, index: number, own: Random) => {
    const operation = choose(own);
    const player = players[index];
    if (!player) return;
    const name = `operation ${at} (${operation.name}) of player ${index}`;
    try {
      await operation({ sim, player, name }, own, `key-${at}`);
    } catch (error) {
      violate({ sim, name }, error instanceof Error ? error.message : String(error));
    }
    noteDone();
  };

  const pay = async (at: number, payer: Payer, own: Random) => {
    const operation = payersOperation(own);
    const name = `operation ${at} (${operation.name}) of payer ${payer.index}`;
    try {
      await operation({ sim, payer, name }, own, `key-${at}`);
    } catch (error) {
      violate({ sim, name }, error instanceof Error ? error.message : String(error));
    }
    noteDone();
  };

  const noteDone = () => {
    done += 1;
    for (const each of waiting) if (each.at <= done) each.resolve();
  };

  return {
    done: () => done,
    reaches: (at) => new Promise((resolve) => (at <= done ? resolve() : waiting.push({ at, resolve }))),
    run: async (count) => {
      for (let left = count; left > 0; left -= 1) {
        const at = next++;
        const own = random.fork(at);
        if (own.chance(payersShare)) {
          const payer = own.pick(payers);
          payerLines[payer.index] = (payerLines[payer.index] ?? Promise.resolve()).then(() =>
            pay(at, payer, own),
          );
          continue;
        }
        const index = own.below(players.length);
        lines[index] = (lines[index] ?? Promise.resolve()).then(() => perform(at, index, own));
      }
      await Promise.all([...lines, ...payerLines]);
    },
  };
}
