/**
 * At the end everything is looked at once more, as players and operators see it: every ticket, every
 * movement, every balance, the books (must-hold 46, 60, 77, 87).
 */
import { type Model, type Movement, type Player, sealOf } from './model.ts';
import { runOperator } from './operator.ts';
import { checkListed, type Listed } from './reads.ts';
import { expectEqual, type Op, read, type Sim, violate } from './sim.ts';
import { checkSubscription } from './subscriptions.ts';

export async function audit(sim: Sim): Promise<void> {
  const queue = [...sim.model.players];
  const look = async () => {
    for (let player = queue.shift(); player; player = queue.shift()) {
      const op: Op = { sim, player, name: `audit of player ${player.index}` };
      const draws = await auditTickets(op);
      await auditMovements(op, draws);
      for (const subscription of player.subscriptions) await checkSubscription(op, subscription);
    }
  };
  await Promise.all(Array.from({ length: 8 }, look));
  await auditSeals(sim);
  await auditBooks(sim);
}

/** Every page of the list: none missing, none double, none of nobody. */
async function auditTickets(op: Op): Promise<Map<string, number>> {
  const { player } = op;
  const coupons = player.tickets.flatMap((ticket) => ticket.coupons);
  const seen = new Map<string, number>();
  for (let page = 1; ; page += 1) {
    const { body } = await read(op, `/user/tickets/${page}`);
    const listed = (body['tickets'] ?? []) as Listed[];
    for (const item of listed) {
      if (seen.has(item.couponId)) violate(op, `coupon ${item.couponId} is double in the list`);
      seen.set(item.couponId, item.draw);
      checkListed(op, coupons, item);
    }
    if (!(page < Number(body['pageCount']))) break;
  }
  for (const { ticket, draw, couponId } of coupons) {
    if (couponId === null || !seen.has(couponId))
      violate(op, `acknowledged ticket ${ticket.id} is missing in draw ${draw}`);
  }
  return seen;
}

type Shown = { type: string; amount: number; ticketId?: string; couponId?: string; balanceAfter: number };

/** Every movement of the account is one of the model's, and each balance follows from the one before. */
async function auditMovements(op: Op, drawOfCoupon: Map<string, number>): Promise<void> {
  const { player } = op;
  const shown: Shown[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await read(op, `/user/transactions/${page}`);
    shown.push(...((body['transactions'] ?? []) as Shown[]));
    if (!(page < Number(body['pageCount']))) break;
  }
  type Key = Pick<Movement, 'type' | 'amount' | 'draw'> & { ticketId: string | null };
  const keyOf = ({ type, amount, ticketId, draw }: Key) => `${type} ${amount} ${ticketId} ${draw}`;
  const expected = player.movements
    .map(({ ticket, ...rest }) => keyOf({ ...rest, ticketId: ticket?.id ?? null }))
    .sort();
  const found = shown
    .map(({ type, amount, ticketId = null, couponId = '' }) =>
      keyOf({ type: type as Movement['type'], amount, ticketId, draw: drawOfCoupon.get(couponId) ?? null }),
    )
    .sort();
  const [more, less] = [without(found, expected), without(expected, found)];
  if (more.length > 0)
    violate(op, `posted twice or by nobody: ${more.slice(0, 3).join('; ')} (${more.length})`);
  if (less.length > 0) violate(op, `never posted: ${less.slice(0, 3).join('; ')} (${less.length})`);
  let balance = 0;
  for (const movement of shown.toReversed()) {
    balance += movement.amount;
    if (balance !== movement.balanceAfter) {
      violate(op, `the balance after ${JSON.stringify(movement)} should be ${balance}`);
      break;
    }
  }
  await auditBalance(op, player);
}

async function auditBalance(op: Op, player: Player): Promise<void> {
  const { body } = await read(op, '/user/account/details');
  expectEqual(op, 'balance', body['balance'], player.balance);
}

/** What the first list has and the second has not, each as often; both sorted. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const each of other) left.set(each, (left.get(each) ?? 0) + 1);
  return list.filter((each) => {
    const count = left.get(each) ?? 0;
    left.set(each, count - 1);
    return count <= 0;
  });
}

async function auditSeals(sim: Sim): Promise<void> {
  for (const { game, number } of settledDraws(sim.model)) {
    const op = { sim, name: `audit of ${game} ${number}` };
    const [player] = sim.model.players;
    if (!player) return;
    const { body } = await read({ ...op, player }, `/lotto/evidence/${game}/${number}`);
    const { coupons, rows, stakes } = body;
    expectEqual(op, 'seal', { coupons, rows, stakes }, sealOf(sim.model, game, number));
  }
}

const settledDraws = (model: Model) => [...model.draws.values()].filter(({ stage }) => stage !== 'open');

async function auditBooks(sim: Sim): Promise<void> {
  const { code, said } = await runOperator(sim.instance.env, ['ledger', 'check']);
  if (code !== 0) violate({ sim, name: 'ledger check' }, said);
}
