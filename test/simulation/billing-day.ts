/**
 * After the season: payers subscribe beyond their balances, so that their cards pay, at once and on the next
 * billing day, while the gateway breaks off, repeats itself and is dead, and the worker is killed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { clockOf, walk } from './clock.ts';
import { auditPayers } from './payer-audit.ts';
import { control, keepCardFor, subscribeByCard } from './payers.ts';
import type { Random } from './random.ts';
import type { Sim } from './sim.ts';

const troubles = [
  { fault: 'reset', done: true, on: '/VirtualCardPayment', times: 2 },
  { fault: 'garbage', done: true, on: '/VirtualCardPayment' },
  { fault: 'reset', on: '/VirtualCardPayment', times: 2 },
  { responseCode: '51', on: '/VirtualCardPayment' },
  { fault: 'badGateway', done: true, times: 2 },
] as const;

export async function playBillingDay(sim: Sim, random: Random): Promise<void> {
  const trouble = async () => {
    if (random.chance(0.4)) await control(sim, 'card-gateway', random.pick(troubles));
  };
  for (const payer of sim.payers) {
    const op = { sim, payer, name: `subscription of payer ${payer.index}` };
    await sim.prove(payer.playerId);
    await keepCardFor(op, { secure: '01', pays: '00', isSubscriptionCard: true });
    await trouble();
    await subscribeByCard(op, random, `subscription-${payer.index}`);
  }
  const now = await clockOf(sim);
  const seconds = Math.ceil((billingDayAfter(now).getTime() - now.getTime()) / 1000) - 60;
  await walk(sim, seconds, walkPatienceMs);
  let isOver = false;
  const disturbing = async () => {
    for (; !isOver; await sleep(100)) await trouble();
  };
  const killing = async () => {
    await sleep(random.below(1_500));
    await sim.faults.kill('worker');
    await sim.faults.kill('sandbox');
  };
  await Promise.all([
    walk(sim, 120, walkPatienceMs).finally(() => {
      isOver = true;
    }),
    disturbing(),
    killing(),
  ]);
  await control(sim, 'card-gateway', {});
  await auditPayers(sim);
}

const walkPatienceMs = 900_000;

/** The first Monday of a month, 08:00. */
function billingDayAfter(now: Date): Date {
  for (let at = Date.parse(`${now.toISOString().slice(0, 10)}T08:00:00Z`); ; at += 86_400_000) {
    const day = new Date(at);
    if (at > now.getTime() && day.getUTCDay() === 1 && day.getUTCDate() <= 7) return day;
  }
}
