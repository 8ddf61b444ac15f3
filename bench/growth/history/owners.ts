/** Whose each copied ticket is. */
import type pg from 'pg';
import { seed } from './shape.ts';

/** One player with so many tickets in each history, where it has ten times as many. */
export const ticketsOfLastPlayers = [10, 100, 1_000, 20_000] as const;

export const lastPlayersOf = (tickets: number) =>
  ticketsOfLastPlayers.filter((count) => count * 10 <= tickets);

/**
 * Copied tickets fall to players at random, to some more often than to others. Those of the last players are
 * spread over all weeks.
 *
 * @param lastPlayers ids, in the order of `lastPlayersOf`; nobody else's tickets become theirs
 */
export async function assignOwners(client: pg.Client, lastPlayers: readonly number[]): Promise<void> {
  await client.query(
    `CREATE TABLE growth.players AS
      SELECT row_number() OVER (ORDER BY player_id) - 1 AS i, player_id, account_id
      FROM wallets WHERE player_id IN (SELECT player_id FROM players WHERE username LIKE 'prufa%')
        AND player_id <> ALL (ARRAY[${lastPlayers.join()}]::bigint[])`,
  );
  await client.query(`
    CREATE TABLE growth.last_players AS
      SELECT player_id, account_id, sum(tickets) OVER (ORDER BY nth) - tickets AS above,
        sum(tickets) OVER (ORDER BY nth) AS upto
      FROM unnest(ARRAY[${lastPlayers.join()}]::bigint[],
        ARRAY[${ticketsOfLastPlayers.slice(0, lastPlayers.length).join()}]::bigint[]) WITH ORDINALITY
        AS l(player_id, tickets, nth) JOIN wallets USING (player_id)`);
  await client.query(`
    CREATE TABLE growth.owners AS
      SELECT k, n, coalesce(l.player_id, p.player_id) AS player_id,
        coalesce(l.account_id, p.account_id) AS account_id
      FROM (
        SELECT k, n, row_number() OVER (ORDER BY hashtextextended(k || ' ' || n, ${seed}), k, n) AS nth,
          floor((SELECT count(*) FROM growth.players)
            * ((hashtextextended(n || ' ' || k, ${seed}) & 1048575) / 1048576.0::float8) ^ 1.3) AS i
        FROM growth.weeks, growth.tickets WHERE k > 0
      ) o JOIN growth.players p USING (i)
      LEFT JOIN growth.last_players l ON o.nth > l.above AND o.nth <= l.upto`);
  await client.query(`
    INSERT INTO growth.owners
      SELECT 0, n, player_id, account_id FROM growth.tickets JOIN wallets USING (player_id);
    CREATE UNIQUE INDEX ON growth.owners (k, n);
    ANALYZE growth.owners`);
}
