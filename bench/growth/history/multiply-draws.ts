/** Draws of the copies, and all that is known of each draw as a whole. */
import type pg from 'pg';
import { type Changes, copying } from './copy-rows.ts';
import { note } from './note.ts';

/** They are copied with their tickets. */
const ofTickets = ['coupons', 'coupon_wins', 'coupon_payouts', 'prize_claims', 'prize_releases'];
const withOwnNumbers = ['draws', 'ledger_accounts', 'ledger_transfers'];

/**
 * A copy leaves the carry as it found it: what the week added to it falls to the prize reserve as a
 * remainder. So every copy, and the template after them, finds what the carry was opened with.
 */
const carried: Changes = {
  carry_out: 't.carry_in',
  carry_out_exact: 't.carry_in_exact',
  remainder: 't.remainder + t.carry_out - t.carry_in',
  remainder_exact: 't.remainder_exact + t.carry_out_exact - t.carry_in_exact',
};

const ownChanges: Readonly<Record<string, Changes>> = {
  draw_prizes: carried,
  draw_settlements: {
    ...carried,
    draw_before: `(SELECT b.draw_id FROM growth.draw_map b WHERE b.game = m.game AND b.draw_date < m.draw_date
      ORDER BY b.draw_date DESC LIMIT 1)`,
  },
};

export async function copyDraws(client: pg.Client): Promise<void> {
  await removeSampleDraws(client);
  await refuseWonCarry(client);
  await mapDraws(client);
  const plan = { draw_id: 'm.draw_id', stakes_account: 'm.stakes_account', number: 'm.number' };
  await client.query(await copying(client, 'draws', plan, fromDraws('growth.draws')));
  const account = { account_id: 'a.new_id', draw_id: 'm.draw_id' };
  await client.query(
    await copying(
      client,
      'ledger_accounts',
      account,
      `growth.account_map a JOIN ledger_accounts t USING (account_id)
        JOIN growth.draw_map m ON m.k = a.k AND m.template = t.draw_id`,
    ),
  );
  for (const table of await tablesOfDraws(client)) {
    const changes = { draw_id: 'm.draw_id', ...ownChanges[table] };
    const { rowCount } = await client.query(await copying(client, table, changes, fromDraws(table)));
    if (rowCount) note(`${table}: ${rowCount} rows copied`);
  }
}

const fromDraws = (table: string) =>
  `${table} t JOIN growth.draw_map m ON m.template = t.draw_id ORDER BY m.draw_date`;

/** Invented results of the years that the copies fill. */
async function removeSampleDraws(client: pg.Client): Promise<void> {
  await client.query(`CREATE TABLE growth.samples AS SELECT draw_id FROM draws WHERE origin = 'sample'`);
  for (const table of [...(await tablesOfDraws(client)), 'ledger_accounts', 'draws'])
    await client.query(`DELETE FROM ${table} WHERE draw_id IN (SELECT draw_id FROM growth.samples)`);
}

/** A copy could not leave the carry as it found it. */
async function refuseWonCarry(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    SELECT d.game, p.tier FROM draw_prizes p JOIN growth.draws d USING (draw_id)
    GROUP BY d.game, p.part, p.tier
    HAVING min(carry_out_exact - carry_in_exact) < 0 OR min(carry_in_exact) <> max(carry_in_exact)`);
  if (rows.length > 0) throw new Error(`the carry was won in the template week: ${JSON.stringify(rows)}`);
}

/** New numbers follow time, as they do in life. */
async function mapDraws(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE TABLE growth.draw_map AS
      SELECT k, shift, game, draw_id AS template, number - (k + 1) * weekly AS number,
        draw_date - shift AS draw_date, stakes_account AS template_stakes,
        (SELECT max(draw_id) FROM draws) + row_number() OVER (ORDER BY draw_date - shift) AS draw_id,
        0::bigint AS stakes_account
      FROM growth.draws, growth.weeks WHERE k > 0;
    CREATE TABLE growth.account_map AS
      SELECT m.k, a.account_id,
        (SELECT max(account_id) FROM ledger_accounts) + row_number() OVER (ORDER BY m.draw_id, a.account_id)
          AS new_id
      FROM growth.draw_map m JOIN ledger_accounts a ON a.draw_id = m.template;
    UPDATE growth.draw_map m SET stakes_account = a.new_id FROM growth.account_map a
      WHERE a.k = m.k AND a.account_id = m.template_stakes;
    CREATE INDEX ON growth.draw_map (k, template);
    CREATE INDEX ON growth.account_map (k, account_id);
    ANALYZE growth.draw_map, growth.account_map`);
  for (const [table, column] of [
    ['draws', 'draw_id'],
    ['ledger_accounts', 'account_id'],
  ] as const) {
    const map = table === 'draws' ? 'growth.draw_map' : 'growth.account_map';
    const made = table === 'draws' ? 'draw_id' : 'new_id';
    await client.query(`SELECT setval(pg_get_serial_sequence($1, $2), (SELECT max(${made}) FROM ${map}))`, [
      table,
      column,
    ]);
  }
}

/** Tables with rows of a draw that name no player. */
async function tablesOfDraws(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname = 'draw_id'
       AND NOT EXISTS (SELECT FROM pg_attribute p WHERE p.attrelid = c.oid AND p.attname = 'player_id')
     ORDER BY 1`,
  );
  return rows
    .map(({ name }) => name)
    .filter((name) => !ofTickets.includes(name) && !withOwnNumbers.includes(name));
}
