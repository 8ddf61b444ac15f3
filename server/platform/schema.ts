/** Written by tools/schema.ts from the migrated database. Do not edit: add a migration. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Read as a `Date`, written as one or as ISO 8601 text. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** Read as parsed JSON, written as text: the driver would turn an array into an SQL one. */
export type Json = ColumnType<unknown, string, string>;

export type BookBlocksTable = {
  draw_id: number;
  block: number;
  first_coupon: string;
  bytes: Buffer;
};

export type CancellationsTable = {
  player_id: number;
  ticket_id: string;
  coupon_id: string;
  draw_id: number;
  at: Timestamp;
  by: string;
  reason: string;
};

export type ClockTable = {
  singleton: Generated<boolean>;
  clock_offset: Generated<unknown>;
};

export type ClubSalesTable = {
  club_id: number;
  year: number;
  week: number;
  sale: number;
  sale_count: number;
};

export type ClubsTable = {
  club_id: number;
  name: string;
};

export type ContentCopiesTable = {
  content_key: string;
  locale: string;
  postfix: string;
  body: string;
  written_at: Generated<Timestamp>;
};

export type CouponPayoutsTable = {
  draw_id: number;
  player_id: number;
  coupon_id: string;
  paid_at: Timestamp;
};

export type CouponWinsTable = {
  draw_id: number;
  player_id: number;
  ticket_id: string;
  coupon_id: string;
  amount: number;
  joker_amount: number;
  high: boolean;
};

export type CouponsTable = {
  player_id: number;
  ticket_id: string;
  coupon_id: string;
  draw_id: number;
  stake: number;
};

export type CrowdVisitsTable = {
  draw_id: number;
  at: Generated<Timestamp>;
  tickets: number;
  rows: number;
};

export type CurrentResultsTable = {
  draw_id: ColumnType<number, never, never>;
  revision: ColumnType<number, never, never>;
  origin: ColumnType<string, never, never>;
  outcome: ColumnType<Json, never, never>;
  confirmed_at: ColumnType<Date, never, never>;
  confirmed_by: ColumnType<string, never, never>;
};

export type DepositLimitsTable = {
  player_id: number;
  limit_day: number | null;
  limit_week: number | null;
  limit_month: number | null;
  deposited_on: Generated<string>;
  deposited_day: Generated<number>;
  deposited_week: Generated<number>;
  deposited_month: Generated<number>;
};

export type DrawAlarmsTable = {
  draw_id: number;
  alarm: GeneratedAlways<number>;
  at: Generated<Timestamp>;
  code: string;
  message: string;
  detail: Json;
  stops: boolean;
};

export type DrawLettersTable = {
  draw_id: number;
  at: Generated<Timestamp>;
};

export type DrawLettersWaitingTable = {
  draw_id: number;
  player_id: number;
  tickets: number;
  ticket_id: string;
};

export type DrawPrizesTable = {
  draw_id: number;
  revision: number;
  part: string;
  tier: number;
  condition: string;
  amount: number;
  winners: number;
  winners_local: number;
  share: number | null;
  carry_in: number | null;
  top_up: number | null;
  pool: number | null;
  paid: number | null;
  carry_out: number | null;
  remainder: number | null;
  share_exact: string | null;
  carry_in_exact: string | null;
  pool_exact: string | null;
  carry_out_exact: string | null;
  remainder_exact: string | null;
};

export type DrawProtocolsTable = {
  draw_id: number;
  received_at: Generated<Timestamp>;
  machine: string;
  protocol: string;
  signature: string;
};

export type DrawResultsTable = {
  draw_id: number;
  revision: number;
  origin: string;
  outcome: Json;
  confirmed_at: Timestamp;
  confirmed_by: string;
};

export type DrawSettlementsTable = {
  draw_id: number;
  settled_at: Timestamp;
  engine_a: Buffer;
  engine_b: Buffer;
  winning_coupons: number;
  row_sales: number;
  joker_sales: number;
  fund: number;
  carry_in: number;
  top_up: number;
  paid: number;
  carry_out: number;
  remainder: number;
  joker_paid: number;
  fund_exact: string;
  carry_in_exact: string;
  carry_out_exact: string;
  remainder_exact: string;
  signature: Buffer;
  public_key: Buffer;
};

export type DrawStepsTable = {
  draw_id: number;
  step: GeneratedAlways<number>;
  from_state: string | null;
  to_state: string;
  at: Timestamp;
  actor: string;
  reason: string | null;
};

export type DrawTransitionsTable = {
  from_state: string;
  to_state: string;
};

export type DrawsTable = {
  draw_id: GeneratedAlways<number>;
  game: string;
  number: number;
  draw_date: Timestamp;
  close_date: Timestamp;
  rules_id: string;
  amount_row: number;
  amount_joker: number;
  origin: Generated<string>;
  state: Generated<string>;
  closed_at: Timestamp | null;
  stakes_account: number;
  planned_date: string;
  high_win_from: number;
};

export type ELoginsTable = {
  token_hash: Buffer;
  request_hash: Buffer;
  browser_hash: Buffer;
  e_login_type: string;
  target_key: Buffer;
  network_key: Buffer;
  created_at: Timestamp;
  state: Generated<string>;
  handle: Json | null;
  polling_until: Timestamp | null;
  polls: Generated<number>;
  failure: Json | null;
  person: Json | null;
  proven_at: Timestamp | null;
  signed_in_at: Timestamp | null;
  signed_up_at: Timestamp | null;
  known_player: number | null;
  known_device: Buffer | null;
};

export type ErasureSaltTable = {
  singleton: Generated<boolean>;
  salt: Generated<Buffer>;
};

export type FailureLevelsTable = {
  level_key: Buffer;
  level: number;
  last_at: Timestamp;
};

export type FormerPasswordsTable = {
  former_password_id: GeneratedAlways<number>;
  player_id: number;
  password_hash: string;
};

export type GamesTable = {
  game: string;
  on_sale: boolean;
};

export type IdempotencyKeysTable = {
  player_id: number;
  call: string;
  key: string;
  input_hash: Buffer;
  answer: string;
  at: Timestamp;
};

export type InstallationTable = {
  singleton: Generated<boolean>;
  mode: string;
  installed_at: Generated<Timestamp>;
};

export type KnownDevicesTable = {
  player_id: number;
  device_hash: Buffer;
  first_used_at: Timestamp;
  last_used_at: Timestamp;
  locale: Generated<string>;
};

export type LargePrizesTable = {
  draw_id: ColumnType<number, never, never>;
  player_id: ColumnType<number, never, never>;
  ticket_id: ColumnType<string, never, never>;
  coupon_id: ColumnType<string, never, never>;
  amount: ColumnType<number, never, never>;
  claim_by: ColumnType<string, never, never>;
  lapses_at: ColumnType<Date, never, never>;
  claimed_at: ColumnType<Date, never, never>;
  claimed_by: ColumnType<string, never, never>;
  released_at: ColumnType<Date, never, never>;
  released_by: ColumnType<string, never, never>;
  lapsed_at: ColumnType<Date, never, never>;
  status: ColumnType<string, never, never>;
};

export type LedgerAccountKindsTable = {
  kind: string;
  meaning: string;
};

export type LedgerAccountsTable = {
  account_id: GeneratedAlways<number>;
  kind: string;
  player_id: number | null;
  draw_id: number | null;
  game: string | null;
  tier: number | null;
};

export type LedgerEntriesTable = {
  transfer_id: ColumnType<number, never, never>;
  at: ColumnType<Date, never, never>;
  kind: ColumnType<string, never, never>;
  account_id: ColumnType<number, never, never>;
  amount: ColumnType<number, never, never>;
  player_id: ColumnType<number, never, never>;
  draw_id: ColumnType<number | null, never, never>;
  ticket_id: ColumnType<string | null, never, never>;
  coupon_id: ColumnType<string | null, never, never>;
};

export type LedgerTransfersTable = {
  player_id: number;
  transfer_id: GeneratedAlways<number>;
  at: Timestamp;
  kind: string;
  debit_account: number;
  credit_account: number;
  amount: number;
  wallet_before: number | null;
  wallet_after: number | null;
  draw_id: number | null;
  ticket_id: string | null;
  coupon_id: string | null;
};

export type LimitChangesTable = {
  change_id: GeneratedAlways<number>;
  player_id: number;
  field: string;
  step: Generated<string>;
  before: string | null;
  after: string;
  effective_at: Timestamp | null;
  at: Timestamp;
  origin: string;
};

export type MessageOutcomesTable = {
  message_id: string;
  outcome: string;
  attempt: number;
  at: Generated<Timestamp>;
  reference: string | null;
  reason: string | null;
};

export type MessagesTable = {
  message_id: string;
  player_id: number | null;
  channel: string;
  kind: string;
  locale: string;
  queued_at: Generated<Timestamp>;
};

export type NameFailuresTable = {
  name_key: Buffer;
  failed_at: Timestamp[];
  last_at: Timestamp;
  device_key: Generated<Buffer>;
};

export type NoticesTable = {
  notice_id: GeneratedAlways<number>;
  player_id: number;
  at: Generated<Timestamp>;
  kind: string;
  text_values: Json;
};

export type OperatorLogTable = {
  operator_log_id: GeneratedAlways<number>;
  at: Generated<Timestamp>;
  real_at: Generated<Timestamp>;
  actor: string;
  command: string;
  arguments: Generated<Json>;
  reason: string | null;
  outcome: string;
};

export type PasswordResetsTable = {
  link_hash: Buffer;
  player_id: number;
  way: string;
  ends_at: Timestamp;
};

export type PlayReviewsTable = {
  singleton: Generated<boolean>;
  month: string;
  reached_player: Generated<number>;
};

export type PlayerCouponsTable = {
  player_id: ColumnType<number, never, never>;
  ticket_id: ColumnType<string, never, never>;
  coupon_id: ColumnType<string, never, never>;
  game: ColumnType<string, never, never>;
  draw_id: ColumnType<number, never, never>;
  draw: ColumnType<number, never, never>;
  draw_date: ColumnType<Date, never, never>;
  close_date: ColumnType<Date, never, never>;
  state: ColumnType<string, never, never>;
  rules_id: ColumnType<string, never, never>;
  purchased_at: ColumnType<Date, never, never>;
  channel: ColumnType<string | null, never, never>;
  stake_total: ColumnType<number, never, never>;
  stake: ColumnType<number, never, never>;
  row_masks: ColumnType<number[], never, never>;
  bonus_masks: ColumnType<number[] | null, never, never>;
  quick_picks: ColumnType<number, never, never>;
  system: ColumnType<number, never, never>;
  row_count: ColumnType<number, never, never>;
  joker: ColumnType<string | null, never, never>;
  status: ColumnType<string, never, never>;
  amount_win: ColumnType<number, never, never>;
  joker_amount_win: ColumnType<number, never, never>;
  amount_lapsed: ColumnType<number, never, never>;
  claim_by: ColumnType<string, never, never>;
};

export type PlayersTable = {
  player_id: GeneratedAlways<number>;
  username: string;
  password_hash: string | null;
  national_id: string | null;
  first_name: string;
  last_name: string;
  email: string;
  mobile: string | null;
  address: string | null;
  postal_code: string | null;
  phone: string | null;
  mail_list: Generated<boolean>;
  payment_method: Generated<string>;
  support_id: number | null;
  demo: Generated<boolean>;
  created_at: Generated<Timestamp>;
  needs_e_id: Generated<boolean>;
  reminder_minutes: Generated<number>;
  bank_account: string | null;
  review_days: Generated<number>;
  reviewed_at: Generated<Timestamp>;
  erased_at: Timestamp | null;
  erased_person: Buffer | null;
  draw_letters: Generated<boolean>;
  mailbox: Generated<boolean>;
};

export type PrizeClaimsTable = {
  draw_id: number;
  player_id: number;
  coupon_id: string;
  claimed_at: Timestamp;
  claimed_by: string;
};

export type PrizeLapsesTable = {
  draw_id: number;
  player_id: number;
  coupon_id: string;
  lapsed_at: Timestamp;
};

export type PrizeReleasesTable = {
  draw_id: number;
  player_id: number;
  coupon_id: string;
  claimed_by: string;
  released_at: Timestamp;
  released_by: string;
};

export type ReceiptCursorTable = {
  singleton: Generated<boolean>;
  reached_at: Timestamp;
  complete_at: Timestamp;
  complete_after: number;
};

export type RecoveryQuestionsTable = {
  question_id: GeneratedAlways<number>;
  national_id: string;
  question: Json;
};

export type ResultEntriesTable = {
  draw_id: number;
  entry: GeneratedAlways<number>;
  at: Generated<Timestamp>;
  actor: string;
  confirms: boolean;
  outcome: Json;
};

export type SavedCardsTable = {
  player_id: number;
  purpose: string;
  brand: string;
  last4: string;
  expires: string;
};

export type SealHashesTable = {
  draw_id: number;
  level: number;
  part: number;
  hashes: Buffer;
};

export type SealsTable = {
  draw_id: number;
  sealed_at: Timestamp;
  coupons: number;
  rows: number;
  stakes: number;
  joker_stakes: number;
  merkle_root: Buffer;
  algorithm: string;
  signature: Buffer;
  public_key: Buffer;
  draw_secret: Buffer | null;
};

export type SecurityEventsTable = {
  event_id: GeneratedAlways<number>;
  at: Generated<Timestamp>;
  kind: string;
  player_id: number | null;
  details: Json;
};

export type SecurityLinksTable = {
  link: number;
  event_id: number;
  hash: Buffer;
};

export type SecurityWaitingTable = {
  event_id: number;
};

export type SessionsTable = {
  token_hash: Buffer;
  player_id: number;
  created_at: Timestamp;
  last_used_at: Timestamp;
  ends_at: Timestamp;
  fresh_at: Timestamp;
  channel: string | null;
  session_id: Generated<string>;
  browser: string | null;
  system: string | null;
};

export type SignInsTable = {
  player_id: number;
  at: Timestamp;
  way: string;
};

export type SpentProofsTable = {
  proof_key: Buffer;
  ends_at: Timestamp;
};

export type TicketsTable = {
  player_id: number;
  ticket_id: string;
  game: string;
  purchased_at: Timestamp;
  stake: number;
  row_masks: number[];
  bonus_masks: number[] | null;
  quick_picks: number;
  system: number;
  row_count: number;
  joker: string | null;
  channel: string | null;
  ip: string | null;
  affiliate_id: number | null;
  idempotency_key: string | null;
  input_hash: Buffer | null;
};

export type VisitorCallsTable = {
  call_key: Buffer;
  called_at: Timestamp[];
  last_at: Timestamp;
};

export type WalletsTable = {
  player_id: number;
  account_id: number;
  balance: Generated<number>;
  debt: Generated<number>;
  staked_on: Generated<string>;
  staked: Generated<number>;
  stake_limit_day: Generated<number>;
  locked_until: Generated<Timestamp>;
  closed_at: Timestamp | null;
  certificate_expires: string;
};

export type WriteProbesTable = {
  singleton: Generated<boolean>;
  written: Generated<number>;
};

export type DB = {
  book_blocks: BookBlocksTable;
  cancellations: CancellationsTable;
  clock: ClockTable;
  club_sales: ClubSalesTable;
  clubs: ClubsTable;
  content_copies: ContentCopiesTable;
  coupon_payouts: CouponPayoutsTable;
  coupon_wins: CouponWinsTable;
  coupons: CouponsTable;
  crowd_visits: CrowdVisitsTable;
  current_results: CurrentResultsTable;
  deposit_limits: DepositLimitsTable;
  draw_alarms: DrawAlarmsTable;
  draw_letters: DrawLettersTable;
  draw_letters_waiting: DrawLettersWaitingTable;
  draw_prizes: DrawPrizesTable;
  draw_protocols: DrawProtocolsTable;
  draw_results: DrawResultsTable;
  draw_settlements: DrawSettlementsTable;
  draw_steps: DrawStepsTable;
  draw_transitions: DrawTransitionsTable;
  draws: DrawsTable;
  e_logins: ELoginsTable;
  erasure_salt: ErasureSaltTable;
  failure_levels: FailureLevelsTable;
  former_passwords: FormerPasswordsTable;
  games: GamesTable;
  idempotency_keys: IdempotencyKeysTable;
  installation: InstallationTable;
  known_devices: KnownDevicesTable;
  large_prizes: LargePrizesTable;
  ledger_account_kinds: LedgerAccountKindsTable;
  ledger_accounts: LedgerAccountsTable;
  ledger_entries: LedgerEntriesTable;
  ledger_transfers: LedgerTransfersTable;
  limit_changes: LimitChangesTable;
  message_outcomes: MessageOutcomesTable;
  messages: MessagesTable;
  name_failures: NameFailuresTable;
  notices: NoticesTable;
  operator_log: OperatorLogTable;
  password_resets: PasswordResetsTable;
  play_reviews: PlayReviewsTable;
  player_coupons: PlayerCouponsTable;
  players: PlayersTable;
  prize_claims: PrizeClaimsTable;
  prize_lapses: PrizeLapsesTable;
  prize_releases: PrizeReleasesTable;
  receipt_cursor: ReceiptCursorTable;
  recovery_questions: RecoveryQuestionsTable;
  result_entries: ResultEntriesTable;
  saved_cards: SavedCardsTable;
  seal_hashes: SealHashesTable;
  seals: SealsTable;
  security_events: SecurityEventsTable;
  security_links: SecurityLinksTable;
  security_waiting: SecurityWaitingTable;
  sessions: SessionsTable;
  sign_ins: SignInsTable;
  spent_proofs: SpentProofsTable;
  tickets: TicketsTable;
  visitor_calls: VisitorCallsTable;
  wallets: WalletsTable;
  write_probes: WriteProbesTable;
};
