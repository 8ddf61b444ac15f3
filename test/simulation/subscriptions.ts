/**
 * Subscriptions: bought, charged, written as coupons before each close, cancelled; what the model knows of
 * them and what players do with them (must-hold 50, 51, 87).
 */

import type { Subscription, Wager } from './agreed.ts';
import { dayLimit, type GameId, gameIds, games } from './arithmetic.ts';
import type { Sent } from './client.ts';
import { addStake, drawOf, type Model, type Player, priced, statesOf, type Ticket } from './model.ts';
import type { Random } from './random.ts';
import { count, expectEqual, type Insisted, insist, type Op, read, type Sim, violate } from './sim.ts';
import { wagerOf } from './wagers.ts';

const everySubscription = ({ players }: Model) =>
  players.flatMap((player) => player.subscriptions.map((subscription) => ({ player, subscription })));

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7;
const isBillingDay = (day: string): boolean => weekdayOf(day) === 1 && Number(day.slice(8)) <= 7;

function billingDayAfter(day: string): string {
  let next = addDays(day, 1);
  while (!isBillingDay(next)) next = addDays(next, 1);
  return next;
}

/** Draws on its days; of each weekday four are paid. */
function periodOf(days: readonly number[], from: string, to: string): { dates: string[]; paid: number } {
  const dates: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) if (days.includes(weekdayOf(day))) dates.push(day);
  const paid = days.map((each) => Math.min(4, dates.filter((date) => weekdayOf(date) === each).length));
  return { dates, paid: paid.reduce((sum, draws) => sum + draws, 0) };
}

const latest = (...days: string[]): string => days.toSorted().at(-1) ?? '';
const earliest = (...days: string[]): string => days.toSorted()[0] ?? '';

/** The first charge of a purchase today. */
function firstPeriod(model: Model, game: GameId, days: readonly number[], today: string) {
  return periodOf(days, latest(today, model.opens[game]), addDays(billingDayAfter(today), -1));
}

/** Nothing is closing and no day ends: what is bought now is bought for known draws on a known day. */
function isQuiet({ moment, writing }: Model): boolean {
  return (
    moment.days.length === 1 && writing.size === 0 && gameIds.every((id) => moment.onSale[id].length === 1)
  );
}

export async function subscribe(op: Op, random: Random, key: string): Promise<void> {
  const { sim, player } = op;
  const game = random.pick(gameIds);
  // A charge that the balance may not cover is a matter of other tests.
  const isRich = player.balance > 500_000 && !player.subscriptions.some((each) => each.game === game);
  if (!isRich || !isQuiet(sim.model)) return;
  const days = random.chance(0.5) ? games[game].days : [random.pick(games[game].days)];
  const { draw: _, drawCount: __, ...rest } = wagerOf(sim.model, random, game);
  const wager = { ...rest, rows: rest.rows.slice(0, 3) };
  await buySubscription(op, random, { game, days, wager: priced(wager), key });
}

type Wanted = { game: GameId; days: readonly number[]; wager: Wager; key: string };

async function buySubscription(op: Op, random: Random, wanted: Wanted): Promise<void> {
  const { sim, player } = op;
  const { game, days, wager, key } = wanted;
  const [today = ''] = sim.model.moment.days;
  const monthly = 4 * days.length * wager.stake;
  const first = firstPeriod(sim.model, game, days, today);
  const amount = first.paid * wager.stake;
  const allowed = new Set<string>();
  for (const { balance, staked } of statesOf(player, today)) {
    if (monthly > dayLimit || staked + amount > dayLimit) allowed.add('EC_PLAYER_SALES_LIMIT');
    if (monthly <= dayLimit && amount > balance) allowed.add('EC_CREDITCARD_MISSING');
    if (monthly <= dayLimit && staked + amount <= dayLimit && amount <= balance) allowed.add('sold');
  }
  const names = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  const more = { subscriptionDrawDays: days.map((day) => names[day - 1]), acceptedSubscriptionTerms: true };
  const body = { ...wager, stake: monthly, ...more };
  const sent: Sent = { path: '/lotto/buy', cookie: player.cookie, body, key };
  const ids = new Set<string>();
  for (const { answer } of await sendOften(op, sent, random)) {
    const { status, body: said } = answer;
    const isSold = status === 201 && said['type'] === 'subscription';
    const verdict = isSold ? 'sold' : (said.code ?? `${status}`);
    count(sim, `subscribe ${verdict}`);
    if (!allowed.has(verdict))
      violate(
        op,
        `subscription answered ${verdict}, not ${[...allowed].join(' or ')}: ${JSON.stringify(body)}`,
      );
    if (isSold) ids.add(String(said['id']));
  }
  const [id] = ids;
  if (ids.size > 1) violate(op, `one key bought ${ids.size} subscriptions`);
  if (id === undefined) return;
  sim.counts.acknowledged += 1;
  const state = { dates: first.dates, paidLeft: first.paid, paidThrough: null, endsOn: null };
  const terms = { id, game, wager, perDraw: wager.stake, days, bought: today };
  const subscription: Subscription = { ...terms, ...state };
  player.subscriptions.push(subscription);
  schedule(subscription, { ...first, through: addDays(billingDayAfter(today), -1) });
  pay(player, today, amount);
}

/** Plain, doubled or with an answer that is lost. */
async function sendOften({ sim, name }: Op, sent: Sent, random: Random): Promise<Insisted[]> {
  const op = { sim, name };
  if (random.chance(0.3)) return [await insist(op, { ...sent, loseAfterMs: random.below(12) })];
  if (random.chance(0.7)) return [await insist(op, sent)];
  sim.counts.doubled += 1;
  return Promise.all([insist(op, sent), insist(op, sent)]);
}

type Paid = { dates: string[]; paid: number; through: string };

/** What it plays for a charge; nothing where no draw is left to pay for. */
function schedule(of: Subscription, { dates, paid, through }: Paid): void {
  of.dates = [...dates];
  of.paidLeft = paid;
  if (paid > 0) of.paidThrough = through;
}

function pay(player: Player, day: string, amount: number): void {
  if (amount === 0) return;
  player.balance -= amount;
  addStake(player, day, amount);
  player.movements.push({ type: 'subscriptions', amount: -amount, ticket: null, draw: null });
}

export type Due = { player: Player; subscription: Subscription; day: string; amount: number };

/** A billing day at 08:00 between the two instants: from now on its charges may have been made. */
export function startCharges(model: Model, from: string, to: string): Due[] {
  const days: string[] = [];
  for (let day = from.slice(0, 10); day <= to.slice(0, 10); day = addDays(day, 1)) {
    const at = `${day}T08:00:00`;
    if (isBillingDay(day) && from < at && at < to) days.push(day);
  }
  const dues: Due[] = [];
  for (const day of days) {
    const through = addDays(billingDayAfter(day), -1);
    for (const { player, subscription } of everySubscription(model)) {
      const { endsOn, perDraw } = subscription;
      const period = { ...periodOf(subscription.days, day, earliest(through, endsOn ?? through)), through };
      const amount = period.paid * perDraw;
      if (amount === 0) continue;
      schedule(subscription, period);
      dues.push({ player, subscription, day, amount });
      player.charges.push({ day, amount });
    }
  }
  return dues;
}

/** They have been made, unless the player's own purchases had reached the day's limit. */
export async function finishCharges(sim: Sim, dues: readonly Due[]): Promise<void> {
  for (const { player, subscription, day, amount } of dues) {
    const { id } = subscription;
    const op: Op = { sim, player, name: `charge of ${id} on ${day}` };
    const { body } = await read(op, `/user/subscriptions/detail/${id}`);
    const last = body['lastCharge'] as { outcome: string; amount: number } | undefined;
    const mayExceed = statesOf(player, day).some(({ staked }) => staked > dayLimit);
    count(sim, `charge ${last?.outcome}`);
    player.charges.splice(
      player.charges.findIndex((each) => each.day === day && each.amount === amount),
      1,
    );
    if (last?.outcome === 'limit' && mayExceed) {
      leaveOut(sim.model, player, subscription);
      continue;
    }
    expectEqual(op, 'charge', [last?.outcome, last?.amount], ['paid', amount]);
    pay(player, day, amount);
  }
}

/** Its period is neither paid nor played. */
function leaveOut(model: Model, player: Player, of: Subscription): void {
  of.dates = [];
  of.paidLeft = 0;
  const written = [...model.writing].filter(({ subscription }) => subscription === of.id);
  for (const ticket of written) {
    model.writing.delete(ticket);
    player.tickets.splice(player.tickets.indexOf(ticket), 1);
    for (const { draw } of ticket.coupons) {
      const { coupons } = drawOf(model, of.game, draw);
      coupons.splice(
        coupons.findIndex((each) => each.ticket === ticket),
        1,
      );
    }
  }
}

/** Before the draw closes, its coupons; until `writing` is emptied they are there or not. */
export function writeCoupons(model: Model, game: GameId, draw: number, date: string): void {
  for (const { player, subscription: of } of everySubscription(model)) {
    if (of.game !== game || of.dates[0] !== date) continue;
    of.dates.shift();
    of.paidLeft = Math.max(0, of.paidLeft - 1);
    const { wager, perDraw, id } = of;
    const ticket: Ticket = {
      ...{ id: null, subscription: id, player, wager, perDraw },
      ...{ coupons: [], day: date, cancelled: false },
    };
    const coupon = { ticket, draw, couponId: null };
    ticket.coupons.push(coupon);
    player.tickets.push(ticket);
    drawOf(model, game, draw).coupons.push(coupon);
    model.writing.add(ticket);
  }
}

export async function cancelSubscription(op: Op, random: Random): Promise<void> {
  const { sim, player } = op;
  // A charge on its way decides until when is paid.
  if (player.subscriptions.length === 0 || player.charges.length > 0 || !isQuiet(sim.model)) return;
  const of = random.pick(player.subscriptions);
  const [today = ''] = sim.model.moment.days;
  const isPending = of.paidThrough === null;
  const immediate = random.chance(0.3);
  const ended = immediate ? today : latest(addDays(of.bought, 28), today, of.paidThrough ?? today);
  const allowed = of.endsOn ? 'EC_NO_CHANGE' : immediate && !isPending ? 'EC_CANCEL_NOT_ALLOWED' : 'done';
  const body = { cancelType: immediate ? 'immediate' : 'endOfPeriod' };
  const path = `/user/subscriptions/${of.id}/cancel`;
  const { answer, tries } = await insist(op, { path, cookie: player.cookie, body });
  const verdict = answer.status === 200 ? 'done' : answer.body.code;
  count(sim, `cancel subscription ${verdict}`);
  const wasDone = verdict === 'done' || (verdict === 'EC_NO_CHANGE' && allowed === 'done' && tries > 1);
  if (!wasDone) return expectEqual(op, 'cancelling a subscription', verdict, allowed);
  expectEqual(op, 'cancelling a subscription', 'done', allowed);
  if (verdict === 'done') expectEqual(op, 'last day', answer.body['endDate'], ended);
  of.endsOn = ended;
}

export async function readSubscription(op: Op, random: Random): Promise<void> {
  const { sim, player } = op;
  if (player.subscriptions.length === 0 || player.charges.length > 0 || !isQuiet(sim.model)) return;
  await checkSubscription(op, random.pick(player.subscriptions));
}

export async function checkSubscription(op: Op, of: Subscription): Promise<void> {
  const { body } = await read(op, `/user/subscriptions/detail/${of.id}`);
  const status = of.endsOn ? 'cancelled' : of.paidThrough ? 'active' : 'pending';
  const written = op.player.tickets.filter(({ subscription }) => subscription === of.id).length;
  const tickets = body['tickets'] as object[] | undefined;
  expectEqual(
    op,
    `subscription ${of.id}`,
    [body['status'], body['stake'], body['prepaid'], body['drawDates'], tickets?.length],
    [status, of.perDraw, of.paidLeft * of.perDraw, of.dates, written],
  );
}
