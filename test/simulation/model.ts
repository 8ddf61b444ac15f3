/**
 * What the product should answer, worked out independently: nothing of `rules/` or `server/` is
 * imported. A player's operations follow one another, so that a state is exact but for two honest
 * doubts: which draw and day it is while the clock is walked (`moment` holds all that are possible),
 * and whether a prize being paid has arrived (`due`).
 */
import {
  dayLimit,
  type Fine,
  highWin,
  jokerPrice,
  jokerWin,
  prizesOf,
  type Result,
  rowCountOf,
  rowPrice,
  rowsOf,
  tierCount,
  tierOf,
} from './arithmetic.ts';

export type Row = { numbers: number[]; isQuickPick?: boolean };
export type Wager = {
  gameId: string;
  draw?: number;
  rows: Row[];
  joker?: number[];
  system?: number;
  drawCount?: number;
  stake: number;
  channel?: 'web' | 'mobile';
  affiliateId?: number;
};

export type Coupon = { ticket: Ticket; draw: number; couponId: string | null };
export type Ticket = {
  id: string;
  player: Player;
  wager: Wager;
  perDraw: number;
  coupons: Coupon[];
  /** Domain day of the purchase, `YYYY-MM-DD`. */
  day: string;
  cancelled: boolean;
};
export type Movement = {
  type: 'deposit' | 'sales' | 'winnings';
  amount: number;
  ticketId: string | null;
  draw: number | null;
};
export type Player = {
  index: number;
  cookie: string;
  balance: number;
  /** Prizes that are being paid now: arrived or not. */
  due: number;
  staked: Map<string, number>;
  tickets: Ticket[];
  /** Keys that bought, and what they stand for. */
  keys: Map<string, { ticket: Ticket; meaning: string }>;
  movements: Movement[];
};

export type Win = { rows: number; joker: number };
export type Draw = {
  number: number;
  coupons: Coupon[];
  stage: 'open' | 'settled' | 'paying' | 'paid';
  result: Result | null;
  wins: Map<Coupon, Win>;
  lines: { winners: number; amount: number }[];
  jokerUnits: number[];
};

/** Draws and days that are possible now; one of each except while the clock is walked or sales close. */
export type Moment = { onSale: readonly number[]; days: readonly string[] };
export type Model = {
  players: Player[];
  draws: Map<number, Draw>;
  moment: Moment;
  /** What waits for the next draw by tier, index 0 is tier 1. */
  carry: Fine[];
};

export function createModel(cookies: readonly { cookie: string; balance: number }[], carry: Fine[]): Model {
  const players = cookies.map(({ cookie, balance }, index): Player => {
    const movements: Movement[] = [{ type: 'deposit', amount: balance, ticketId: null, draw: null }];
    return { index, cookie, balance, due: 0, staked: new Map(), tickets: [], keys: new Map(), movements };
  });
  return { players, draws: new Map(), moment: { onSale: [], days: [] }, carry };
}

export function drawOf(model: Model, number: number): Draw {
  const known = model.draws.get(number);
  if (known) return known;
  const draw: Draw = {
    number,
    coupons: [],
    stage: 'open',
    result: null,
    wins: new Map(),
    lines: [],
    jokerUnits: [],
  };
  model.draws.set(number, draw);
  return draw;
}

/** Balances that the player may see now. */
export function balancesOf({ balance, due }: Player): number[] {
  return due > 0 ? [balance, balance + due] : [balance];
}

export const stakedOn = (player: Player, day: string): number => player.staked.get(day) ?? 0;

export function stakePerDraw({ rows, system, joker }: Pick<Wager, 'rows' | 'system' | 'joker'>): number {
  const count = system ? rowCountOf(system) : rows.length;
  return count * rowPrice + (joker ? jokerPrice : 0);
}

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
  const { onSale, days } = model.moment;
  const verdicts = new Set<string>();
  for (const draw of onSale) {
    for (const day of days) {
      for (const balance of balancesOf(player))
        verdicts.add(judge(wager, draw, stakedOn(player, day), balance));
    }
  }
  // Sales may close between the look at the draw on sale and the sale.
  if (onSale.length > 1 && wager.draw === undefined && !faultOf(wager)) verdicts.add('EC_SALE_CLOSED');
  return verdicts;
}

function judge(wager: Wager, onSale: number, staked: number, balance: number): string {
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
  // A row of lotto has no numbers of a second drum.
  if (gameId === 'eurojackpot') return 'EC_TICKET_INVALID_SELECTIONS';
  if (gameId !== 'lotto') return 'EC_PRODUCTTYPE_NOT_FOUND';
  if (rows.length > 10) return 'EC_ROW_LIMIT';
  const offered = system !== undefined && system >= 6 && system <= 10;
  const wrong = ({ numbers }: Row) =>
    new Set(numbers).size !== numbers.length ||
    numbers.some((number) => number < 1 || number > 45) ||
    numbers.length !== (system ? (offered ? system : numbers.length) : 5);
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
  for (const draw of model.moment.onSale) {
    for (const day of model.moment.days) {
      for (const balance of balancesOf(player)) {
        let sold = 0;
        let verdict = 'sold';
        while (sold < count) {
          verdict = judge(wager, draw, stakedOn(player, day) + sold * total, balance - sold * total);
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
  const ticket: Ticket = { id, player, wager, perDraw, coupons: [], day, cancelled: false };
  for (let draw = firstDraw; draw < firstDraw + (wager.drawCount ?? 1); draw += 1) {
    const coupon: Coupon = { ticket, draw, couponId: null };
    ticket.coupons.push(coupon);
    drawOf(model, draw).coupons.push(coupon);
    player.movements.push({ type: 'sales', amount: -perDraw, ticketId: id, draw });
  }
  const total = perDraw * ticket.coupons.length;
  player.balance -= total;
  player.staked.set(day, stakedOn(player, day) + total);
  player.tickets.push(ticket);
  if (key !== null) player.keys.set(key, { ticket, meaning: meaningOf(wager) });
  return ticket;
}

/** `done`, or the code: on the day of the purchase, before its first draw closes, once. */
export function verdictsOfCancel(model: Model, ticket: Ticket): Set<string> {
  const { onSale, days } = model.moment;
  const first = ticket.coupons[0]?.draw ?? 0;
  const verdicts = new Set<string>();
  const may = !ticket.cancelled && days.includes(ticket.day) && onSale.some((draw) => draw <= first);
  if (may) verdicts.add('done');
  const surely = may && days.length === 1 && onSale.every((draw) => draw <= first);
  if (!surely) verdicts.add('EC_CANCEL_NOT_ALLOWED');
  return verdicts;
}

export function recordCancel(ticket: Ticket): void {
  const { player, perDraw, coupons, day, id } = ticket;
  ticket.cancelled = true;
  for (const { draw } of coupons)
    player.movements.push({ type: 'sales', amount: perDraw, ticketId: id, draw });
  player.balance += perDraw * coupons.length;
  player.staked.set(day, stakedOn(player, day) - perDraw * coupons.length);
}

const liveCoupons = (model: Model, number: number): Coupon[] =>
  drawOf(model, number).coupons.filter(({ ticket }) => !ticket.cancelled);

/** What the seal of a draw must say. */
export function sealOf(model: Model, number: number): { coupons: number; rows: number; stakes: number } {
  const live = liveCoupons(model, number);
  const stakes = live.reduce((sum, { ticket }) => sum + ticket.perDraw, 0);
  const rows = live.reduce((sum, { ticket }) => sum + rowCountOfTicket(ticket), 0);
  return { coupons: live.length, rows, stakes };
}

export function rowCountOfTicket({ wager }: Ticket): number {
  return wager.system ? rowCountOf(wager.system) : wager.rows.length;
}

/** Row by row; then the prize table, and what each coupon wins. */
export function settle(model: Model, number: number, result: Result): void {
  const draw = drawOf(model, number);
  const winners = new Array<number>(tierCount).fill(0);
  const tiersOf = new Map<Coupon, number[]>();
  const jokers = new Map<Coupon, number>();
  draw.jokerUnits = [0, 0, 0, 0];
  let sales = 0;
  for (const coupon of liveCoupons(model, number)) {
    const { rows, joker } = coupon.ticket.wager;
    const expanded = rows.flatMap(({ numbers }) => rowsOf(numbers));
    const tiers = expanded.map((row) => tierOf(row, result)).filter((tier) => tier > 0);
    for (const tier of tiers) winners[tier - 1] = (winners[tier - 1] ?? 0) + 1;
    tiersOf.set(coupon, tiers);
    sales += expanded.length * rowPrice;
    const { tier, units, amount } = joker
      ? jokerWin(joker.join(''), result.joker)
      : { tier: 0, units: 0, amount: 0 };
    if (tier > 0) draw.jokerUnits[tier - 1] = (draw.jokerUnits[tier - 1] ?? 0) + units;
    jokers.set(coupon, amount);
  }
  const { lines } = prizesOf(sales, model.carry, winners);
  model.carry = lines.map(({ carryOut }) => carryOut);
  for (const [coupon, tiers] of tiersOf) {
    const rows = tiers.reduce((sum, tier) => sum + (lines[tier - 1]?.amount ?? 0), 0);
    const joker = jokers.get(coupon) ?? 0;
    if (rows + joker > 0) draw.wins.set(coupon, { rows, joker });
  }
  Object.assign(draw, { result, lines, stage: 'settled' });
}

/** From now on a prize of the draw may arrive at any moment. */
export function startPaying(model: Model, number: number): void {
  const draw = drawOf(model, number);
  draw.stage = 'paying';
  for (const [{ ticket }, { rows, joker }] of draw.wins) {
    if (rows + joker < highWin) ticket.player.due += rows + joker;
  }
}

export function finishPaying(model: Model, number: number): void {
  const draw = drawOf(model, number);
  draw.stage = 'paid';
  for (const [{ ticket }, { rows, joker }] of draw.wins) {
    const amount = rows + joker;
    if (amount >= highWin) continue;
    ticket.player.due -= amount;
    ticket.player.balance += amount;
    ticket.player.movements.push({ type: 'winnings', amount, ticketId: ticket.id, draw: number });
  }
}

export function winOf(model: Model, coupon: Coupon): Win {
  return drawOf(model, coupon.draw).wins.get(coupon) ?? { rows: 0, joker: 0 };
}

/**
 * The public status of a coupon: one, or all that are possible while prizes are being paid. A ticket says
 * `highwind` of a large prize, a list `won`.
 */
export function statusesOf(model: Model, coupon: Coupon, high: 'highwind' | 'won'): string[] {
  if (coupon.ticket.cancelled) return ['cancelled'];
  const { stage } = drawOf(model, coupon.draw);
  if (stage === 'open' || stage === 'settled') return ['pending'];
  const { rows, joker } = winOf(model, coupon);
  const amount = rows + joker;
  const last = amount === 0 ? 'lost' : amount >= highWin ? high : 'paid';
  if (stage === 'paid') return [last];
  return last === 'lost' ? ['pending', 'lost'] : ['pending', 'won', last];
}
