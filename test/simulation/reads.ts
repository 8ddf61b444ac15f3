/** What players look at, against the model (must-hold 60, 61, 67, 68). */
import { type GameId, gameIds, games, jokerPrice } from './arithmetic.ts';
import type { Body } from './client.ts';
import {
  balancesOf,
  type Coupon,
  drawOf,
  gameOf,
  type Player,
  rowCountOfTicket,
  statesOf,
  statusesOf,
  winOf,
} from './model.ts';
import type { Random } from './random.ts';
import { count, expectEqual, insist, type Op, read, violate } from './sim.ts';

export type Listed = {
  ticketId: string;
  couponId: string;
  subscriptionId?: string;
  gameId: GameId;
  draw: number;
  status: string;
  stake: number;
  amountWin: number;
  rowCount: number;
  purchaseDate: string;
  saleCloseTime: string;
};

const couponsOf = (player: Player): Coupon[] => player.tickets.flatMap(({ coupons }) => coupons);

export async function readAccount(op: Op): Promise<void> {
  const { player, sim } = op;
  const { body } = await read(op, '/user/account/details');
  const balances = balancesOf(player);
  if (!balances.includes(Number(body['balance']))) {
    violate(op, `balance ${body['balance']}, expected ${balances.join(' or ')}`);
  }
  const staked = sim.model.moment.days.flatMap((day) => statesOf(player, day).map((state) => state.staked));
  if (!staked.includes(Number(body['stakedToday']))) {
    violate(op, `staked today ${body['stakedToday']}, expected ${staked.join(' or ')}`);
  }
}

export async function readList(op: Op, random: Random): Promise<void> {
  const { player } = op;
  const all = couponsOf(player);
  const cancelledOnly = random.chance(0.2);
  const wanted = cancelledOnly ? all.filter(({ ticket }) => ticket.cancelled) : all;
  const unsure = wanted.filter(({ ticket }) => op.sim.model.writing.has(ticket)).length;
  const page = random.chance(0.7) ? 1 : 1 + random.below(Math.ceil(wanted.length / 20) + 1);
  const { body } = await read(op, `/user/tickets/${page}${cancelledOnly ? '?filter=cancelled' : ''}`);
  const found = Number(body['ticketCount']);
  const total = Math.min(wanted.length, Math.max(found, wanted.length - unsure));
  const pages = Math.ceil(total / 20);
  expectEqual(op, 'coupons and pages listed', [found, body['pageCount']], [total, pages]);
  const listed = (body['tickets'] ?? []) as Listed[];
  expectEqual(op, 'coupons on the page', listed.length, Math.max(0, Math.min(20, total - 20 * (page - 1))));
  for (const item of listed) checkListed(op, all, item);
  if (listed[0] && random.chance(0.5)) await readTicket(op, random);
}

/** One line of the list against its coupon; its id is learned when first seen. */
export function checkListed(op: Op, coupons: readonly Coupon[], item: Listed): void {
  const { model } = op.sim;
  const { ticketId, couponId, draw, purchaseDate, saleCloseTime } = item;
  const coupon = couponOf(coupons, item);
  if (!coupon) {
    violate(op, `coupon ${couponId} of ticket ${ticketId} in draw ${draw} is nobody's purchase`);
    if (purchaseDate >= saleCloseTime) violate(op, `a late ticket: ${JSON.stringify(item)}`);
    return;
  }
  if (coupon.couponId !== null && coupon.couponId !== couponId) {
    violate(op, `ticket ${ticketId} is double in draw ${draw}: coupons ${coupon.couponId} and ${couponId}`);
  }
  coupon.couponId = couponId;
  const { ticket } = coupon;
  // What a subscription had paid for is written after the close too, where no worker was there before.
  if (!ticket.subscription && purchaseDate >= saleCloseTime)
    violate(op, `a late ticket: ${JSON.stringify(item)}`);
  count(op.sim, `coupon ${item.status}`);
  const { rows, joker } = winOf(model, coupon);
  const possible = statusesOf(model, coupon, 'won');
  if (!possible.includes(item.status))
    violate(op, `${couponId} is ${item.status}, expected ${possible.join(' or ')}`);
  const amount = item.status === 'paid' || item.status === 'won' ? rows + joker : 0;
  const day = ticket.subscription ? ticket.day : purchaseDate.slice(0, 10);
  const found = [item.stake, item.rowCount, item.amountWin, day];
  expectEqual(op, `coupon ${couponId}`, found, [
    ticket.perDraw,
    rowCountOfTicket(ticket),
    amount,
    ticket.day,
  ]);
}

/** A ticket of a subscription is learned when it is first seen. */
function couponOf(coupons: readonly Coupon[], item: Listed): Coupon | undefined {
  const { ticketId, subscriptionId, draw, gameId } = item;
  const known = coupons.find((each) => each.ticket.id === ticketId && each.draw === draw);
  if (known || subscriptionId === undefined) return known;
  const written = coupons.find(
    ({ ticket, draw: own }) =>
      ticket.id === null &&
      ticket.subscription === subscriptionId &&
      own === draw &&
      gameOf(ticket) === gameId,
  );
  if (written) written.ticket.id = ticketId;
  return written;
}

export async function readTicket(op: Op, random: Random): Promise<void> {
  const { player, sim } = op;
  const known = couponsOf(player).filter(({ couponId }) => couponId !== null);
  if (known.length === 0) return readAccount(op);
  const coupon = random.pick(known);
  const { ticket, couponId, draw } = coupon;
  const path = `/lotto/ticket/${ticket.id}/${couponId}`;
  if (random.chance(0.15)) {
    const other = random.pick(sim.model.players.filter((each) => each !== player));
    const { answer } = await insist(op, { path, cookie: other.cookie });
    return expectEqual(
      op,
      "another's ticket",
      [answer.status, answer.body.code],
      [400, 'EC_TICKET_NOT_FOUND'],
    );
  }
  const { status, body } = await read(op, path);
  if (status !== 200) return violate(op, `ticket ${ticket.id} is missing: ${status} ${body.code}`);
  checkTicket(op, coupon, body);
  if (drawOf(sim.model, gameOf(ticket), draw).result && random.chance(0.4)) await readProof(op, coupon);
}

function checkTicket(op: Op, coupon: Coupon, body: Body): void {
  const { ticket, draw } = coupon;
  const { wager, perDraw, coupons, id } = ticket;
  const rows = wager.rows.map(({ numbers, bonusNumbers = [], isQuickPick = false }) => ({
    numbers: numbers.toSorted((a, b) => a - b),
    bonusNumbers: bonusNumbers.toSorted((a, b) => a - b),
    isQuickPick,
  }));
  const shown = (body['rows'] as typeof rows).map(({ numbers, bonusNumbers, isQuickPick }) => {
    return { numbers, bonusNumbers, isQuickPick };
  });
  const found = [body['draw'], body['stake'], body['stakeTotal'], body['joker'], body['system'] ?? 0, shown];
  const total = perDraw * coupons.length;
  expectEqual(op, `ticket ${id}`, found, [draw, perDraw, total, wager.joker, wager.system ?? 0, rows]);
  const possible = statusesOf(op.sim.model, coupon, 'highwind');
  if (!possible.includes(String(body['status']))) {
    violate(op, `ticket ${id} is ${body['status']} in draw ${draw}, expected ${possible.join(' or ')}`);
  }
  const draws = (body['coupons'] as { draw: number }[]).map((each) => each.draw);
  expectEqual(
    op,
    `draws of ticket ${id}`,
    draws,
    coupons.map((each) => each.draw),
  );
  const settled = drawOf(op.sim.model, gameOf(ticket), draw);
  if (settled.stage !== 'paid' || ticket.cancelled) return;
  const { rows: rowsWin, joker } = winOf(op.sim.model, coupon);
  expectEqual(op, `prize of ticket ${id} in draw ${draw}`, body['amountWin'], rowsWin + joker);
  if (wager.joker) expectEqual(op, `Joker prize of ticket ${id}`, body['jokerAmountWin'], joker);
}

/** Its coupon is under the root that was published before the draw. */
async function readProof(op: Op, { ticket, couponId, draw }: Coupon): Promise<void> {
  const { status, body } = await read(op, `/lotto/proof/${ticket.id}/${couponId}`);
  if (ticket.cancelled) return expectEqual(op, 'proof of a cancelled coupon', body.code, 'EC_NO_DATA_FOUND');
  if (status !== 200)
    return violate(op, `coupon ${couponId} has no proof in draw ${draw}: ${status} ${body.code}`);
  const evidence = await read(op, `/lotto/evidence/${gameOf(ticket)}/${draw}`);
  expectEqual(op, `root of coupon ${couponId}`, body['root'], evidence.body['merkleRoot']);
}

export async function readTransactions(op: Op): Promise<void> {
  const { player } = op;
  const { body } = await read(op, '/user/transactions/1');
  const balances = balancesOf(player);
  if (balances.length > 1) return;
  expectEqual(op, 'movements', body['transactionCount'], player.movements.length);
  const [newest] = body['transactions'] as { balanceAfter: number }[];
  expectEqual(op, 'balance after the newest movement', newest?.balanceAfter, player.balance);
}

export async function readDrawOnSale(op: Op, random: Random): Promise<void> {
  const game = random.pick(gameIds);
  const onSale = op.sim.model.moment.onSale[game];
  const { body } = await read(op, `/lotto/current-draw/${game}`);
  if (!onSale.includes(Number(body['draw'])))
    violate(op, `draw ${body['draw']} is on sale, expected ${onSale.join(' or ')}`);
  const found = [body['status'], body['amountRow'], body['amountJoker']];
  expectEqual(op, 'the draw on sale', found, ['open', games[game].price, jokerPrice]);
}
