/**
 * Makes a long history of the one week that was sold: each copy has its own ids, players, dates, draws and
 * accounts, and lies as many weeks back as its number says. Runs as the superuser on a database that nothing
 * else uses.
 */
import type pg from 'pg';
import { copyDraws } from './multiply-draws.ts';
import { copyLedger } from './multiply-ledger.ts';
import { copyTickets } from './multiply-tickets.ts';
import { note } from './note.ts';
import { assignOwners } from './owners.ts';
import { copies } from './shape.ts';

/** `client` needs a superuser: triggers and the rule that rows are only added are off meanwhile. */
export async function multiply(client: pg.Client, lastPlayers: readonly number[]): Promise<void> {
  for (const setting of settings) await client.query(`SET ${setting}`);
  // Days that were sealed with the template alone would not hold.
  await client.query('DELETE FROM sessions; DELETE FROM ledger_days');
  await takeTemplate(client);
  await copyDraws(client);
  await assignOwners(client, lastPlayers);
  await copyTickets(client);
  await copyLedger(client);
  await countAhead(client);
  await client.query('DROP SCHEMA growth CASCADE');
  for (const table of ['sessions', 'wallets', 'draws']) await client.query(`VACUUM FULL ${table}`);
  note('vacuum');
  await client.query('VACUUM (ANALYZE)');
  await client.query('CHECKPOINT');
}

const settings = [
  'session_replication_role = replica',
  "work_mem = '512MB'",
  "maintenance_work_mem = '1GB'",
  'synchronous_commit = off',
  'statement_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
];

/** What the worker would have written day by day. */
async function countAhead(client: pg.Client): Promise<void> {
  note('movement spans');
  await client.query(`
    DELETE FROM movement_spans;
    SELECT write_movement_spans('-infinity', 'infinity');
    UPDATE movement_spans_cursor
    SET (reached_at, complete_at) = (SELECT max(at), max(at) FROM ledger_transfers)`);
}

/** The rows of the week, each ticket with its place `n` in it. */
async function takeTemplate(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE SCHEMA growth;
    CREATE TABLE growth.tickets AS
      SELECT (row_number() OVER (ORDER BY purchased_at, ticket_id) - 1)::integer AS n, t.*
      FROM tickets t;
    CREATE TABLE growth.draws AS
      SELECT d.*, count(*) OVER (PARTITION BY game)::integer AS weekly FROM draws d
      WHERE draw_id IN (SELECT draw_id FROM coupons);
    CREATE TABLE growth.moves AS
      SELECT t.n, x.* FROM ledger_transfers x LEFT JOIN growth.tickets t USING (player_id, ticket_id);
    CREATE TABLE growth.weeks AS
      SELECT k, CASE k WHEN 0 THEN '0'::interval ELSE (k + 1) * '7 days'::interval END AS shift
      FROM generate_series(0, ${copies}) k`);
  for (const table of ['coupons', 'coupon_wins'])
    await client.query(`CREATE TABLE growth.${table} AS
      SELECT t.n, x.* FROM ${table} x JOIN growth.tickets t USING (player_id, ticket_id)`);
  for (const [table, coupon] of [
    ['coupon_payouts', 'coupon_id'],
    ['prize_claims', 'cause_id'],
    ['prize_releases', 'cause_id'],
  ])
    await client.query(`CREATE TABLE growth.${table} AS
      SELECT c.n, x.* FROM ${table} x JOIN growth.coupons c
        ON c.player_id = x.player_id AND c.coupon_id = x.${coupon}`);
}
