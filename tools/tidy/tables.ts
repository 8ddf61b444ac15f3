/**
 * Which module owns which tables. Only the owner writes them; those that may import the owner may read them
 * too, since a join is cheaper than a call (docs/decisions). Functions of the migrations are the owner's own.
 */
export const owners: Record<string, readonly string[]> = {
  'server/platform': ['installation', 'clock', 'write_probes'],
  'server/ledger': [
    'ledger_account_kinds',
    'ledger_accounts',
    'ledger_transfers',
    'ledger_entries',
    'wallets',
  ],
  'server/players': [
    'clubs',
    'players',
    'saved_cards',
    'sessions',
    'sign_ins',
    'known_devices',
    'name_failures',
    'failure_levels',
    'former_passwords',
    'password_resets',
    'recovery_questions',
    'play_reviews',
    'visitor_calls',
    'spent_proofs',
    'e_logins',
    'erasure_salt',
  ],
  'server/security': ['security_events', 'security_waiting', 'security_links'],
  'server/limits': ['limit_changes', 'deposit_limits'],
  'server/messages': ['messages', 'message_outcomes', 'notices'],
  'server/clubs': ['club_sales'],
  'server/content': ['content_last_good'],
  'server/sales': ['tickets', 'coupons', 'cancellations', 'idempotency_keys', 'player_coupons'],
  'server/draws': [
    'games',
    'draw_transitions',
    'draws',
    'draw_steps',
    'draw_alarms',
    'draw_protocols',
    'book_blocks',
    'seal_hashes',
    'seals',
    'result_entries',
    'draw_results',
    'current_results',
    'draw_prizes',
    'draw_settlements',
    'draw_figures',
    'approved_figures',
    'coupon_wins',
    'coupon_payouts',
    'prize_claims',
    'prize_releases',
    'prize_lapses',
    'large_prizes',
  ],
  'server/sample-players': ['sample_purchases'],
  'server/letters': ['receipt_cursor', 'draw_letters', 'draw_letters_waiting'],
  operator: ['operator_log'],
};

/** Files that may use tables beyond their level, each with its reason. */
export const exceptions: Record<string, { may: 'read' | 'write'; tables: readonly string[]; why: string }> = {
  'server/ledger/invariants.ts': {
    may: 'read',
    tables: Object.values(owners).flat(),
    why: 'the audit compares the books with every fact that caused them',
  },
  'server/ledger/transactions.ts': {
    may: 'read',
    tables: ['draws'],
    why: 'a movement is shown with the game and the number of its draw',
  },
  'server/limits/store.ts': {
    may: 'write',
    tables: ['wallets'],
    why: 'what is in force lies in the row that every stake locks',
  },
  'server/messages/messages.ts': {
    may: 'read',
    tables: ['players'],
    why: 'a message goes to the address that the player has in the transaction of its cause',
  },
  'server/games/numbers/auto-draw.ts': {
    may: 'write',
    tables: ['draw_protocols'],
    why: 'the protocol of the machine is kept in the transaction that enters its numbers',
  },
  'server/games/numbers/history/store.ts': {
    may: 'write',
    tables: ['draws', 'draw_steps', 'draw_results', 'draw_prizes'],
    why: 'draws of the past are written as they were, without a life of their own',
  },
  'server/prepare.ts': {
    may: 'write',
    tables: ['installation'],
    why: 'the first start decides the mode, as owner',
  },
  'embedded/seed/clubs.ts': {
    may: 'write',
    tables: ['clubs', 'club_sales'],
    why: 'rows that only a seed makes',
  },
  'embedded/seed/demo-players.ts': {
    may: 'write',
    tables: ['saved_cards'],
    why: 'rows that only a seed makes',
  },
};
