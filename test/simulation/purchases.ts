/** Purchases: plain, doubled, lost, with a used key, many at once (must-hold 48, 50, 69, 71, 87, 149). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Wager } from './agreed.ts';
import type { GameId } from './arithmetic.ts';
import type { Answer, Sent } from './client.ts';
import { burstOf, type Player, recordSale, verdictsOfBuy } from './model.ts';
import type { Random } from './random.ts';
import {
  answerOf,
  count,
  expectEqual,
  type Insisted,
  insist,
  isBusy,
  type Op,
  read,
  violate,
} from './sim.ts';
import { dearWager, faultyWager, wagerFor } from './wagers.ts';

const buySent = (player: Player, wager: Wager, key: string | null): Sent => ({
  path: '/lotto/buy',
  cookie: player.cookie,
  body: wager,
  key,
});

export function verdictOf({ status, body }: Answer): string {
  if (status === 201 && body['type'] === 'ticket') return 'sold';
  return status === 400 && body.code ? body.code : `${status} ${body.code ?? JSON.stringify(body)}`;
}

/** Judges the answers to one purchase sent once or more under one key, and takes the sale into the model. */
async function judge(op: Op, wager: Wager, key: string | null, answers: readonly Insisted[]): Promise<void> {
  const { sim, player } = op;
  const known = key === null ? undefined : player.keys.get(key);
  const allowed = verdictsOfBuy(sim.model, player, wager, key);
  for (const { answer } of answers) {
    const verdict = verdictOf(answer);
    count(sim, `buy ${verdict}`);
    if (!allowed.has(verdict)) {
      const late = verdict === 'sold' && allowed.has('EC_SALE_CLOSED') ? 'a late ticket: ' : '';
      violate(
        op,
        `${late}purchase answered ${verdict}, not ${[...allowed].join(' or ')}: ${JSON.stringify(wager)}`,
      );
    }
  }
  const sold = answers.filter(({ answer }) => verdictOf(answer) === 'sold');
  const [first] = sold;
  if (!first) return;
  const ids = new Set(sold.map(({ answer }) => String(answer.body['id'])));
  if (ids.size > 1) violate(op, `one key bought ${ids.size} tickets: ${[...ids].join(', ')}`);
  const once = sold.every(({ tries }) => tries === 1);
  const fresh = sold.filter(({ answer }) => !answer.replay).length;
  if (fresh > 1 || (once && fresh !== (known ? 0 : 1)))
    violate(op, `${fresh} of ${sold.length} answers were not replays`);
  const [id = ''] = ids;
  if (known) return expectEqual(op, 'ticket of a used key', id, known.ticket.id);
  if (!allowed.has('sold')) return;
  await takeSale(op, wager, key, id);
}

async function takeSale(op: Op, wager: Wager, key: string | null, id: string): Promise<void> {
  const { sim, player } = op;
  sim.counts.acknowledged += 1;
  if (player.tickets.some((ticket) => ticket.id === id)) violate(op, `ticket ${id} was sold twice`);
  const { days } = sim.model.moment;
  const onSale = sim.model.moment.onSale[wager.gameId as GameId];
  const sure = days.length === 1 && (wager.draw !== undefined || onSale.length === 1);
  const place = sure ? { firstDraw: wager.draw ?? onSale[0], day: days[0] } : await findSale(op, wager, id);
  recordSale(sim.model, player, wager, { id, key, firstDraw: place?.firstDraw ?? 0, day: place?.day ?? '' });
}

type Listed = {
  ticketId: string;
  subscriptionId?: string;
  draw: number;
  purchaseDate: string;
  saleCloseTime: string;
};

/** While the clock is walked only the ticket itself knows its day and draw. */
async function findSale(op: Op, { gameId }: Wager, id: string): Promise<{ firstDraw: number; day: string }> {
  const found: Listed[] = [];
  for (let page = 1; page <= 4 && found.length === 0; page += 1) {
    const { body } = await read(op, `/user/tickets/${page}`);
    found.push(...((body['tickets'] ?? []) as Listed[]).filter(({ ticketId }) => ticketId === id));
  }
  const [first] = found.sort((a, b) => a.draw - b.draw);
  if (!first) {
    violate(op, `the acknowledged ticket ${id} is missing from the list`);
    const { onSale, days } = op.sim.model.moment;
    return { firstDraw: onSale[gameId as GameId][0] ?? 0, day: days[0] ?? '' };
  }
  if (first.purchaseDate >= first.saleCloseTime) violate(op, `a late ticket: ${JSON.stringify(first)}`);
  return { firstDraw: first.draw, day: first.purchaseDate.slice(0, 10) };
}

export async function buyOnce(op: Op, wager: Wager, key: string | null, loseAfterMs?: number): Promise<void> {
  const sent = buySent(op.player, wager, key);
  await judge(op, wager, key, [
    await insist(op, { ...sent, ...(loseAfterMs !== undefined && { loseAfterMs }) }),
  ]);
}

export async function buy(op: Op, random: Random, key: string): Promise<void> {
  const dear = random.chance(0.06);
  await buyOnce(op, dear ? dearWager(op.sim.model, op.player, random) : wagerFor(op.sim.model, random), key);
}

export async function buyFaulty(op: Op, random: Random, key: string): Promise<void> {
  const wager = faultyWager(op.sim.model, random);
  await buyOnce(op, wager, key);
  // A refusal frees its key.
  if (random.chance(0.5)) await buyOnce(op, wagerFor(op.sim.model, random), key);
}

/** The line is cut; the browser asks again with the same key (must-hold 149). */
export async function buyLost(op: Op, random: Random, key: string): Promise<void> {
  await buyOnce(op, wagerFor(op.sim.model, random), key, random.below(12));
}

export async function buyDoubled(op: Op, random: Random, key: string): Promise<void> {
  const wager = wagerFor(op.sim.model, random);
  const copies = 2 + random.below(3);
  op.sim.counts.doubled += copies - 1;
  const sent = buySent(op.player, wager, key);
  await judge(op, wager, key, await Promise.all(Array.from({ length: copies }, () => insist(op, sent))));
}

/** An old key again: with the same content the first answer, with other content an error (must-hold 50). */
export async function buyAgain(op: Op, random: Random, key: string): Promise<void> {
  const { player, sim } = op;
  if (player.keys.size === 0) return buy(op, random, key);
  const [used, { ticket }] = random.pick([...player.keys]);
  sim.counts.doubled += 1;
  if (random.chance(0.5)) return buyOnce(op, wagerFor(sim.model, random), used);
  await buyOnce(op, { ...ticket.wager, channel: 'web', affiliateId: 7 }, used);
}

/** Equal purchases at once under keys of their own: as many as money and limit cover (must-hold 48). */
export async function buyBurst(op: Op, random: Random, key: string): Promise<void> {
  const { sim, player } = op;
  const wager = wagerFor(sim.model, random);
  const copies = 3 + random.below(6);
  const keys = Array.from({ length: copies }, (_, index) => `${key}-${index}`);
  const { least, most, codes } = burstOf(sim.model, player, wager, copies);
  const answers = await Promise.all(keys.map((each) => insist(op, buySent(player, wager, each))));
  const certain = sim.model.moment.onSale[wager.gameId as GameId].length === 1 && player.charges.length === 0;
  let sold = 0;
  for (const [index, { answer }] of answers.entries()) {
    const verdict = verdictOf(answer);
    if (verdict === 'sold') {
      sold += 1;
      await takeSale(op, wager, keys[index] ?? null, String(answer.body['id']));
    } else if (!codes.has(verdict) && (certain || verdict !== 'EC_SALE_CLOSED')) {
      violate(op, `burst answered ${verdict}, expected sold or ${[...codes].join(' or ')}`);
    }
  }
  if (sold > most || (certain && sold < least)) {
    violate(op, `${sold} of ${copies} were sold, expected ${least} to ${most}: ${JSON.stringify(wager)}`);
  }
}

/** Without a key an answer that is lost can only be looked up in the list. */
export async function buyWithoutKey(op: Op, random: Random): Promise<void> {
  const { sim, player } = op;
  const wager = wagerFor(sim.model, random);
  const startedMs = performance.now();
  const reply = await sim.client.send(buySent(player, wager, null));
  const answer = answerOf(reply);
  if (answer) return judge(op, wager, null, [{ answer, tries: 1 }]);
  sim.counts.lost += 1;
  const isExplained = reply === 'stale' || sim.faults.since(startedMs);
  if (!isBusy(sim, reply, startedMs) && !isExplained)
    violate(op, 'purchase without a key: no answer although nothing had crashed');
  await sim.faults.settled();
  // What a dead process had sent to the database may still be at work there.
  await sleep(1_000);
  const { body } = await read(op, '/user/tickets/1');
  const listed = (body['tickets'] ?? []) as Listed[];
  const unknown = listed.find(
    ({ ticketId, subscriptionId }) => !subscriptionId && !player.tickets.some(({ id }) => id === ticketId),
  );
  if (unknown) await takeSale(op, wager, null, unknown.ticketId);
}
