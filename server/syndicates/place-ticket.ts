/** Places a ticket of a syndicate: checked like any wager, and paid from what was collected. */
import type { ErrorCode } from '#contract/errors.ts';
import type { Coupon } from '#rules/pools/coupon.ts';
import { wordsOf } from '#rules/pools/picks.ts';
import { type Checked, checkAmounts, checkRows, checkToto, type WagerFaults } from '#rules/pools/wager.ts';
import { isk } from '#rules/values/money.ts';
import { drawById } from '#server/draws/draw.ts';
import { refuseStep } from '#server/draws/halt.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import { encodeId, uuidOfName } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import type { Syndicate } from './syndicates.ts';

/** Of these a ticket has either `panels` or `pcRows`. */
export type SyndicateWager = {
  rows: number;
  stake: number;
  panels?: string | undefined;
  panelU?: string | undefined;
  system?: string | undefined;
  pcRows?: string | undefined;
  /** A wager that was placed before is the same ticket, unless it has another number. */
  nth: number;
};

/** @returns the id of the ticket; the same wager again is the same ticket */
export async function placeTicket(
  tx: Tx,
  syndicate: Syndicate,
  wager: SyndicateWager,
  actor: string,
): Promise<{ ticketId: string }> {
  refuseFaults(checkAmounts(wager));
  const draw = await drawById(tx, syndicate.drawId);
  const { rows } = await sql<{ groupId: string | null }>`
    SELECT group_id AS "groupId" FROM programs WHERE draw_id = ${draw.drawId}`.execute(tx);
  const program = { groupId: rows[0]?.groupId ?? '', amountRow: isk(draw.amountRow) };
  const { coupon, rowCount } = accepted(check(wager, program));
  const ticketId = idOf(syndicate, wager);
  const words = coupon.rows.map((picks) => wordsOf(picks, 3)[0] as number);
  const { rows: placed } = await sql<{ code: ErrorCode | 'collecting' | null }>`
    SELECT place_syndicate_ticket(${syndicate.syndicateId}, ${ticketId}, ${uuidOfName(`${ticketId} coupon`)},
      ${words}::bigint[], ${coupon.system}::smallint, ${rowCount}::int, ${wager.stake}::bigint,
      ${actor}) AS code`.execute(tx);
  const code = placed[0]?.code;
  if (code === 'collecting')
    refuseStep(`The pool collects until ${syndicate.collectsUntil.toISOString()}; tickets come after that.`);
  if (code) refuse(code);
  return { ticketId: encodeId(ticketId) };
}

function check(
  wager: SyndicateWager,
  program: { groupId: string; amountRow: ReturnType<typeof isk> },
): Checked {
  const { rows, stake, panels, panelU, system, pcRows } = wager;
  const { groupId } = program;
  if (pcRows !== undefined) return checkRows({ groupId, rows, stake, pcRows }, program);
  return checkToto({ groupId, rows, stake, panels: panels ?? '', panelU, system }, program);
}

function accepted(checked: Checked): { coupon: Coupon; rowCount: number } {
  if (checked.coupon === null) return refuseFaults(checked.faults) as never;
  return checked;
}

function refuseFaults(faults: WagerFaults | null): void {
  if (!faults) return;
  const message = faults.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  refuse(faults.code, { details: { message } });
}

function idOf({ syndicateId }: Syndicate, { panels, panelU, system, pcRows, nth }: SyndicateWager): string {
  return uuidOfName(JSON.stringify(['ticket', syndicateId, nth, system, panels, panelU, pcRows]));
}

export type PlacedTicket = { ticketId: string; rows: number; stake: number; placedBy: string };

/** In the order in which they were placed. */
export async function placedTickets(db: Db, { syndicateId }: Syndicate): Promise<PlacedTicket[]> {
  const { rows } = await sql<PlacedTicket>`
    SELECT t.ticket_id AS "ticketId", k.row_count AS rows, k.stake, t.placed_by AS "placedBy"
    FROM syndicate_tickets t JOIN tickets k ON k.player_id = 0 AND k.ticket_id = t.ticket_id
    WHERE t.syndicate_id = ${syndicateId} ORDER BY k.purchased_at, t.ticket_id`.execute(db);
  return rows;
}
