/** Movements of the copies: in the order of time, with wallets that add up. */
import type pg from 'pg';
import { copying, withoutIndexes } from './copy-rows.ts';
import { note } from './note.ts';
import { copiedId, copies } from './shape.ts';

export async function copyLedger(client: pg.Client): Promise<void> {
  await keepCarry(client);
  await gatherMoves(client);
  await giveBalances(client);
  await withoutIndexes(client, ['ledger_transfers'], () => writeMoves(client));
  await updateWallets(client);
}

/**
 * The settlements of copies: what the template moved from a pool to the carry and to the reserve is moved as
 * `draw_prizes` of the copies say.
 */
async function keepCarry(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE TABLE growth.copied_moves AS
      SELECT * FROM growth.moves m WHERE n IS NOT NULL
        OR kind = 'settlement' AND draw_id IN (SELECT draw_id FROM growth.draws) AND NOT EXISTS (
          SELECT FROM ledger_accounts f, ledger_accounts t
          WHERE f.account_id = m.debit_account AND f.kind = 'prize_fund'
            AND t.account_id = m.credit_account AND t.kind IN ('carry', 'prize_reserve'));
    INSERT INTO growth.copied_moves (player_id, transfer_id, at, kind, draw_id, debit_account, credit_account,
      amount)
    SELECT 0, x.transfer_id, x.at, 'settlement', p.draw_id, pool.account_id, target.account_id,
      CASE target.kind WHEN 'carry' THEN p.carry_in ELSE p.remainder + p.carry_out - p.carry_in END
    FROM growth.draws d JOIN draw_prizes p ON p.draw_id = d.draw_id AND p.part = 'main' AND p.pool IS NOT NULL
    JOIN ledger_accounts pool ON pool.kind = 'prize_fund' AND pool.draw_id = d.draw_id AND pool.tier = p.tier
    JOIN ledger_accounts target ON target.game = d.game
      AND (target.kind = 'carry' AND target.tier = p.tier OR target.kind = 'prize_reserve')
    JOIN (SELECT draw_id, max(transfer_id) AS transfer_id, max(at) AS at FROM growth.moves
      WHERE kind = 'settlement' GROUP BY draw_id) x ON x.draw_id = d.draw_id
    WHERE CASE target.kind WHEN 'carry' THEN p.carry_in ELSE p.remainder + p.carry_out - p.carry_in END > 0;
    ANALYZE growth.copied_moves`);
}

const opening = `kind IN ('sandbox_balance', 'opening_carry')`;

/** All movements but the first, numbered in their order; `wallet_before` and `_after` are the template's. */
async function gatherMoves(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE TABLE growth.ledger (LIKE ledger_transfers);
    CREATE SEQUENCE growth.numbers;
    ALTER TABLE growth.ledger ALTER transfer_id SET DEFAULT nextval('growth.numbers');
    SELECT setval('growth.numbers', count(*)) FROM growth.moves WHERE ${opening}`);
  const draw = 'coalesce(d.draw_id, t.draw_id)';
  const account = (side: string) => `coalesce(CASE WHEN ${side} = w.account_id THEN o.account_id END,
    ${side === 't.debit_account' ? 'de' : 'cr'}.new_id, ${side})`;
  const changes = {
    player_id: 'coalesce(o.player_id, t.player_id)',
    transfer_id: `nextval('growth.numbers')`,
    draw_id: draw,
    ticket_id: copiedId('t.ticket_id'),
    coupon_id: copiedId('t.coupon_id'),
    debit_account: account('t.debit_account'),
    credit_account: account('t.credit_account'),
  };
  const from = `growth.weeks m JOIN growth.copied_moves t ON m.k = $1
    LEFT JOIN growth.owners o ON o.k = m.k AND o.n = t.n
    LEFT JOIN wallets w ON w.player_id = t.player_id
    LEFT JOIN growth.draw_map d ON d.k = m.k AND d.template = t.draw_id
    LEFT JOIN growth.account_map de ON de.k = m.k AND de.account_id = t.debit_account
    LEFT JOIN growth.account_map cr ON cr.k = m.k AND cr.account_id = t.credit_account
    ORDER BY t.at, t.transfer_id`;
  const copy = await copying(client, 'growth.ledger', changes, from);
  for (let k = copies; k > 0; k--) {
    await client.query(copy, [k]);
    if (k % 50 === 0) note(`movements: ${k} weeks to copy`);
  }
  const number = { transfer_id: changes.transfer_id };
  const itself = `growth.moves t, growth.weeks m WHERE m.k = 0 AND NOT ${opening}
    ORDER BY t.at, t.transfer_id`;
  await client.query(await copying(client, 'growth.ledger', number, itself));
}

/** Every player begins with what all their tickets cost and something more, before the first ticket. */
async function giveBalances(client: pg.Client): Promise<void> {
  const changes = {
    transfer_id: 'row_number() OVER (ORDER BY t.transfer_id)',
    amount: `t.amount + coalesce(b.spent, 0)`,
    wallet_before: `CASE WHEN t.player_id > 0 THEN 0 END`,
    wallet_after: `CASE WHEN t.player_id > 0 THEN t.amount + coalesce(b.spent, 0) END`,
  };
  const from = `growth.moves t JOIN growth.weeks m ON m.k = ${copies}
    LEFT JOIN (SELECT player_id, sum(amount) AS spent FROM growth.ledger WHERE wallet_after < wallet_before
      GROUP BY player_id) b USING (player_id)
    WHERE ${opening}`;
  await client.query(await copying(client, 'growth.ledger', changes, from));
  await client.query(`
    UPDATE players SET created_at = created_at - shift, reviewed_at = reviewed_at - shift
    FROM growth.weeks WHERE k = ${copies}`);
}

/** Balances are running sums of what each movement of a wallet changes. */
async function writeMoves(client: pg.Client): Promise<void> {
  note('wallets');
  const changes = {
    transfer_id: 't.transfer_id',
    at: 't.at',
    wallet_before: 't.after - t.change',
    wallet_after: 'CASE WHEN t.change IS NOT NULL THEN t.after END',
  };
  const from = `(SELECT l.*, wallet_after - wallet_before AS change,
      (sum(wallet_after - wallet_before) OVER (PARTITION BY player_id ORDER BY transfer_id))::bigint AS after
    FROM growth.ledger l) t ORDER BY t.at, t.transfer_id`;
  await client.query('BEGIN');
  await client.query('TRUNCATE ledger_transfers');
  await client.query(await copying(client, 'ledger_transfers', changes, from));
  await client.query('COMMIT');
  await client.query(`
    SELECT setval(pg_get_serial_sequence('ledger_transfers', 'transfer_id'), max(transfer_id))
    FROM growth.ledger`);
}

/** Wallets hold the purchases of the day, week and month of the last one, and prizes likewise. */
async function updateWallets(client: pg.Client): Promise<void> {
  const lastDay = (kinds: string) => `
    SELECT DISTINCT ON (player_id) player_id, day, amount,
      (sum(amount) OVER (PARTITION BY player_id, week_begin(day)))::bigint AS week,
      (sum(amount) OVER (PARTITION BY player_id, month_begin(day)))::bigint AS month
    FROM (
      SELECT player_id, (at AT TIME ZONE 'UTC')::date AS day, sum(amount)::bigint AS amount FROM growth.ledger
      WHERE kind IN (${kinds}) GROUP BY 1, 2
    ) days ORDER BY player_id, day DESC`;
  await client.query(`
    UPDATE wallets w SET balance = b.balance, staked_on = coalesce(s.day, '-infinity'),
      staked = coalesce(s.amount, 0), staked_week = coalesce(s.week, 0), staked_month = coalesce(s.month, 0),
      returned_on = coalesce(r.day, '-infinity'), returned = coalesce(r.amount, 0),
      returned_week = coalesce(r.week, 0), returned_month = coalesce(r.month, 0)
    FROM (SELECT player_id, sum(wallet_after - wallet_before) AS balance FROM growth.ledger
      GROUP BY player_id) b
    LEFT JOIN (${lastDay(`'purchase'`)}) s USING (player_id)
    LEFT JOIN (${lastDay(`'winnings', 'claim', 'raffle'`)}) r USING (player_id)
    WHERE b.player_id = w.player_id`);
}
