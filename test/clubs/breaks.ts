/** What somebody could alter in the records of clubs, and the invariant of the books that shows it. */

export const breaks: readonly [invariant: string, what: string, table: string | null, statement: string][] = [
  [
    'contributions',
    'a changed króna',
    'contributions',
    'UPDATE contributions SET amount = amount + 1 WHERE club_id = 9 AND sale = 1300',
  ],
  [
    'sales for clubs',
    'a changed sale',
    'contributions',
    'UPDATE contributions SET sale = sale + 13 WHERE club_id = 9 AND sale_count = 1',
  ],
  [
    'sales for clubs',
    'a ticket that moved to another club',
    'tickets',
    'UPDATE tickets SET support_id = 7 WHERE support_id = 9 AND stake = 1300',
  ],
  [
    'weeks of clubs',
    'a changed week',
    null,
    'UPDATE club_sales SET sale_count = sale_count + 1 WHERE club_id = 9',
  ],
  [
    'programs of booked weeks',
    'a program that was played and is left out',
    'contribution_programs',
    'UPDATE contribution_programs SET void = false WHERE void',
  ],
  [
    'owed to clubs',
    'money that a club was never owed',
    null,
    `INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount)
     SELECT 0, domain_now(), 'correction', club_account(112),
       ledger_account('bank', NULL, NULL, NULL, NULL), 1000000`,
  ],
];
