/**
 * A receipt by letter of each purchase, written after it from the tickets that are there. The sale knows
 * nothing of it (docs/decisions/035-letters-by-cursor.md).
 */

import type { Words } from '#contract/described.ts';
import { clubShareOn } from '#rules/draws/club-share.ts';
import { raiseAlarm } from '#server/alarms/raise.ts';
import { checkCode } from '#server/draws/check/code.ts';
import { gameInLetters } from '#server/draws/game-in-letters.ts';
import type { Kinds } from '#server/draws/kind.ts';
import type { Values } from '#server/messages/compose.ts';
import { type Mailing, queueMailing } from '#server/messages/messages.ts';
import { pageAddress } from '#server/messages/page-address.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { isDatabaseFault } from '#server/platform/database-failures.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { encodeId } from '#server/platform/ids.ts';
import type { Log } from '#server/platform/log.ts';
import { messageOf } from '#server/platform/message-of.ts';
import { sql } from '#server/platform/sql.ts';
import { type AverageCosts, averageCosts } from './average-cost.ts';
import { localeOf } from './reader.ts';
import { openWindow, reach, type Window, windowOf } from './receipt-cursor.ts';
import { saleWatch } from './sale-watch.ts';

/** Tickets of a turn, so that what else falls due need not wait; more where they were sold at one instant. */
const portion = 100;
/** Tickets in one letter. */
const ticketsTogether = 20;

/** `secret` keys the code by which a ticket is checked. */
export type ReceiptParts = { kinds: Kinds; log: Log; secret: string };

/** @param isBrisk while it says so receipts wait: whoever buys comes first */
export function receiptDeadline(
  parts: ReceiptParts,
  isBrisk: (db: Db) => Promise<boolean> = saleWatch(),
): Deadline {
  const turn = (tx: Tx) => receiptTurn(tx, parts);
  return {
    name: 'receipts',
    due: sql`SELECT sold_after(reached_at) FROM receipt_cursor WHERE has_ended(complete_after)`,
    isHeldBack: isBrisk,
    async run(db) {
      // The second turn reads the window that the first one may have opened.
      return (await transaction(db, turn)) || transaction(db, turn);
    },
  };
}

/** Letters and how far they got are one transaction, under the lock of the cursor. */
async function receiptTurn(tx: Tx, parts: ReceiptParts): Promise<number> {
  const window = await windowOf(tx);
  if (!window) return 0;
  if (window.isRead) {
    await openWindow(tx, window);
    return 0;
  }
  const sold = await soldIn(tx, window);
  const written = sold.filter(({ drawDates, rowMasks }) => drawDates !== null || rowMasks === null);
  const lines = await linesOf(tx, parts, written);
  await queueReceipts(tx, parts, receiptsOf(parts, lines));
  await reach(tx, sold[0]?.reached ?? window.until);
  return Math.max(1, sold.length);
}

/** A receipt that cannot be written is left out with an alarm; the others go on. */
async function queueReceipts(tx: Tx, { log }: ReceiptParts, receipts: readonly Receipt[]): Promise<void> {
  try {
    return await queueMailing(
      tx,
      receipts.map(({ mailing }) => mailing),
    );
  } catch (error) {
    if (isDatabaseFault(error)) throw error;
  }
  // Texts are composed before anything is written, so the transaction goes on.
  for (const { game, mailing } of receipts) {
    try {
      await queueMailing(tx, [mailing]);
    } catch (err) {
      if (isDatabaseFault(err)) throw err;
      log.error({ err, playerId: mailing.playerId }, 'a receipt could not be written');
      await raiseFailure(tx, game, err);
    }
  }
}

async function raiseFailure(tx: Tx, game: string, cause: unknown): Promise<void> {
  const message = `Receipts of ${game} cannot be written and are left out: ${messageOf(cause)}.`;
  await raiseAlarm(tx, { kind: 'failedLetters', reference: `receipts of ${game}`, message });
}

type Sold = {
  playerId: number;
  ticketId: string;
  game: string;
  stake: number;
  club: string | null;
  /** Null, like what else is true of rows alone, on a ticket without a draw. */
  rowMasks: string[] | null;
  secondMasks: string[] | null;
  system: number | null;
  rowCount: number | null;
  side: string | null;
  purchasedAt: Date;
  /** Of the coupons that are not cancelled. Null when there are none, and for a ticket without a draw. */
  drawDates: Date[] | null;
  /** Of the same coupons: what each cost, and the rules of the first draw. */
  stakes: number[] | null;
  rulesId: string | null;
  balance: number;
  locale: 'is' | 'en';
  /** Up to where all are among these: whole instants, written by PostgreSQL. */
  reached: string;
};

/** Look-ups are LATERAL with OFFSET 0: by key, whatever the statistics say of rows that are seconds old. */
async function soldIn(tx: Tx, { after, until }: Window): Promise<Sold[]> {
  const { rows } = await sql<Sold>`
    WITH sold AS MATERIALIZED (
      SELECT t.*, w.balance, (SELECT name FROM clubs WHERE club_id = t.support_id) AS club
      FROM tickets t
      CROSS JOIN LATERAL (
        SELECT FROM players p WHERE p.player_id = t.player_id AND mailbox AND erased_at IS NULL OFFSET 0) p
      CROSS JOIN LATERAL (SELECT balance FROM wallets WHERE player_id = t.player_id OFFSET 0) w
      WHERE purchased_at > ${after}::timestamptz AND purchased_at <= ${until}::timestamptz
        AND NOT EXISTS (SELECT FROM subscription_coupons l
          WHERE l.player_id = t.player_id AND l.ticket_id = t.ticket_id)
    ), cut AS MATERIALIZED (
      SELECT coalesce((SELECT purchased_at FROM sold ORDER BY purchased_at LIMIT 1 OFFSET ${portion - 1}),
        ${until}::timestamptz) AS at
    )
    SELECT player_id AS "playerId", ticket_id AS "ticketId", game, stake, club,
      row_masks::text[] AS "rowMasks", second_masks::text[] AS "secondMasks", system,
      row_count AS "rowCount", side, purchased_at AS "purchasedAt", "drawDates", stakes, "rulesId", balance,
      ${localeOf(sql`sold.player_id`)} AS locale, cut.at::text AS reached
    FROM cut, sold CROSS JOIN LATERAL (
      SELECT array_agg(d.draw_date ORDER BY d.draw_date) AS "drawDates",
        array_agg(c.stake ORDER BY d.draw_date) AS stakes,
        (array_agg(d.rules_id ORDER BY d.draw_date))[1] AS "rulesId"
      FROM coupons c
      CROSS JOIN LATERAL (SELECT draw_date, rules_id FROM draws WHERE draw_id = c.draw_id OFFSET 0) d
      LEFT JOIN LATERAL (
        SELECT true AS cancelled FROM cancellations x WHERE x.player_id = c.player_id
          AND x.ticket_id = c.ticket_id AND x.coupon_id = c.coupon_id OFFSET 0) x ON true
      WHERE c.player_id = sold.player_id AND c.ticket_id = sold.ticket_id AND cancelled IS NULL
    ) AS coupon
    WHERE purchased_at <= cut.at ORDER BY player_id, purchased_at, ticket_id`.execute(tx);
  return rows;
}

type Line = Values & { game: string | Words };
type SoldLine = { sold: Sold; line: Line };

/** A ticket that its kind cannot describe is left out with an alarm. */
async function linesOf(tx: Tx, parts: ReceiptParts, sold: readonly Sold[]): Promise<SoldLine[]> {
  const lines: SoldLine[] = [];
  const { log, kinds } = parts;
  const averageOf = averageCosts(tx, kinds);
  for (const ticket of sold) {
    try {
      lines.push({ sold: ticket, line: lineOf(parts, ticket, await averageFor(averageOf, ticket)) });
    } catch (err) {
      log.error({ err, game: ticket.game }, 'a ticket could not be described');
      await raiseFailure(tx, ticket.game, err);
    }
  }
  return lines;
}

/** A ticket without rows is of no kind, and the catalogue names its game. */
function gameOf(kinds: Kinds, { game, rowMasks }: Sold) {
  return rowMasks === null ? { game } : gameInLetters(kinds.of(game).showing, game);
}

function rowsOf(kinds: Kinds, { game, rowMasks, secondMasks, system }: Sold) {
  if (rowMasks === null || system === null) return { rows: '', system: 0 };
  return kinds.of(game).showing.rowsInLetters({ rowMasks, secondMasks, system });
}

/** Nothing of a ticket without a draw. */
async function averageFor(averageOf: AverageCosts, sold: Sold): Promise<{ average?: number }> {
  const { game, rowCount, side, stake: stakeTotal, stakes, rulesId } = sold;
  if (rowCount === null || stakes === null || rulesId === null) return {};
  return averageOf({ game, rulesId, side, rowCount, stakeTotal, stakes });
}

function lineOf({ kinds, secret }: ReceiptParts, sold: Sold, average: { average?: number }): Line {
  const { ticketId, drawDates, purchasedAt, ...ticket } = sold;
  const at = purchasedAt.toISOString();
  const id = encodeId(ticketId);
  return {
    ticketId: id,
    ...gameOf(kinds, sold),
    drawCount: drawDates?.length ?? 0,
    dates: (drawDates ?? []).map((date) => date.toISOString()),
    rowCount: ticket.rowCount ?? 0,
    ...rowsOf(kinds, sold),
    joker: ticket.side ?? 'none',
    // A ticket without a draw is not checked by code.
    checkCode: sold.rowMasks === null ? 'none' : checkCode(secret, sold),
    amount: ticket.stake,
    club: sold.club ?? 'none',
    // The share of the day; that of the week is fixed when it is booked.
    share: clubShareOn(at.slice(0, 10)),
    ...average,
    purchaseDate: at,
    time: at,
    url: pageAddress(ticket.locale, `/minar-sidur/midar?ticketId=${id}`),
  };
}

/** With the game of its first ticket. */
type Receipt = { game: string; mailing: Mailing };

/** One for all that a player bought within the turn. */
function receiptsOf({ kinds }: ReceiptParts, lines: readonly SoldLine[]): Receipt[] {
  const ofPlayers = Map.groupBy(lines, ({ sold }) => sold.playerId);
  return [...ofPlayers.values()].flatMap((tickets) =>
    Array.from({ length: Math.ceil(tickets.length / ticketsTogether) }, (_, nth) =>
      receiptOf(kinds, tickets.slice(nth * ticketsTogether, (nth + 1) * ticketsTogether)),
    ),
  );
}

function receiptOf(kinds: Kinds, tickets: readonly SoldLine[]): Receipt {
  const [first] = tickets;
  if (!first) throw new Error('a receipt of nothing');
  const { playerId, locale, game, balance } = first.sold;
  const total = tickets.reduce((sum, { sold }) => sum + sold.stake, 0);
  const lines = tickets.map(({ line }) => line);
  const names = gameOf(kinds, first.sold);
  const values = { ...names, count: tickets.length, tickets: lines, total, balance };
  return { game, mailing: { playerId, kind: 'receipt', locale, values } };
}
