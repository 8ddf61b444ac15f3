/** A subscription as the back office sees it: how it stands, and everything that happened to it. */

import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { type Row, readSubscriptions } from './read.ts';

export async function findSubscription(db: Db, subscriptionId: string): Promise<Row | null> {
  const { rows } = await sql<{ playerId: number }>`
    SELECT player_id AS "playerId" FROM subscriptions WHERE subscription_id = ${subscriptionId}`.execute(db);
  const [owner] = rows;
  if (!owner) return null;
  return (await readSubscriptions(db, owner.playerId, subscriptionId))[0] ?? null;
}

export type Happened = {
  at: Date;
  kind: string;
  amount: number;
  code: string | null;
  actor: string;
};

export async function storyOf(db: Db, { playerId, subscriptionId }: Row): Promise<Happened[]> {
  const { rows } = await sql<Happened>`
    SELECT at, kind, amount, code, actor FROM subscription_events
    WHERE player_id = ${playerId} AND subscription_id = ${subscriptionId} ORDER BY event_id`.execute(db);
  return rows;
}
