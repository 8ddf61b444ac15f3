/** Cancellations: once, in time, one's own (must-hold 67, 70). */
import type { Answer, Sent } from './client.ts';
import { recordCancel, type Ticket, verdictsOfCancel } from './model.ts';
import type { Random } from './random.ts';
import { count, expectEqual, insist, type Op, violate } from './sim.ts';

const sentFor = (op: Op, ticketId: string, key: string | null): Sent => ({
  path: '/lotto/cancel',
  cookie: op.player.cookie,
  body: { ticketId },
  key,
});

function verdictOf({ status, body }: Answer): string {
  if (status === 200 && body['success'] === true) return 'done';
  return status === 400 && body.code ? body.code : `${status} ${JSON.stringify(body)}`;
}

export async function cancel(op: Op, random: Random, key: string): Promise<void> {
  const { player } = op;
  if (random.chance(0.15)) return cancelForeign(op, random, key);
  const seen = player.tickets.filter(({ id }) => id !== null);
  const ticket = random.chance(0.7) ? seen.at(-1) : random.pick(seen);
  if (!ticket) return cancelForeign(op, random, key);
  if (random.chance(0.2)) return cancelTwice(op, ticket);
  await cancelWithKey(op, ticket, random, key);
}

async function cancelWithKey(op: Op, ticket: Ticket, random: Random, key: string): Promise<void> {
  const allowed = verdictsOfCancel(op.sim.model, ticket);
  const sent = sentFor(op, ticket.id ?? '', key);
  const lose = random.chance(0.2) && { loseAfterMs: random.below(8) };
  const { answer } = await insist(op, { ...sent, ...lose });
  const verdict = verdictOf(answer);
  count(op.sim, `cancel ${verdict}`);
  if (!allowed.has(verdict))
    violate(op, `cancellation answered ${verdict}, expected ${[...allowed].join(' or ')}`);
  if (verdict !== 'done') return;
  if (allowed.has('done')) recordCancel(ticket);
  if (!random.chance(0.3)) return;
  op.sim.counts.doubled += 1;
  const again = await insist(op, sent);
  expectEqual(op, 'a cancellation repeated', [verdictOf(again.answer), again.answer.replay], ['done', true]);
}

/** Two at once without a key: the stake comes back once. */
async function cancelTwice(op: Op, ticket: Ticket): Promise<void> {
  const { sim } = op;
  const allowed = verdictsOfCancel(sim.model, ticket);
  const startedMs = performance.now();
  const sent = sentFor(op, ticket.id ?? '', null);
  sim.counts.doubled += 1;
  const verdicts = (await Promise.all([insist(op, sent), insist(op, sent)])).map(({ answer }) =>
    verdictOf(answer),
  );
  const done = verdicts.filter((verdict) => verdict === 'done').length;
  for (const verdict of verdicts) {
    if (verdict !== 'done' && verdict !== 'EC_CANCEL_NOT_ALLOWED')
      violate(op, `cancellation answered ${verdict}`);
  }
  if (done > 1 || (done === 1 && !allowed.has('done'))) violate(op, `${done} of two cancellations were done`);
  if (done === 1) return recordCancel(ticket);
  // The answer that said "done" may have been lost; then the second try was refused.
  if (sim.faults.since(startedMs)) return lookUp(op, ticket);
  if (!allowed.has('EC_CANCEL_NOT_ALLOWED')) violate(op, 'neither of two cancellations was done');
}

async function lookUp(op: Op, ticket: Ticket): Promise<void> {
  if (ticket.cancelled) return;
  for (let page = 1; ; page += 1) {
    const { answer } = await insist(op, { path: `/user/tickets/${page}`, cookie: op.player.cookie });
    const listed = (answer.body['tickets'] ?? []) as { ticketId: string; status: string }[];
    const found = listed.find(({ ticketId }) => ticketId === ticket.id);
    if (found?.status === 'cancelled') recordCancel(ticket);
    if (found || listed.length === 0) return;
  }
}

async function cancelForeign(op: Op, random: Random, key: string): Promise<void> {
  const foreign = random.pick(op.sim.model.players.filter((other) => other !== op.player)).tickets.at(-1)?.id;
  const id = random.pick([foreign ?? '0'.repeat(26), '0'.repeat(26), 'nonsense']);
  const { answer } = await insist(op, sentFor(op, id, key));
  expectEqual(op, "cancelling another's ticket", verdictOf(answer), 'EC_TICKET_NOT_FOUND');
}
