/** Letters of what happened to subscriptions and of what is ahead, each once, written from the facts. */

import { drawsPaid } from '#rules/draws/subscriptions.ts';
import type { LetterKind, Values } from '#server/messages/compose.ts';
import { addNotices, type Mailing, type NoticeKind, queueMailing } from '#server/messages/messages.ts';
import { pageAddress } from '#server/messages/page-address.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { encodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';

/** Of one turn, so that what else falls due need not wait for all. */
const portion = 200;

export const subscriptionLetters: Deadline = {
  name: 'subscription letters',
  due: sql`SELECT domain_now() FROM subscription_letters LIMIT 1`,
  run: (db: Db) => transaction(db, writePortion),
};

type Event = {
  playerId: number;
  subscriptionId: string;
  game: string;
  kind: keyof typeof letters;
  amount: number;
  code: string | null;
  at: Date;
  detail: {
    dates?: string[];
    next?: string;
    until?: string;
    endDate?: string;
    again?: string;
    at?: string;
    date?: string;
    free?: number;
    charge?: { at: string; amount: number; drawDates: string[] };
    lastDraw?: string;
  };
  price: number;
  dayCount: number;
  locale: 'is' | 'en';
  isRead: boolean;
};

async function writePortion(tx: Tx): Promise<number> {
  const { rows } = await sql<Event>`
    WITH taken AS MATERIALIZED (
      DELETE FROM subscription_letters WHERE event_id IN (
        SELECT event_id FROM subscription_letters ORDER BY event_id LIMIT ${portion} FOR UPDATE SKIP LOCKED)
      RETURNING event_id
    )
    SELECT e.player_id AS "playerId", e.subscription_id AS "subscriptionId", f.game, e.kind, e.amount, e.code,
      e.at, e.detail, s.price, cardinality(f.days) AS "dayCount",
      coalesce((SELECT locale FROM known_devices k WHERE k.player_id = e.player_id
        ORDER BY last_used_at DESC LIMIT 1), 'is') AS locale,
      p.mailbox AND p.erased_at IS NULL AS "isRead"
    FROM taken JOIN subscription_events e USING (event_id)
    JOIN subscriptions f USING (player_id, subscription_id)
    JOIN subscription_states s USING (player_id, subscription_id)
    JOIN players p USING (player_id)
    ORDER BY event_id`.execute(tx);
  const mailings = rows.map(letterOf);
  await queueMailing(
    tx,
    mailings.filter((_, index) => rows[index]?.isRead),
  );
  await addNotices(
    tx,
    mailings
      .filter(({ kind }) => noticed.has(kind))
      .map(({ playerId, kind, values }) => ({
        playerId,
        kind: kind as NoticeKind,
        values,
      })),
  );
  return rows.length;
}

const letters = {
  started: 'subscriptionStarted',
  charged: 'subscriptionCharged',
  declined: 'subscriptionDeclined',
  limit: 'subscriptionLimit',
  certificate: 'subscriptionCertificate',
  paused: 'subscriptionPaused',
  cancelled: 'subscriptionCancelled',
  terminated: 'subscriptionTerminated',
  chargeAhead: 'subscriptionChargeAhead',
  priceAhead: 'subscriptionPriceAhead',
  rulesAhead: 'subscriptionRulesAhead',
  endAhead: 'subscriptionEndAhead',
  certificateAhead: 'subscriptionCertificateAhead',
} as const satisfies Record<string, LetterKind>;

/** What asks for something to be done, or takes something away, stands in my pages as well. */
const noticed: ReadonlySet<LetterKind> = new Set<LetterKind>([
  ...(['subscriptionDeclined', 'subscriptionLimit', 'subscriptionCertificate'] as const),
  ...(['subscriptionTerminated', 'subscriptionPriceAhead', 'subscriptionEndAhead'] as const),
]);

function letterOf(event: Event): Mailing {
  const { playerId, game, kind, amount, code, detail, price, dayCount, locale } = event;
  const id = encodeId(event.subscriptionId);
  const newPrice = kind === 'priceAhead' ? amount : price;
  const { charge } = detail;
  const dates = charge?.drawDates ?? detail.dates ?? [];
  const date = detail.again ?? detail.at ?? detail.date ?? detail.until ?? detail.endDate ?? detail.next;
  const values: Values = {
    game,
    amount: charge?.amount ?? amount,
    total: drawsPaid * dayCount * newPrice,
    dates: dates.map(instant),
    count: dates.length,
    free: detail.free ?? 0,
    isLast: kind === 'declined' && !detail.again ? 'yes' : 'no',
    hasNext: detail.next ? 'yes' : 'no',
    hasCharge: charge ? 'yes' : 'no',
    hasDraw: detail.lastDraw ? 'yes' : 'no',
    lastDate: instant(detail.lastDraw ?? detail.endDate ?? event.at.toISOString()),
    chargeDate: instant(charge?.at ?? event.at.toISOString()),
    isPaid: amount > 0 ? 'yes' : 'no',
    reason: code ?? 'none',
    date: instant(date ?? event.at.toISOString()),
    url: pageAddress(locale, `/minar-sidur/askriftir?subscriptionId=${id}`),
  };
  return { playerId, kind: letters[kind], locale, values };
}

/** Days are kept as such, and letters ask for instants. */
const instant = (text: string) =>
  text.length === 10 ? `${text}T00:00:00.000Z` : new Date(text).toISOString();
