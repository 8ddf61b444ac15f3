/** Holders are told what a step did, in the transaction that moves their money. */
import { addNotices } from '#server/messages/messages.ts';
import type { Tx } from '#server/platform/database.ts';
import { type Sql, sql } from '#server/platform/sql.ts';

type HolderNews = 'shareReturned' | 'shareWon' | 'shareVoid';

/** `done`: rows once the step was taken. `amounts`: `player_id` and `amount` of each holder after it. */
export type Telling = { kind: HolderNews; done: Sql; amounts: Sql };

const returnedOf = (syndicateId: string, reason: 'unused' | 'void') => sql`
  SELECT r.player_id, sum(r.amount)::bigint AS amount FROM held_shares h
  JOIN share_returns r USING (player_id, share_id)
  WHERE h.syndicate_id = ${syndicateId} AND r.reason = ${reason} GROUP BY r.player_id`;

export const tellsReturned = (syndicateId: string): Telling => ({
  kind: 'shareReturned',
  done: sql`SELECT FROM syndicate_closings WHERE syndicate_id = ${syndicateId}`,
  amounts: returnedOf(syndicateId, 'unused'),
});

export const tellsVoid = (syndicateId: string): Telling => ({
  kind: 'shareVoid',
  done: sql`SELECT FROM syndicate_ends WHERE syndicate_id = ${syndicateId} AND void`,
  amounts: returnedOf(syndicateId, 'void'),
});

export const tellsWon = (ticketId: string): Telling => ({
  kind: 'shareWon',
  done: sql`SELECT FROM syndicate_splits WHERE ticket_id = ${ticketId}`,
  amounts: sql`
    SELECT h.player_id, div(x.amount::numeric * sum(h.stake), p.collected)::bigint AS amount
    FROM syndicate_splits x JOIN syndicate_tickets USING (ticket_id)
    JOIN syndicate_stops p USING (syndicate_id) JOIN held_shares h USING (syndicate_id)
    WHERE x.ticket_id = ${ticketId} GROUP BY h.player_id, x.amount, p.collected`,
});

/** Takes the step once, even if several workers try. Notifies all holders but those with closed accounts. */
export async function takeAndTell(
  tx: Tx,
  { syndicateId, name }: { syndicateId: string; name: string },
  { kind, done, amounts }: Telling,
  take: () => Promise<unknown>,
): Promise<void> {
  await sql`SELECT FROM syndicates WHERE syndicate_id = ${syndicateId} FOR UPDATE`.execute(tx);
  if ((await done.execute(tx)).rows.length > 0) return;
  await take();
  const { rows } = await sql<{ playerId: number; amount: number }>`
    SELECT player_id AS "playerId", amount FROM (${amounts}) told JOIN wallets USING (player_id)
    WHERE amount > 0 AND closed_at IS NULL ORDER BY player_id`.execute(tx);
  await addNotices(
    tx,
    rows.map(({ playerId, amount }) => ({ playerId, kind, values: { pool: name, amount } })),
  );
}
