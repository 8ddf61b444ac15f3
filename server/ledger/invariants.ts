/** What must always hold of the books, each as a query for rows that break it (`scope.ts` names the rows). */
import { sql } from '#server/platform/sql.ts';
import { heldMoney } from './balance-invariants.ts';
import { causes, namedCauses } from './cause-invariants.ts';
import { clubs } from './club-invariants.ts';
import { sealedDays } from './days/invariants.ts';
import type { Invariant } from './invariant.ts';
import { league } from './league-invariants.ts';
import { countedLimits } from './limit-invariants.ts';
import { lists } from './list-invariants.ts';
import { depositLimits, moneyOnItsWay, payments } from './payment-invariants.ts';
import { raffleAccounts, rafflePrizes, raffles } from './raffle-invariants.ts';
import { syndicates } from './syndicate-invariants.ts';
import { ticketStakeKinds } from './transfer-kinds.ts';

const accounts: readonly Invariant[] = [
  {
    name: 'accounts',
    means: 'every transfer names accounts that exist, and a player’s accounts only for that player',
    breaks: sql`
      SELECT t.transfer_id, t.player_id, t.debit_account, d.player_id AS debit_of, t.credit_account,
        c.player_id AS credit_of
      FROM checked_transfers t LEFT JOIN ledger_accounts d ON d.account_id = t.debit_account
      LEFT JOIN ledger_accounts c ON c.account_id = t.credit_account
      WHERE d.account_id IS NULL OR c.account_id IS NULL OR d.player_id <> t.player_id
        OR c.player_id <> t.player_id`,
  },
  {
    name: 'wallet accounts',
    means: 'every wallet has its own account',
    breaks: sql`
      SELECT w.player_id, w.account_id FROM wallets w LEFT JOIN ledger_accounts a USING (account_id)
      WHERE a.kind IS DISTINCT FROM 'wallet' OR a.player_id <> w.player_id`,
  },
  {
    name: 'wallet sides',
    means:
      'before and after stand on exactly the transfers of a wallet and differ by the amount, with its sign',
    breaks: sql`
      SELECT t.player_id, t.transfer_id, t.amount, t.wallet_before, t.wallet_after
      FROM checked_transfers t LEFT JOIN wallets w USING (player_id)
      WHERE (t.wallet_after - t.wallet_before) IS DISTINCT FROM CASE
        WHEN t.credit_account = w.account_id THEN t.amount
        WHEN t.debit_account = w.account_id THEN -t.amount END`,
  },
];

const sales: readonly Invariant[] = [
  {
    name: 'purchases',
    means:
      'every coupon and ticket without a draw was paid exactly once with its stake, and nothing else was',
    // Grouped once instead of joined: a coupon and its one movement are the two rows of a group.
    breaks: sql`
      SELECT player_id, ticket_id, coupon_id, max(stake) AS stake, max(paid) AS paid, count(paid) AS times
      FROM (
        SELECT c.player_id, c.ticket_id, c.coupon_id, c.stake, NULL::bigint AS paid, c.draw_id,
          coalesce(d.stakes_account, 0) AS account
        FROM checked_coupons c LEFT JOIN draws d USING (draw_id)
        UNION ALL
        SELECT player_id, ticket_id, NULL, stake, NULL, 0, NULL FROM checked_tickets WHERE row_masks IS NULL
        UNION ALL
        SELECT player_id, ticket_id, coupon_id, NULL, amount, coalesce(draw_id, 0), credit_account
        FROM checked_transfers WHERE kind = ANY (${ticketStakeKinds})
      ) sides GROUP BY player_id, ticket_id, coupon_id
      HAVING count(*) <> 2 OR max(stake) IS DISTINCT FROM max(paid) OR min(draw_id) <> max(draw_id)
        OR min(account) <> max(account)`,
  },
  {
    name: 'ticket stakes',
    means: 'a ticket of rows costs what its coupons cost, and one without a draw has none',
    breaks: sql`
      SELECT player_id, ticket_id, max(stake) AS stake, sum(coupon) AS coupons FROM (
        SELECT player_id, ticket_id, stake, CASE WHEN row_masks IS NULL THEN stake END AS coupon
        FROM checked_tickets
        UNION ALL SELECT player_id, ticket_id, NULL, stake FROM checked_coupons
      ) sides GROUP BY player_id, ticket_id HAVING max(stake) IS DISTINCT FROM sum(coupon)`,
  },
  {
    name: 'tickets without a draw',
    means: 'a ticket without a draw is either open or settled, and no other ticket is',
    breaks: sql`
      SELECT player_id, ticket_id, o.ticket_id IS NOT NULL AS open, s.settled_at
      FROM checked_tickets k LEFT JOIN open_tickets o USING (player_id, ticket_id)
      LEFT JOIN settled_tickets s USING (player_id, ticket_id)
      WHERE num_nonnulls(o.ticket_id, s.settled_at) <> CASE WHEN k.row_masks IS NULL THEN 1 ELSE 0 END`,
  },
];

const wallets: readonly Invariant[] = [
  {
    // Every balance that was left is the one the next entry found: a chain from 0 to today's, whatever its
    // order.
    name: 'wallet chain',
    means: 'the balances before and after of a wallet’s entries join into one chain from 0 to its balance',
    breaks: sql`
      SELECT player_id, balance, sum(ends) AS loose FROM (
        SELECT player_id, wallet_after AS balance, 1 AS ends FROM checked_transfers
          WHERE wallet_after IS NOT NULL
        UNION ALL SELECT player_id, wallet_before, -1 FROM checked_transfers WHERE wallet_after IS NOT NULL
        UNION ALL SELECT w.player_id, coalesce(o.balance, 0), 1
          FROM wallets w LEFT JOIN opening_balances o USING (account_id)
        UNION ALL SELECT player_id, balance, -1 FROM wallets
      ) ends GROUP BY player_id, balance HAVING sum(ends) <> 0`,
  },
  {
    name: 'debt first',
    means: 'no wallet has a balance while its player has a debt',
    breaks: sql`SELECT player_id, balance, debt FROM wallets WHERE balance > 0 AND debt > 0`,
  },
];

const draws: readonly Invariant[] = [
  {
    name: 'carry',
    means: 'a carry account holds the floor of what waits exactly for the next draw, tier by tier',
    breaks: sql`
      SELECT g.game, c.tier, c.balance AS account, c.exact::text AS exact
      FROM (SELECT DISTINCT game FROM ledger_accounts WHERE kind = 'carry') g, waiting_carry(g.game) c
      WHERE c.balance <> div(c.exact, 100000000)`,
  },
  {
    name: 'carry chain',
    means: 'what a draw carried in is to the fraction what the one before it left, or what was opened with',
    breaks: sql`
      SELECT draw_id, tier, carry_in_exact::text AS carried_in, before::text AS before FROM (
        SELECT draw_id, tier, p.carry_in_exact, coalesce(
          lag(p.carry_out_exact) OVER (PARTITION BY game, tier ORDER BY d.draw_date), opened.exact, 0
          ) AS before
        FROM draw_settlements s JOIN draws d USING (draw_id)
        JOIN draw_prizes p USING (draw_id)
        LEFT JOIN (
          SELECT a.game, a.tier, 100000000::numeric
            * sum(CASE WHEN t.credit_account = a.account_id THEN t.amount ELSE -t.amount END) AS exact
          FROM ledger_accounts a JOIN ledger_transfers t ON t.player_id = 0 AND t.kind = 'opening_carry'
            AND a.account_id IN (t.debit_account, t.credit_account)
          WHERE a.kind = 'carry' GROUP BY a.game, a.tier
        ) opened USING (game, tier)
        WHERE p.revision = 1 AND p.part = 'main' AND p.carry_out_exact IS NOT NULL
      ) chain WHERE before <> carry_in_exact`,
  },
];

const sealedResults: Invariant = {
  name: 'sealed results',
  means: 'no draw of our own has a result without a seal',
  breaks: sql`
    SELECT r.draw_id FROM draw_results r LEFT JOIN seals s USING (draw_id)
    WHERE r.origin = 'calendar' AND s.draw_id IS NULL`,
};

const alone = (invariant: Invariant): readonly Invariant[] => [invariant];

/** In their order; those of one step are one statement and share what it materializes. */
export const steps: readonly (readonly Invariant[])[] = [
  ...accounts.map(alone),
  ...sales.map(alone),
  [sealedResults],
  [raffles],
  [...causes, rafflePrizes, ...clubs, ...league, ...payments],
  [...heldMoney, ...syndicates, raffleAccounts, moneyOnItsWay, ...sealedDays],
  ...wallets.map(alone),
  ...countedLimits.map(alone),
  ...draws.map(alone),
  [namedCauses],
  [depositLimits],
  [lists],
];

/** Deposit limits count a month, and lists all that a player did: both may have begun earlier. */
export const stepsSince = steps.filter((step) => !step.includes(depositLimits) && !step.includes(lists));
