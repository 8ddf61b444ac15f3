/**
 * What syndicates do by themselves: stop selling shares, return what was not staked, divide prizes, and end.
 * Each step is one transaction that a repetition does not do again.
 */
import { type Db, retrying, type Tx, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import { type Telling, takeAndTell, tellsReturned, tellsVoid, tellsWon } from './tell-holders.ts';

const actor = 'calendar';

const unended = sql`
  NOT EXISTS (SELECT FROM syndicate_ends e WHERE e.syndicate_id = s.syndicate_id)`;
const stopped = sql`EXISTS (SELECT FROM syndicate_stops p WHERE p.syndicate_id = s.syndicate_id)`;
const closed = sql`EXISTS (SELECT FROM syndicate_closings l WHERE l.syndicate_id = s.syndicate_id)`;

/** Of tickets `t` of a syndicate, whose prize was paid to it and is not divided. */
const undivided = sql`
  SELECT t.ticket_id FROM syndicate_tickets t
  JOIN coupon_payouts o ON o.draw_id = t.draw_id AND o.player_id = 0 AND o.coupon_id = t.coupon_id
  WHERE t.syndicate_id = s.syndicate_id
    AND NOT EXISTS (SELECT FROM syndicate_splits x WHERE x.ticket_id = t.ticket_id)`;

/** Tickets whose prize waits for its claim, its payment or its split. */
const undecided = sql`
  SELECT FROM syndicate_tickets t
  JOIN coupon_wins w ON w.draw_id = t.draw_id AND w.player_id = 0 AND w.coupon_id = t.coupon_id
  WHERE t.syndicate_id = s.syndicate_id
    AND NOT EXISTS (SELECT FROM syndicate_splits x WHERE x.ticket_id = t.ticket_id)
    AND NOT EXISTS (SELECT FROM prize_lapses q WHERE q.player_id = 0 AND q.cause_id = t.coupon_id)`;

/** Tickets of a cancelled program whose stake has not come back yet. */
const unrefunded = sql`
  SELECT FROM syndicate_tickets t WHERE t.syndicate_id = s.syndicate_id
    AND NOT EXISTS (SELECT FROM cancellations x
      WHERE x.player_id = 0 AND x.ticket_id = t.ticket_id AND x.coupon_id = t.coupon_id)`;

/** `id`: of the ticket whose prize is divided, else of the syndicate. */
type Step = { id: string; syndicateId: string; name: string };

type StepOf = {
  /** When it falls due, of a syndicate `s` and its draw `d`. */
  at: Sql;
  ids: Sql;
  call: (step: Step) => Sql;
  /** What holders are told of it. */
  tells?: (id: string) => Telling;
};

/** In their order. */
const steps: readonly StepOf[] = [
  {
    at: sql`CASE WHEN NOT ${stopped} THEN CASE
      WHEN d.state = 'released' AND d.closed_at IS NULL
        AND NOT EXISTS (SELECT FROM clubs c WHERE c.club_id = s.club_id AND c.closed_at IS NOT NULL)
      THEN d.close_date - make_interval(mins => s.minutes_before_close) ELSE domain_now() END END`,
    ids: sql`SELECT s.syndicate_id`,
    call: ({ id }) => sql`SELECT stop_syndicate(${id}, ${actor}, false)`,
  },
  {
    at: sql`CASE WHEN ${stopped} AND NOT ${closed} AND d.closed_at IS NOT NULL AND d.state <> 'cancelled'
      THEN domain_now() END`,
    ids: sql`SELECT s.syndicate_id`,
    call: ({ id }) => sql`SELECT close_syndicate(${id}, ${actor})`,
    tells: tellsReturned,
  },
  {
    at: sql`CASE WHEN d.state IN ('payout', 'closed', 'settled') AND EXISTS (${undivided})
      THEN domain_now() END`,
    ids: undivided,
    call: ({ id }) => sql`SELECT split_syndicate_prize(${id})`,
    tells: tellsWon,
  },
  {
    at: sql`CASE WHEN ${stopped} AND d.state = 'cancelled' AND NOT EXISTS (${unrefunded})
      THEN domain_now() END`,
    ids: sql`SELECT s.syndicate_id`,
    call: ({ id }) => sql`SELECT end_syndicate(${id}, true)`,
    tells: tellsVoid,
  },
  {
    at: sql`CASE WHEN ${closed} AND d.state IN ('closed', 'settled') AND NOT EXISTS (${undecided})
      THEN domain_now() END`,
    ids: sql`SELECT s.syndicate_id`,
    call: ({ id }) => sql`SELECT end_syndicate(${id}, false)`,
  },
];

const dueAt = (at: Sql) =>
  sql`SELECT min(${at}) FROM syndicates s JOIN draws d USING (draw_id) WHERE ${unended}`;

export const syndicateDeadline: Deadline = {
  name: 'syndicates',
  due: sql`SELECT least(${sql.join(steps.map(({ at }) => sql`(${dueAt(at)})`))})`,
  async run(db) {
    let done = 0;
    for (const step of steps) done += await runStep(db, step);
    return done;
  },
};

async function runStep(db: Db, { at, ids, call, tells }: StepOf): Promise<number> {
  const { rows } = await sql<Step>`
    SELECT i.id, s.syndicate_id AS "syndicateId", s.name
    FROM syndicates s JOIN draws d USING (draw_id), LATERAL (${ids}) i(id)
    WHERE ${unended} AND ${at} <= domain_now() ORDER BY i.id`.execute(db);
  for (const step of rows) {
    const take = (tx: Tx) => call(step).execute(tx);
    const work = (tx: Tx) => (tells ? takeAndTell(tx, step, tells(step.id), () => take(tx)) : take(tx));
    await retrying(() => transaction<unknown>(db, work));
  }
  return rows.length;
}
