/**
 * A letter a month to everybody who staked in it: what was spent and won. On the first day of the next month,
 * once, in the language of the last sign-in (must-hold 42).
 */

import { type MonthOfPlayer, spendingOfMonth } from '#server/ledger/spending.ts';
import { type Mailing, queueMailing } from '#server/messages/messages.ts';
import { pageAddress } from '#server/messages/page-address.ts';
import { type Tx, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';

/** At nine in the morning. */
const hour = sql`interval '9 hours'`;

/** Players looked at in one turn, so that what else falls due need not wait for all. */
const portion = 200;

export const reviewDeadline: Deadline = {
  name: 'spending review',
  due: sql`SELECT (month + interval '1 month' + ${hour}) AT TIME ZONE 'UTC' FROM play_reviews`,
  run: (db) => transaction(db, reviewPortion),
};

/** Letters and the mark of how far they got are one transaction, under the lock of the mark. */
async function reviewPortion(tx: Tx): Promise<number> {
  const next = await monthToReview(tx);
  if (!next) return 0;
  const { month, reached } = next;
  const players = await spendingOfMonth(tx, month, { reached, count: portion });
  const locales = await readersAmong(tx, players);
  const letters = players.flatMap((player) => {
    const locale = locales.get(player.playerId);
    return locale ? letterTo(player, month, locale) : [];
  });
  await queueMailing(tx, letters);
  const last = players.length === portion ? players.at(-1) : undefined;
  await sql`
    UPDATE play_reviews SET reached_player = ${last?.playerId ?? 0},
      month = (${month}::date + make_interval(months => ${last ? 0 : 1}))::date`.execute(tx);
  return players.length;
}

/** The newest month that is over, unless its letters are out; what was missed before it stays unwritten. */
async function monthToReview(tx: Tx): Promise<{ month: string; reached: number } | null> {
  await sql`SELECT FROM play_reviews FOR UPDATE`.execute(tx);
  const { rows } = await sql<{ month: string; reached: number }>`
    SELECT over AS month, CASE WHEN month = over THEN reached_player ELSE 0 END AS reached
    FROM play_reviews, LATERAL (SELECT
      (date_trunc('month', (domain_now() AT TIME ZONE 'UTC') - ${hour}) - interval '1 month')::date AS over
    ) AS newest WHERE month <= over`.execute(tx);
  return rows[0] ?? null;
}

type Locale = 'is' | 'en';

/** Those who ever signed in and have not closed their account; nobody signs in as a sample player. */
async function readersAmong(tx: Tx, players: readonly MonthOfPlayer[]): Promise<Map<number, Locale>> {
  const { rows } = await sql<{ playerId: number; locale: Locale }>`
    SELECT DISTINCT ON (player_id) player_id AS "playerId", locale
    FROM known_devices JOIN wallets USING (player_id)
    WHERE player_id = ANY (${players.map(({ playerId }) => playerId)}) AND closed_at IS NULL
    ORDER BY player_id, last_used_at DESC`.execute(tx);
  return new Map(rows.map(({ playerId, locale }) => [playerId, locale]));
}

function letterTo({ playerId, spent, won }: MonthOfPlayer, month: string, locale: Locale): Mailing {
  const values = {
    month: `${month}T00:00:00.000Z`,
    spent,
    won,
    net: won - spent,
    url: pageAddress(locale, '/minar-sidur/spilareikningur'),
    limitsUrl: pageAddress(locale, '/minar-sidur/mork'),
  };
  return { playerId, kind: 'playReview', locale, values };
}
