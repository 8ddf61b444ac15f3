import { afterAll, beforeAll, expect, test } from 'vitest';
import { people } from '#integrations/people.ts';
import { listPromotions } from '#server/draws/raffles/promotion.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { sql } from '#server/platform/sql.ts';
import { verifyPassword } from '#server/players/passwords/password.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { seed } from './seed.ts';

let on: TestDatabase;
beforeAll(async () => {
  on = await testDatabase();
});
afterAll(() => on.close());

type Seeded = {
  username: string;
  password_hash: string;
  balance: number;
  days: number;
  cards: number;
  home: string;
};

async function seeded(): Promise<Seeded[]> {
  const { rows } = await sql<Seeded>`
    SELECT username, password_hash, balance, address || ', ' || postal_code AS home,
      certificate_expires - (domain_now() AT TIME ZONE 'UTC')::date AS days,
      (SELECT count(*) FROM saved_cards c WHERE c.player_id = p.player_id) AS cards
    FROM players p JOIN wallets USING (player_id) WHERE username LIKE 'spilari%' ORDER BY username
  `.execute(on.db);
  return rows;
}

test('a fresh start has three players to play with, and a second start changes nothing', async () => {
  await seed(on.db);
  const first = await seeded();
  await seed(on.db);

  expect(await seeded()).toEqual(first);
  expect(first.map(({ username, balance, cards }) => [username, balance, cards])).toEqual([
    ['spilari1', 50_000, 1],
    ['spilari2', 50_000, 1],
    ['spilari3', 50_000, 0],
  ]);
  // Who has none can save nothing of the account before typing one.
  const homes = people.slice(0, 3).map(({ home }) => `${home?.address}, ${home?.postalCode}`);
  expect(first.map(({ home }) => home)).toEqual(homes);
  expect(first[0]?.days).toBeGreaterThan(3 * 365 - 1);
  expect([first[1]?.days, first[2]?.days]).toEqual([20, -1]);
  expect(await verifyPassword('sandkassi1', first[0]?.password_hash ?? '')).toBe(true);
});

test('must-hold 46: what the demo players were given came out of an account, to the króna', async () => {
  const { rows } = await sql<{ kind: string; total: number }>`
    SELECT ledger_accounts.kind, sum(e.amount)::bigint AS total
    FROM ledger_entries e JOIN ledger_accounts USING (account_id)
    GROUP BY ledger_accounts.kind
  `.execute(on.db);
  expect(rows.reduce((sum, row) => sum + row.total, 0)).toBe(0);
});

test('a marked past from 1 January two years back, whose last draw leaves the first pot here', async () => {
  const { rows } = await sql<{
    first: string;
    games: string[];
    unmarked: number;
    carry: number;
    left: number;
  }>`
    SELECT min(draw_date)::date::text AS first, array_agg(DISTINCT game ORDER BY game) AS games,
      count(*) FILTER (WHERE r.origin <> 'sample' OR d.origin <> 'sample') AS unmarked,
      (SELECT sum(balance) FROM waiting_carry('lotto'))::bigint AS carry, (
        SELECT sum(carry_out) FROM draw_prizes WHERE draw_id = (
          SELECT draw_id FROM draws WHERE game = 'lotto' AND origin = 'sample'
          ORDER BY draw_date DESC LIMIT 1)
      )::bigint AS left
    FROM draws d JOIN current_results r USING (draw_id)
  `.execute(on.db);
  const [past] = rows;
  const { rows: today } = await sql<{ year: number }>`
    SELECT extract(year FROM domain_now())::integer AS year
  `.execute(on.db);
  expect(past?.first.slice(0, 7)).toBe(`${(today[0]?.year ?? 0) - 2}-01`);
  expect(past?.games).toEqual(['eurojackpot', 'lotto', 'totoeng', 'totoeur', 'vikinglotto', 'xg']);
  expect(past?.unmarked).toBe(0);
  expect(past?.carry).toBe(past?.left);
});

test('programs of the pools have thirteen matches that are over, and leave their carry here', async () => {
  const { rows } = await sql<{
    game: string;
    programs: number;
    thirteen: boolean;
    carry: number;
    left: number;
  }>`
    SELECT g.game, count(*) AS programs, bool_and(m.matches = 13 AND m.over = 13) AS thirteen,
      (SELECT coalesce(sum(balance), 0) FROM waiting_carry(g.game))::bigint AS carry, (
        SELECT sum(carry_out) FROM draw_prizes WHERE draw_id = (
          SELECT draw_id FROM draws WHERE game = g.game AND origin = 'sample'
          ORDER BY draw_date DESC LIMIT 1)
      )::bigint AS left
    FROM games g JOIN draws d USING (game) JOIN programs USING (draw_id) CROSS JOIN LATERAL (
      SELECT count(*) AS matches, count(*) FILTER (WHERE f.state IN ('finished', 'postponed')) AS over
      FROM program_matches JOIN match_facts f USING (match_id)
      WHERE draw_id = d.draw_id AND f.kind = 'state') m
    GROUP BY g.game ORDER BY g.game`.execute(on.db);
  expect(rows.map(({ game }) => game)).toEqual(['totoeng', 'totoeur', 'xg']);
  for (const { programs, thirteen, carry, left } of rows) {
    expect(programs).toBeGreaterThan(90);
    expect(thirteen).toBe(true);
    expect(carry).toBe(left);
  }
  expect(await checkLedger(on.db)).toEqual({ ok: true });
});

test('one promotion, which begins with the next draw and runs for some weeks', async () => {
  const promotions = await listPromotions(on.db);
  expect(promotions).toMatchObject([{ game: 'lotto', condition: 'side' }]);
  const { rows } = await sql<{ day: string; last: string }>`
    SELECT (domain_now() AT TIME ZONE 'UTC')::date AS day,
      (domain_now() AT TIME ZONE 'UTC')::date + 34 AS last
  `.execute(on.db);
  expect(promotions[0]).toMatchObject({ from: rows[0]?.day, until: rows[0]?.last });
});
