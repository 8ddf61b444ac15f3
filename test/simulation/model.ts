/**
 * What the product should answer, worked out independently: nothing of `rules/` or `server/` is
 * imported. A player's operations follow one another, so that a state is exact but for three honest
 * doubts: which draw and day it is while the clock is walked (`moment` holds all that are possible),
 * whether a prize being paid has arrived (`due`), and whether a subscription is charged (`charges`).
 */

import type { Row, Subscription, Wager } from './agreed.ts';
import {
  dayLimit,
  type Fine,
  type GameId,
  games,
  highWin,
  isGame,
  jokerPrice,
  jokerWin,
  prizesOf,
  type Result,
  rowCountOf,
  rowsOf,
  tierOf,
} from './arithmetic.ts';

export type Coupon = { ticket: Ticket; draw: number; couponId: string | null };
export type Ticket = {
  /** Of a subscription's ticket null until it is first seen. */
  id: string | null;
  subscription: string | null;
  player: Player;
  wager: Wager;
  perDraw: number;
  coupons: Coupon[];
  /** Domain day of the purchase, `YYYY-MM-DD`. */
  day: string;
  cancelled: boolean;
};
export type Movement = {
  type: 'deposit' | 'sales' | 'winnings' | 'subscriptions';
  amount: number;
  ticket: Ticket | null;
  draw: number | null;
};
export type Player = {
  index: number;
  cookie: string;
  balance: number;
  /** Prizes that are being paid now: arrived or not. */
  due: number;
  /** Charges that are being made now: taken or not. */
  charges: { day: string; amount: number }[];
  staked: Map<string, number>;
  tickets: Ticket[];
  subscriptions: Subscription[];
  /** Keys that bought, and what they stand for. */
  keys: Map<string, { ticket: Ticket; meaning: string }>;
  movements: Movement[];
};

export type Win = { rows: number; joker: number };
export type Draw = {
  game: GameId;
  number: number;
  coupons: Coupon[];
  stage: 'open' | 'settled' | 'paying' | 'paid';
  result: Result | null;
  wins: Map<Coupon, Win>;
  lines: { winners: number; amount: number }[];
  /** Winning rows here by tier. */
  winners: number[];
  jokerUnits: number[];
};

/** Draws and days that are possible now; one of each except while the clock is walked or sales close. */
export type Moment = { onSale: Record<GameId, readonly number[]>; days: readonly string[] };
export type Model = {
  players: Player[];
  draws: Map<string, Draw>;
  moment: Moment;
  /** Day of each game's draw on sale. */
  opens: Record<GameId, string>;
  /** Tickets of subscriptions that are being written: there or not. */
  writing: Set<Ticket>;
  /** What waits for the next draw by tier, index 0 is tier 1. */
  carry: Record<GameId, readonly Fine[]>;
};

export function createModel(
  cookies: readonly { cookie: string; balance: number }[],
  carry: Model['carry'],
): Model {
  const players = cookies.map(({ cookie, balance }, index): Player => {
    const movements: Movement[] = [{ type: 'deposit', amount: balance, ticket: null, draw: null }];
    const nothing = {
      due: 0,
      charges: [],
      staked: new Map(),
      tickets: [],
      subscriptions: [],
      keys: new Map(),
    };
    return { index, cookie, balance, ...nothing, movements };
  });
  const onSale = { lotto: [], vikinglotto: [], eurojackpot: [] };
  const opens = { lotto: '', vikinglotto: '', eurojackpot: '' };
  return { players, draws: new Map(), moment: { onSale, days: [] }, opens, writing: new Set(), carry };
}

export function drawOf(model: Model, game: GameId, number: number): Draw {
  const known = model.draws.get(`${game} ${number}`);
  if (known) return known;
  const draw: Draw = {
    game,
    number,
    coupons: [],
    stage: 'open',
    result: null,
    wins: new Map(),
    lines: [],
    winners: [],
    jokerUnits: [],
  };
  model.draws.set(`${game} ${number}`, draw);
  return draw;
}

export type State = { balance: number; staked: number };

/** What balance and stake of the day may be now. */
export function statesOf(player: Player, day: string): State[] {
  const staked = player.staked.get(day) ?? 0;
  let states: State[] = [{ balance: player.balance, staked }];
  if (player.due > 0) states.push({ balance: player.balance + player.due, staked });
  for (const charge of player.charges) {
    const more = charge.day === day ? charge.amount : 0;
    states = states.flatMap((state) => [
      state,
      { balance: state.balance - charge.amount, staked: state.staked + more },
    ]);
  }
  return states;
}

/** Balances that the player may see now. */
export const balancesOf = (player: Player): number[] => statesOf(player, '').map(({ balance }) => balance);

export function stakePerDraw({ gameId, rows, system, joker }: Omit<Wager, 'stake'>): number {
  const { pick, price } = games[isGame(gameId) ? gameId : 'lotto'];
  const count = system ? rowCountOf(system, pick) : rows.length;
  return count * price + (joker ? jokerPrice : 0);
}

/** Of the game of a wager that was sold. */
export const gameOf = ({ wager }: Pick<Ticket, 'wager'>): GameId => wager.gameId as GameId;

/** With the stake that the server will compute. */
export function priced(wager: Wager): Wager {
  return { ...wager, stake: stakePerDraw(wager) * (wager.drawCount ?? 1) };
}

/** What a key stands for: everything but what the client only claims. */
function meaningOf({ channel, affiliateId, ...meant }: Wager): string {
  return JSON.stringify(meant);
}

/** What may be answered to this purchase: `sold`, or the code of the refusal. */
export function verdictsOfBuy(model: Model, player: Player, wager: Wager, key: string | null): Set<string> {
  const known = key === null ? undefined : player.keys.get(key);
  if (known) return new Set([known.meaning === meaningOf(wager) ? 'sold' : 'EC_DUPLICATE_VALUE']);
  const { days } = model.moment;
  const onSale = onSaleFor(model, wager);
  const verdicts = new Set<string>();
  for (const draw of onSale) {
    for (const day of days) {
      for (const state of statesOf(player, day)) verdicts.add(judge(wager, draw, state));
    }
  }
  // Sales may close between the look at the draw on sale and the sale.
  if (onSale.length > 1 && wager.draw === undefined && !faultOf(wager)) verdicts.add('EC_SALE_CLOSED');
  return verdicts;
}

/** Draws that may be on sale of the wager's game; of one that there is not, any. */
function onSaleFor({ moment }: Model, { gameId }: Wager): readonly number[] {
  return moment.onSale[isGame(gameId) ? gameId : 'lotto'];
}

function judge(wager: Wager, onSale: number, { staked, balance }: State): string {
  const fault = faultOf(wager);
  if (fault) return fault;
  if (wager.draw !== undefined && wager.draw < onSale) return 'EC_SALE_CLOSED';
  if (wager.draw !== undefined && wager.draw > onSale) return 'EC_NO_DATA_FOUND';
  const total = stakePerDraw(wager) * (wager.drawCount ?? 1);
  if (wager.stake !== total) return 'EC_INVALID_AMOUNT';
  if (staked + total > dayLimit) return 'EC_PLAYER_SALES_LIMIT';
  return total > balance ? 'EC_BALANCE_TOO_LOW' : 'sold';
}

/** The first fault decides (docs/rules/number-lotteries.md, Wagers). */
function faultOf({ gameId, rows, joker, system, drawCount }: Wager): string | null {
  if (!isGame(gameId)) return 'EC_PRODUCTTYPE_NOT_FOUND';
  if (rows.length > 10) return 'EC_ROW_LIMIT';
  const { pick, max, extras, extraMax, systems } = games[gameId];
  const offered = system !== undefined && systems.includes(system);
  const unfit = (given: readonly number[], most: number) =>
    new Set(given).size !== given.length || given.some((number) => number < 1 || number > most);
  const wrong = ({ numbers, bonusNumbers = [] }: Row) =>
    unfit(numbers, max) ||
    unfit(bonusNumbers, extraMax) ||
    bonusNumbers.length !== extras ||
    numbers.length !== (system ? (offered ? system : numbers.length) : pick);
  if (rows.length === 0 || (system ? rows.slice(0, 1) : rows).some(wrong))
    return 'EC_TICKET_INVALID_SELECTIONS';
  if (joker && (joker.length !== 5 || joker.some((digit) => digit < 0 || digit > 9))) {
    return 'EC_TICKET_INVALID_SELECTIONS';
  }
  if (system && (!offered || rows.length > 1)) return 'EC_INVALID_COMBINATION';
  return (drawCount ?? 1) > 10 ? 'EC_VALUE_TOO_HIGH' : null;
}

/** Least and most of `count` equal purchases at once that may be sold, and the codes the others may get. */
export function burstOf(model: Model, player: Player, wager: Wager, count: number) {
  let [least, most] = [count, 0];
  const codes = new Set<string>();
  const total = wager.stake;
  for (const draw of onSaleFor(model, wager)) {
    for (const day of model.moment.days) {
      for (const { balance, staked } of statesOf(player, day)) {
        let sold = 0;
        let verdict = 'sold';
        while (sold < count) {
          verdict = judge(wager, draw, { staked: staked + sold * total, balance: balance - sold * total });
          if (verdict !== 'sold') break;
          sold += 1;
        }
        if (verdict !== 'sold') codes.add(verdict);
        least = Math.min(least, sold);
        most = Math.max(most, sold);
      }
    }
  }
  return { least, most, codes };
}

/** A sale that was acknowledged, or found by its key. */
export function recordSale(
  model: Model,
  player: Player,
  wager: Wager,
  sale: { id: string; key: string | null; firstDraw: number; day: string },
): Ticket {
  const perDraw = stakePerDraw(wager);
  const { id, key, firstDraw, day } = sale;
  const known = { id, subscription: null, player, wager, perDraw, day };
  const ticket: Ticket = { ...known, coupons: [], cancelled: false };
  for (let draw = firstDraw; draw < firstDraw + (wager.drawCount ?? 1); draw += 1) {
    const coupon: Coupon = { ticket, draw, couponId: null };
    ticket.coupons.push(coupon);
    drawOf(model, gameOf(ticket), draw).coupons.push(coupon);
    player.movements.push({ type: 'sales', amount: -perDraw, ticket, draw });
  }
  const total = perDraw * ticket.coupons.length;
  player.balance -= total;
  addStake(player, day, total);
  player.tickets.push(ticket);
  if (key !== null) player.keys.set(key, { ticket, meaning: meaningOf(wager) });
  return ticket;
}

/** `done`, or the code: on the day of the purchase, before its first draw closes, once. */
export function verdictsOfCancel(model: Model, ticket: Ticket): Set<string> {
  const { days } = model.moment;
  const onSale = model.moment.onSale[gameOf(ticket)];
  const first = ticket.coupons[0]?.draw ?? 0;
  const verdicts = new Set<string>();
  const may =
    !ticket.subscription &&
    !ticket.cancelled &&
    days.includes(ticket.day) &&
    onSale.some((draw) => draw <= first);
  if (may) verdicts.add('done');
  const surely = may && days.length === 1 && onSale.every((draw) => draw <= first);
  if (!surely) verdicts.add('EC_CANCEL_NOT_ALLOWED');
  return verdicts;
}

export function recordCancel(ticket: Ticket): void {
  const { player, perDraw, coupons, day } = ticket;
  ticket.cancelled = true;
  for (const { draw } of coupons) player.movements.push({ type: 'sales', amount: perDraw, ticket, draw });
  player.balance += perDraw * coupons.length;
  addStake(player, day, -perDraw * coupons.length);
}

export function addStake({ staked }: Player, day: string, amount: number): void {
  staked.set(day, (staked.get(day) ?? 0) + amount);
}

const liveCoupons = (model: Model, game: GameId, number: number): Coupon[] =>
  drawOf(model, game, number).coupons.filter(({ ticket }) => !ticket.cancelled);

/** What the seal of a draw must say. */
export function sealOf(model: Model, game: GameId, number: number) {
  const live = liveCoupons(model, game, number);
  const stakes = live.reduce((sum, { ticket }) => sum + ticket.perDraw, 0);
  const rows = live.reduce((sum, { ticket }) => sum + rowCountOfTicket(ticket), 0);
  return { coupons: live.length, rows, stakes };
}

export function rowCountOfTicket({ wager: { gameId, system, rows } }: Ticket): number {
  return system ? rowCountOf(system, games[gameId as GameId].pick) : rows.length;
}

/** Row by row; then the prize table, and what each coupon wins. */
export function settle(model: Model, game: GameId, number: number, result: Result): void {
  const draw = drawOf(model, game, number);
  const { pick, price, tiers: tierRules } = games[game];
  const winners = tierRules.map(() => 0);
  const tiersOf = new Map<Coupon, number[]>();
  const jokers = new Map<Coupon, number>();
  draw.jokerUnits = [0, 0, 0, 0];
  let sold = 0;
  for (const coupon of liveCoupons(model, game, number)) {
    const { rows, joker } = coupon.ticket.wager;
    const tiers = rows.flatMap(({ numbers, bonusNumbers = [] }) => {
      const expanded = rowsOf(numbers, pick);
      sold += expanded.length;
      return expanded.map((row) => tierOf(game, row, bonusNumbers, result)).filter((tier) => tier > 0);
    });
    for (const tier of tiers) winners[tier - 1] = (winners[tier - 1] ?? 0) + 1;
    tiersOf.set(coupon, tiers);
    const { tier, units, amount } = joker
      ? jokerWin(joker.join(''), result.joker)
      : { tier: 0, units: 0, amount: 0 };
    if (tier > 0) draw.jokerUnits[tier - 1] = (draw.jokerUnits[tier - 1] ?? 0) + units;
    jokers.set(coupon, amount);
  }
  const { lines } = prizesOf(game, { sales: sold * price, rows: sold }, model.carry[game], winners);
  model.carry[game] = lines.map(({ carryOut }) => carryOut);
  draw.winners = winners;
  for (const [coupon, tiers] of tiersOf) {
    const rows = tiers.reduce((sum, tier) => sum + (lines[tier - 1]?.amount ?? 0), 0);
    const joker = jokers.get(coupon) ?? 0;
    if (rows + joker > 0) draw.wins.set(coupon, { rows, joker });
  }
  Object.assign(draw, { result, lines, stage: 'settled' });
}

/** From now on a prize of the draw may arrive at any moment. */
export function startPaying(model: Model, game: GameId, number: number): void {
  const draw = drawOf(model, game, number);
  draw.stage = 'paying';
  for (const [{ ticket }, { rows, joker }] of draw.wins) {
    if (rows + joker < highWin) ticket.player.due += rows + joker;
  }
}

export function finishPaying(model: Model, game: GameId, number: number): void {
  const draw = drawOf(model, game, number);
  draw.stage = 'paid';
  for (const [{ ticket }, { rows, joker }] of draw.wins) {
    const amount = rows + joker;
    if (amount >= highWin) continue;
    ticket.player.due -= amount;
    ticket.player.balance += amount;
    ticket.player.movements.push({ type: 'winnings', amount, ticket, draw: number });
  }
}

export function winOf(model: Model, coupon: Coupon): Win {
  return drawOf(model, gameOf(coupon.ticket), coupon.draw).wins.get(coupon) ?? { rows: 0, joker: 0 };
}

/**
 * The public status of a coupon: one, or all that are possible while prizes are being paid. A ticket says
 * `highwind` of a large prize, a list `won`.
 */
export function statusesOf(model: Model, coupon: Coupon, high: 'highwind' | 'won'): string[] {
  if (coupon.ticket.cancelled) return ['cancelled'];
  const { stage } = drawOf(model, gameOf(coupon.ticket), coupon.draw);
  if (stage === 'open' || stage === 'settled') return ['pending'];
  const { rows, joker } = winOf(model, coupon);
  const amount = rows + joker;
  const last = amount === 0 ? 'lost' : amount >= highWin ? high : 'paid';
  if (stage === 'paid') return [last];
  return last === 'lost' ? ['pending', 'lost'] : ['pending', 'won', last];
}
