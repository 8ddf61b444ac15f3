/**
 * What a regulator reads of a period, a table a file. Everything is told as it stood when the period ended,
 * from facts that bear an instant, so that a period gives the same bytes whenever it is asked for. Tickets
 * have their numbers; nothing names a player (docs/rules/regulator.md).
 */

import { encodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { league } from './league.ts';
import { chargebacks, deposits, money, reconciliations, withdrawals, wonDisputes } from './payments.ts';
import { clubs, contributions, matches } from './programs.ts';
import { type Cell, type Period, type Row, rowsOf, type Table, within } from './table.ts';

/** Ticket and coupon as people know them. */
const withNames = (row: Row): Row => ({
  ...row,
  ticket: encodeId(String(row['ticket'])),
  coupon: row['coupon'] === null ? null : encodeId(String(row['coupon'])),
});

const draws: Table = {
  file: 'draws.csv',
  holds: 'Draws that something happened to, as they stood at the end: sales, seal, result, money, engines',
  columns: [
    ...['game', 'draw', 'rules', 'planned', 'state', 'closed_at', 'drawn_at', 'row_price', 'side_price'],
    ...['sealed_at', 'coupons', 'rows', 'stakes', 'side_stakes', 'root', 'book', 'seal_signature'],
    ...['result', 'confirmed_at', 'confirmed_by', 'settled_at', 'row_sales', 'side_sales', 'contribution'],
    ...['common_reserve', 'fund', 'carry_in', 'top_up', 'paid', 'carry_out', 'remainder', 'equation_holds'],
    ...['side_paid', 'common_paid', 'common_due', 'winning_coupons', 'engine_a', 'engine_b'],
    'settlement_signature',
  ],
  read: (tx, period) =>
    rowsOf(
      tx,
      sql<Record<string, Cell>>`
        SELECT d.game, d.number AS draw, d.rules_id AS rules, d.planned_date AS planned,
          last.to_state AS state,
          CASE WHEN d.closed_at < ${period.end} THEN d.closed_at END AS closed_at,
          CASE WHEN r.draw_id IS NOT NULL THEN d.draw_date END AS drawn_at, d.amount_row AS row_price,
          d.amount_side AS side_price, s.sealed_at, s.coupons, s.rows, s.stakes, s.side_stakes,
          encode(s.merkle_root, 'hex') AS root, encode(s.book_hash, 'hex') AS book,
          encode(s.signature, 'hex') AS seal_signature, r.outcome::text AS result, r.confirmed_at,
          r.confirmed_by, t.settled_at, t.row_sales, t.side_sales, t.contribution, t.common_reserve, t.fund,
          t.carry_in, t.top_up, t.paid, t.carry_out, t.remainder,
          t.carry_in + t.fund + t.top_up = t.paid + t.carry_out + t.remainder AS equation_holds,
          t.side_paid, t.common_paid, t.common_due, t.winning_coupons, encode(t.engine_a, 'hex') AS engine_a,
          encode(t.engine_b, 'hex') AS engine_b, encode(t.signature, 'hex') AS settlement_signature
        FROM draws d
        JOIN (
          SELECT draw_id, (array_agg(to_state ORDER BY step DESC))[1] AS to_state FROM draw_steps
          WHERE at < ${period.end} GROUP BY draw_id
          HAVING bool_or(at >= ${period.from} AND to_state <> 'created')
        ) last USING (draw_id)
        LEFT JOIN seals s ON s.draw_id = d.draw_id AND s.sealed_at < ${period.end}
        LEFT JOIN draw_results r ON r.draw_id = d.draw_id AND r.revision = 1
          AND r.confirmed_at < ${period.end}
        LEFT JOIN draw_settlements t ON t.draw_id = d.draw_id AND t.settled_at < ${period.end}
        WHERE d.origin = 'calendar' ORDER BY d.planned_date, d.game`,
    ),
};

const tiers: Table = {
  file: 'tiers.csv',
  holds: 'Prize tables of the draws that were settled: pools, winners, prizes, carry, remainder',
  columns: [
    ...['game', 'draw', 'part', 'tier', 'condition', 'winners', 'winners_here', 'amount', 'share'],
    ...['carry_in', 'top_up', 'pool', 'paid', 'carry_out', 'remainder'],
  ],
  read: (tx, period) =>
    rowsOf(
      tx,
      sql<Record<string, Cell>>`
        SELECT d.game, d.number AS draw, p.part, p.tier, p.condition, p.winners,
          p.winners_local AS winners_here, p.amount, p.share, p.carry_in, p.top_up, p.pool, p.paid,
          p.carry_out, p.remainder
        FROM draw_settlements t JOIN draws d USING (draw_id)
        JOIN draw_prizes p ON p.draw_id = d.draw_id AND p.revision = 1
        WHERE ${within('t.settled_at', period)} ORDER BY d.planned_date, d.game, p.part, p.tier`,
    ),
};

const steps: Table = {
  file: 'steps.csv',
  holds: 'What was done with draws, by whom and why: also closing before time, moving, cancelling, paying',
  columns: ['at', 'game', 'draw', 'from', 'to', 'actor', 'reason'],
  read: (tx, period) =>
    rowsOf(
      tx,
      sql<Record<string, Cell>>`
        SELECT s.at, d.game, d.number AS draw, s.from_state AS from, s.to_state AS to, s.actor, s.reason
        FROM draw_steps s JOIN draws d USING (draw_id)
        WHERE ${within('s.at', period)} AND d.origin = 'calendar' ORDER BY s.at, s.step`,
    ),
};

const entries: Table = {
  file: 'entries.csv',
  holds: 'What was entered for draws, and by whom confirmed: results, protocols, figures, raffle numbers',
  columns: ['at', 'game', 'draw', 'what', 'actor', 'confirms', 'content'],
  read: (tx, period) =>
    rowsOf(
      tx,
      sql<Record<string, Cell>>`
        SELECT e.at, d.game, d.number AS draw, e.what, e.actor, e.confirms, e.content FROM (
          SELECT draw_id, at, 'result' AS what, actor, confirms, outcome::text AS content, entry AS nth
          FROM result_entries
          UNION ALL
          SELECT draw_id, at, 'figures', actor, approves, encode(hash, 'hex'), entry FROM draw_figures
          UNION ALL
          SELECT draw_id, at, 'raffle', actor, confirms, numbers::text, entry FROM raffle_entries
          UNION ALL
          SELECT draw_id, received_at, 'protocol', machine, NULL,
            encode(sha256(convert_to(protocol, 'UTF8')), 'hex'), 0
          FROM draw_protocols
        ) e JOIN draws d USING (draw_id)
        WHERE ${within('e.at', period)} ORDER BY e.at, d.game, d.number, e.what, e.nth`,
    ),
};

const halts: Table = {
  file: 'halts.csv',
  holds: 'Alarms of draws, and whether they stopped them',
  columns: ['at', 'game', 'draw', 'code', 'stops', 'message'],
  read: (tx, period) =>
    rowsOf(
      tx,
      sql<Record<string, Cell>>`
        SELECT a.at, d.game, d.number AS draw, a.code, a.stops, a.message
        FROM draw_alarms a JOIN draws d USING (draw_id)
        WHERE ${within('a.at', period)} ORDER BY a.at, a.alarm`,
    ),
};

const claims: Table = {
  file: 'claims.csv',
  holds: 'Large prizes that were open in the period, as they stood at the end: claims, payments, lapses',
  columns: [
    ...['game', 'draw', 'ticket', 'coupon', 'amount', 'status', 'due_from', 'claim_by', 'payable_from'],
    ...['claimed_at', 'claimed_by', 'released_at', 'released_by', 'lapsed_at'],
  ],
  async read(tx, { from, end }) {
    const rows = await rowsOf(
      tx,
      sql<Record<string, Cell>>`
        SELECT coalesce(d.game, t.game) AS game, d.number AS draw, p.ticket_id AS ticket,
          p.coupon_id AS coupon, p.amount,
          CASE WHEN p.lapsed_at < ${end} THEN 'lapsed' WHEN p.released_at < ${end} THEN 'paid'
            WHEN p.claimed_at < ${end} THEN 'claimed' ELSE 'waiting' END AS status,
          p.due_from, p.claim_by, payable_from(d.draw_id, p.amount),
          CASE WHEN p.claimed_at < ${end} THEN p.claimed_at END AS claimed_at,
          CASE WHEN p.claimed_at < ${end} THEN p.claimed_by END AS claimed_by,
          CASE WHEN p.released_at < ${end} THEN p.released_at END AS released_at,
          CASE WHEN p.released_at < ${end} THEN p.released_by END AS released_by,
          CASE WHEN p.lapsed_at < ${end} THEN p.lapsed_at END AS lapsed_at
        FROM large_prizes p LEFT JOIN draws d USING (draw_id)
        LEFT JOIN tickets t ON p.draw_id IS NULL AND t.player_id = p.player_id AND t.ticket_id = p.ticket_id
        WHERE p.due_from < ${end}
          AND coalesce(p.released_at, p.lapsed_at, ${from}) >= ${from}
        ORDER BY d.planned_date, d.game, p.cause_id`,
    );
    return rows.map(withNames);
  },
};

/** Raffles that were held or paid in the period, with what was paid by its end. */
const touchedRaffles = ({ from, end }: Period) => sql`(
  SELECT r.*, coalesce(y.paid, 0) AS paid, coalesce(y.paid_amount, 0) AS paid_amount
  FROM raffles r LEFT JOIN (
    SELECT draw_id, count(*) AS paid, sum(amount)::bigint AS paid_amount, max(paid_at) AS last_paid
    FROM raffle_payouts JOIN raffle_wins USING (draw_id, place) WHERE paid_at < ${end} GROUP BY draw_id
  ) y USING (draw_id)
  WHERE r.confirmed_at < ${end} AND greatest(r.confirmed_at, y.last_paid) >= ${from})`;

const raffles: Table = {
  file: 'raffles.csv',
  holds: 'Raffles that were held or paid in the period, as they stood at the end: who took part, who drew',
  columns: [
    ...['game', 'draw', 'promotion', 'condition', 'coupons', 'entered_by', 'confirmed_at', 'confirmed_by'],
    ...['wins', 'amount', 'paid', 'paid_amount'],
  ],
  read: (tx, period) =>
    rowsOf(
      tx,
      sql<Record<string, Cell>>`
        SELECT d.game, d.number AS draw, r.promotion_id AS promotion, p.condition, r.coupons, r.entered_by,
          r.confirmed_at, r.confirmed_by, count(w.place) AS wins,
          coalesce(sum(w.amount), 0)::bigint AS amount, r.paid, r.paid_amount
        FROM ${touchedRaffles(period)} r JOIN draws d USING (draw_id) JOIN promotions p USING (promotion_id)
        LEFT JOIN raffle_wins w USING (draw_id)
        GROUP BY d.draw_id, d.game, d.number, d.planned_date, r.promotion_id, p.condition, r.coupons,
          r.entered_by, r.confirmed_at, r.confirmed_by, r.paid, r.paid_amount
        ORDER BY d.planned_date, d.game`,
    ),
};

const raffleWins: Table = {
  file: 'raffle-wins.csv',
  holds: 'Numbers that those raffles drew, in their order, with the coupons that had them',
  columns: ['game', 'draw', 'place', 'number', 'amount', 'ticket', 'coupon', 'paid_at'],
  async read(tx, period) {
    const rows = await rowsOf(
      tx,
      sql<Record<string, Cell>>`
        SELECT d.game, d.number AS draw, w.place, w.number, w.amount, w.ticket_id AS ticket,
          w.coupon_id AS coupon, CASE WHEN y.paid_at < ${period.end} THEN y.paid_at END AS paid_at
        FROM ${touchedRaffles(period)} r JOIN draws d USING (draw_id) JOIN raffle_wins w USING (draw_id)
        LEFT JOIN raffle_payouts y USING (draw_id, place)
        ORDER BY d.planned_date, d.game, w.place`,
    );
    return rows.map(withNames);
  },
};

const refunds: Table = {
  file: 'refunds.csv',
  holds: 'Coupons that were given back, by their players or with a cancelled draw, and their stakes',
  columns: ['game', 'draw', 'reason', 'coupons', 'stakes'],
  read: (tx, period) =>
    rowsOf(
      tx,
      sql<Record<string, Cell>>`
        SELECT d.game, d.number AS draw, x.reason, count(*) AS coupons, sum(c.stake)::bigint AS stakes
        FROM cancellations x JOIN coupons c USING (player_id, ticket_id, coupon_id)
        JOIN draws d ON d.draw_id = x.draw_id
        WHERE ${within('x.at', period)} GROUP BY d.planned_date, d.game, d.number, x.reason
        ORDER BY d.planned_date, d.game, x.reason`,
    ),
};

const subscriptions: Table = {
  file: 'subscriptions.csv',
  holds: 'What happened to subscriptions, how often and for how much; coupons of them are in movements.csv',
  columns: ['game', 'event', 'code', 'count', 'amount'],
  read: (tx, period) =>
    rowsOf(
      tx,
      sql<Record<string, Cell>>`
        SELECT s.game, e.kind AS event, e.code, count(*) AS count, sum(e.amount)::bigint AS amount
        FROM subscription_events e JOIN subscriptions s USING (player_id, subscription_id)
        WHERE ${within('e.at', period)} GROUP BY s.game, e.kind, e.code ORDER BY s.game, e.kind, e.code`,
    ),
};

const movements: Table = {
  file: 'movements.csv',
  holds: 'The ledger: what moved between which kinds of accounts, how often and how much in all',
  columns: ['game', 'movement', 'from', 'to', 'count', 'amount'],
  read: (tx, period) =>
    rowsOf(
      tx,
      sql<Record<string, Cell>>`
        SELECT coalesce(f.game, t.game) AS game, m.kind AS movement, f.kind AS from, t.kind AS to,
          count(*) AS count, sum(m.amount)::bigint AS amount
        FROM ledger_transfers m
        JOIN ledger_accounts f ON f.account_id = m.debit_account
        JOIN ledger_accounts t ON t.account_id = m.credit_account
        WHERE ${within('m.at', period)} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
    ),
};

export const tables: readonly Table[] = [
  draws,
  tiers,
  matches,
  clubs,
  contributions,
  league,
  steps,
  entries,
  halts,
  claims,
  raffles,
  raffleWins,
  refunds,
  subscriptions,
  deposits,
  withdrawals,
  chargebacks,
  wonDisputes,
  reconciliations,
  money,
  movements,
];
