/** Sizes and statistics of a book of a hundred million tickets, for the planner. */

const tickets = 100_000_000;
const coupons = 1.18 * tickets;
const transfers = 1.34 * tickets;
const wins = 0.07 * coupons;
export const players = 400_000;
const draws = 4_000;
const clubs = 250;

/** Share of all tickets that the player with the long history has. */
const longHistory = 20_000 / tickets;

/** Rows of each table, and bytes a row in its file, as measured on books that the product wrote. */
export const sizes: Readonly<Record<string, { rows: number; bytes: number }>> = {
  tickets: { rows: tickets, bytes: 305 },
  coupons: { rows: coupons, bytes: 85 },
  ledger_transfers: { rows: transfers, bytes: 155 },
  coupon_wins: { rows: wins, bytes: 85 },
  // As if every fifth had no draw.
  open_tickets: { rows: 0.002 * tickets, bytes: 64 },
  settled_tickets: { rows: 0.2 * tickets, bytes: 80 },
  coupon_payouts: { rows: wins, bytes: 68 },
  cancellations: { rows: 0.01 * coupons, bytes: 100 },
  subscription_coupons: { rows: 0.1 * coupons, bytes: 85 },
  messages: { rows: tickets, bytes: 400 },
  notices: { rows: wins, bytes: 200 },
  idempotency_keys: { rows: 0.05 * tickets, bytes: 200 },
  payments: { rows: 0.05 * tickets, bytes: 300 },
  payment_steps: { rows: 0.15 * tickets, bytes: 100 },
  security_events: { rows: 0.1 * tickets, bytes: 200 },
  book_blocks: { rows: coupons / 4096, bytes: 100 },
  seal_hashes: { rows: coupons / 4096, bytes: 100 },
  ledger_accounts: { rows: players + 12 * draws, bytes: 70 },
  clubs: { rows: clubs, bytes: 60 },
  // Three programs a week, for ten years.
  club_sales: { rows: 520 * clubs, bytes: 80 },
  contribution_programs: { rows: 1_560, bytes: 45 },
  contributions: { rows: 1_560 * clubs, bytes: 60 },
  club_payouts: { rows: 100 * clubs, bytes: 200 },
  players: { rows: players, bytes: 300 },
  player_contacts: { rows: 1.2 * players, bytes: 90 },
  wallets: { rows: players, bytes: 250 },
  sessions: { rows: players, bytes: 200 },
  draws: { rows: draws, bytes: 250 },
  draw_settlements: { rows: draws, bytes: 500 },
  draw_steps: { rows: 8 * draws, bytes: 80 },
  draw_prizes: { rows: 8 * draws, bytes: 200 },
};

export type ColumnStatistics = {
  /** Number of different values, null for a unique column. */
  distinct: number | null;
  /** 1 when the physical order of rows follows the column, 0 when it is random. */
  correlation: number;
  /** Bounds of ranges with equally many rows. */
  histogram?: readonly (string | number)[];
  /** The most common values, each with its share of the rows. */
  common?: Readonly<Record<string | number, number>>;
};

/** By `table.column`, and by `column` for all other tables that have it. */
export type Columns = Readonly<Record<string, ColumnStatistics>>;

const ids = ['00000000', '40000000', '80000000', 'c0000000', 'ffffffff'].map(
  (start) => `${start}-0000-0000-0000-000000000000`,
);
const upTo = (last: number) => [1, last / 2, last];

/**
 * @param now the end of three years of sales
 * @param playerId the player with the long history
 */
export function columnStatistics(now: Date, playerId: number): Columns {
  const times = [3, 2, 1, 0].map((years) => new Date(now.getTime() - years * 365 * 86_400_000).toISOString());
  const ofTime = { distinct: tickets / 10, correlation: 1, histogram: times };
  const ofPlayers = { distinct: players, correlation: 0, histogram: upTo(players) };
  return {
    player_id: { ...ofPlayers, common: { [playerId]: longHistory } },
    // Player 0 is the house: seven transfers a draw.
    'ledger_transfers.player_id': {
      ...ofPlayers,
      common: { [playerId]: longHistory, 0: (7 * draws) / transfers },
    },
    ...Object.fromEntries(
      ['players', 'wallets', 'sessions'].map((table) => [
        `${table}.player_id`,
        { ...ofPlayers, distinct: null },
      ]),
    ),
    ticket_id: { distinct: tickets, correlation: 0, histogram: ids },
    coupon_id: { distinct: coupons, correlation: 0, histogram: ids },
    transfer_id: { distinct: null, correlation: 1, histogram: upTo(transfers) },
    club_id: { distinct: clubs, correlation: 0, histogram: upTo(clubs) },
    support_id: { distinct: clubs, correlation: 0, histogram: upTo(clubs) },
    draw_id: { distinct: draws, correlation: 1, histogram: upTo(draws) },
    purchased_at: ofTime,
    at: ofTime,
    paid_at: ofTime,
    'ledger_transfers.kind': {
      distinct: 20,
      correlation: 0.8,
      common: { purchase: 0.88, winnings: 0.06, deposit: 0.03, cancellation: 0.01, settlement: 0.0002 },
    },
    'ledger_accounts.kind': {
      distinct: 20,
      correlation: 0.5,
      common: { wallet: 0.89, prize_fund: 0.05, stakes: 0.009, winnings: 0.009, carry: 0.0001, debt: 0.01 },
    },
    'draws.state': { distinct: 8, correlation: 1, common: { closed: 0.98, created: 0.01, released: 0.001 } },
    'payments.status': {
      distinct: 10,
      correlation: 0.9,
      common: { settled: 0.9, failed: 0.099, waiting: 0.0001, held: 0.0001 },
    },
    'settled_tickets.settled_at': ofTime,
    'settled_tickets.high': { distinct: 2, correlation: 1, common: { false: 0.9999, true: 0.0001 } },
    'coupon_wins.high': { distinct: 2, correlation: 1, common: { false: 0.9999, true: 0.0001 } },
  };
}
