/** Syndicates as operators open, stop and cancel them. What they do with money is SQL (db/migrations/073). */
import type { ErrorCode } from '#contract/errors.ts';
import { lockDraw, nameOf } from '#server/draws/draw.ts';
import { refuseStep } from '#server/draws/halt.ts';
import { openSyndicateAccount } from '#server/ledger/house-accounts.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import { newId, readId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import { typedFault, typedText } from '#server/platform/typed-text.ts';
import { lockClub } from '#server/players/clubs/clubs.ts';
import { takeAndTell, tellsReturned, tellsVoid } from './tell-holders.ts';

/**
 * `collecting`: shares are sold; `placing`: the club places tickets; `playing`: nothing more is placed;
 * `ended`: all money has left; `void`: all of it went back.
 */
export type SyndicateStatus = 'collecting' | 'placing' | 'playing' | 'ended' | 'void';

export type Syndicate = {
  syndicateId: string;
  name: string;
  clubId: number;
  clubName: string;
  drawId: number;
  game: string;
  number: number;
  drawName: string;
  rulesId: string;
  drawDate: Date;
  /** Shares are sold until then. */
  collectsUntil: Date;
  closeDate: Date;
  status: SyndicateStatus;
  /** Whole krónur. */
  collected: number;
  holders: number;
  /** Stakes of its tickets. */
  placed: number;
  /** Paid to it, divided or not. */
  won: number;
};

const columns = sql`s.syndicate_id AS "syndicateId", s.name, s.club_id AS "clubId", c.name AS "clubName",
  s.draw_id AS "drawId", d.game, d.number, coalesce(p.name, '') AS "drawName",
  d.rules_id AS "rulesId", d.draw_date AS "drawDate",
  d.close_date - make_interval(mins => s.minutes_before_close) AS "collectsUntil",
  d.close_date AS "closeDate",
  CASE WHEN e.void THEN 'void' WHEN e.void IS NOT NULL THEN 'ended'
    WHEN syndicate_collects(s, d, domain_now()) THEN 'collecting'
    WHEN d.state = 'released' AND d.closed_at IS NULL AND d.close_date > domain_now()
      AND l.syndicate_id IS NULL THEN 'placing'
    ELSE 'playing' END AS status,
  syndicate_collected(s.syndicate_id) AS collected,
  (SELECT count(DISTINCT player_id) FROM held_shares h WHERE h.syndicate_id = s.syndicate_id) AS holders,
  coalesce(t.placed, 0) AS placed, coalesce(t.won, 0) AS won`;

const sources = sql`syndicates s JOIN clubs c USING (club_id) JOIN draws d USING (draw_id)
  LEFT JOIN programs p USING (draw_id)
  LEFT JOIN syndicate_ends e ON e.syndicate_id = s.syndicate_id
  LEFT JOIN syndicate_closings l ON l.syndicate_id = s.syndicate_id
  LEFT JOIN LATERAL (
    SELECT sum(k.stake)::bigint AS placed,
      (sum(w.amount + w.side_amount) FILTER (WHERE o.coupon_id IS NOT NULL))::bigint AS won
    FROM syndicate_tickets t
    JOIN coupons k ON k.player_id = 0 AND k.draw_id = t.draw_id AND k.ticket_id = t.ticket_id
    LEFT JOIN coupon_wins w ON w.player_id = 0 AND w.draw_id = t.draw_id AND w.coupon_id = t.coupon_id
    LEFT JOIN coupon_payouts o ON o.player_id = 0 AND o.draw_id = t.draw_id AND o.coupon_id = t.coupon_id
    WHERE t.syndicate_id = s.syndicate_id
  ) t ON true`;

export async function syndicatesWhere(db: Db, wanted: Sql): Promise<Syndicate[]> {
  const { rows } = await sql<Syndicate>`
    SELECT ${columns} FROM ${sources} WHERE ${wanted}
    ORDER BY d.close_date DESC, s.opened_at DESC, s.syndicate_id`.execute(db);
  return rows;
}

/** By its id inside or outside; refuses with EC_NO_DATA_FOUND where there is none. */
export async function syndicateNamed(db: Db, named: string): Promise<Syndicate> {
  const id = readId(named);
  const [syndicate] = id === null ? [] : await syndicatesWhere(db, sql`s.syndicate_id = ${id}`);
  return syndicate ?? refuse('EC_NO_DATA_FOUND', { details: { message: `There is no pool ${named}.` } });
}

export type Opening = {
  clubId: number;
  drawId: number;
  name: string;
  minutesBeforeClose: number;
  actor: string;
};

/** The same again answers the syndicate that is open. */
export async function openSyndicate(tx: Tx, opening: Opening): Promise<{ id: string; opened: boolean }> {
  const { clubId, drawId, minutesBeforeClose, actor } = opening;
  const fault = typedFault(opening.name);
  if (fault) refuse('EC_INVALID_INPUT', { details: { message: `The name ${fault}.` } });
  const name = typedText(opening.name);
  const club = await lockClub(tx, clubId);
  if (club.closedAt) refuse('EC_INVALID_FIELD', { details: { message: `${club.name} is closed.` } });
  const draw = await lockDraw(tx, drawId);
  if (!['totoeng', 'totoeur'].includes(draw.game)) refuse('EC_PRODUCTTYPE_NOT_FOUND');
  const { rows: existing } = await sql<{ id: string; minutes: number }>`
    SELECT syndicate_id AS id, minutes_before_close AS minutes FROM syndicates
    WHERE club_id = ${clubId} AND draw_id = ${drawId} AND name = ${name}`.execute(tx);
  const [same] = existing;
  if (same && same.minutes !== minutesBeforeClose)
    refuse('EC_DUPLICATE_VALUE', { details: { message: `${name} stops ${same.minutes} minutes before.` } });
  if (same) return { id: same.id, opened: false };
  const { rows } = await sql<{ collects: boolean }>`
    SELECT state = 'released' AND closed_at IS NULL
      AND close_date - make_interval(mins => ${minutesBeforeClose}::int) > domain_now() AS collects
    FROM draws WHERE draw_id = ${drawId}`.execute(tx);
  if (!rows[0]?.collects)
    refuseStep(`${nameOf(draw)} is not on sale until ${minutesBeforeClose} minutes before its close.`);
  const id = newId();
  const account = await openSyndicateAccount(tx, id);
  await sql`
    INSERT INTO syndicates (syndicate_id, club_id, draw_id, name, minutes_before_close, account_id, opened_at,
      opened_by)
    VALUES (${id}::uuid, ${clubId}, ${drawId}, ${name}, ${minutesBeforeClose}, ${account}, domain_now(),
      ${actor})`.execute(tx);
  return { id, opened: true };
}

/** Returns what was not staked, before the program's close: no ticket is placed after it. Repeatable. */
export async function closeSyndicate(tx: Tx, syndicate: Syndicate, actor: string): Promise<void> {
  const { syndicateId } = syndicate;
  const { rows } = await sql<{ stopped: boolean }>`
    SELECT stop_syndicate(${syndicateId}, ${actor}, false) AS stopped`.execute(tx);
  if (!rows[0]?.stopped) refuseStep('The pool still collects. To end that before its time, cancel it.');
  const { rows: ended } = await sql`
    SELECT FROM syndicate_ends WHERE syndicate_id = ${syndicateId}`.execute(tx);
  if (ended.length > 0) return;
  const close = sql`SELECT close_syndicate(${syndicateId}, ${actor})`;
  await takeAndTell(tx, syndicate, tellsReturned(syndicateId), () => close.execute(tx));
}

/** Returns everything; refuses with EC_CANCEL_NOT_ALLOWED once a ticket is placed. Repeatable. */
export async function cancelSyndicate(tx: Tx, syndicate: Syndicate, actor: string): Promise<void> {
  const { syndicateId } = syndicate;
  await sql`SELECT stop_syndicate(${syndicateId}, ${actor}, true)`.execute(tx);
  await takeAndTell(tx, syndicate, tellsVoid(syndicateId), async () => {
    const { rows } = await sql<{ code: ErrorCode | null }>`
      SELECT cancel_syndicate(${syndicateId}, ${actor}) AS code`.execute(tx);
    const code = rows[0]?.code;
    if (!code) return;
    refuse(code, { details: { message: 'Tickets of the pool are placed, or its money has gone back.' } });
  });
}
