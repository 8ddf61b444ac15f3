/**
 * What players are told before it happens: a charge, a price, rules, the end of the certificate that lets
 * charges be made. Once a day, in portions that may be done again.
 */

import { addDays } from '#rules/values/weeks.ts';
import type { Kinds, PlannedTerms, Played } from '#server/draws/kind.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { type Deadline, databaseNow } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';
import { actor } from './charge.ts';
import {
  type Charged,
  chargeOf,
  type GameTerms,
  priceOf,
  subscriptionRulesOf,
  termsOfGame,
} from './terms.ts';

const portion = 500;
/** Days before a charge; before new rules and the end of a certificate. */
const chargeDays = 5;
const changeDays = 30;
const hour = sql`interval '9 hours'`;

export const aheadDeadline = (kinds: Kinds): Deadline => ({
  name: 'subscription news',
  due: sql`
    SELECT (greatest(told_on + 1, (domain_now() AT TIME ZONE 'UTC')::date - 1)::timestamp + ${hour})
      AT TIME ZONE 'UTC' FROM subscription_day`,
  async run(db) {
    const now = await databaseNow(db);
    const day = await readDay(db, kinds, now);
    let told = 0;
    let after = { playerId: 0, subscriptionId: '00000000-0000-0000-0000-000000000000' };
    for (;;) {
      const rows = await transaction(db, (tx) => tellPortion(tx, day, after));
      told += rows.length;
      const last = rows.at(-1);
      if (!last || rows.length < portion) break;
      after = last;
    }
    await transaction(db, async (tx) => {
      await sql`
        UPDATE subscription_day SET told_on = ((domain_now() AT TIME ZONE 'UTC') - ${hour})::date`.execute(
        tx,
      );
    });
    return Math.max(1, told);
  },
});

/** What is the same for all who are told on one day. */
type Day = {
  now: Date;
  kinds: Kinds;
  /** By game and instant of the charge. */
  termsAt: (game: string, at: Date) => Promise<GameTerms | null>;
  /** The rules that come next within the month, by game. */
  coming: ReadonlyMap<string, ComingRules>;
};

type ComingRules = { from: string; before: PlannedTerms; after: PlannedTerms };

async function readDay(db: Db, kinds: Kinds, now: Date): Promise<Day> {
  const terms = new Map<string, Promise<GameTerms | null>>();
  const today = now.toISOString().slice(0, 10);
  const coming = new Map<string, ComingRules>();
  for (const game of kinds.all.flatMap(({ games, subscriptions }) => (subscriptions ? games : []))) {
    const next = nextRules(kinds, game, today);
    if (next) coming.set(game, next);
  }
  return {
    now,
    kinds,
    coming,
    termsAt(game, at) {
      const key = `${game} ${at.toISOString()}`;
      const known = terms.get(key) ?? termsOfGame(db, kinds, game, at);
      terms.set(key, known);
      return known;
    },
  };
}

/** Null where the rules stay as they are through the month. */
function nextRules(kinds: Kinds, game: string, today: string): ComingRules | null {
  const kind = kinds.of(game);
  let before = kind.termsOn(game, today);
  for (let days = 1; days <= changeDays; days += 1) {
    const from = addDays(today, days);
    const after = kind.termsOn(game, from);
    if (after.rulesId !== before.rulesId) return { from, before, after };
    before = after;
  }
  return null;
}

type Row = Charged &
  Played & {
    game: string;
    playerId: number;
    subscriptionId: string;
    price: number;
    chargeAt: Date | null;
    tellCharge: boolean;
    tellRules: boolean;
    tellCertificate: boolean;
    certificate: string;
  };

type News = {
  row: Row;
  kind: 'chargeAhead' | 'priceAhead' | 'rulesAhead' | 'endAhead' | 'certificateAhead';
  amount: number;
  detail: Record<string, string>;
};

async function tellPortion(
  tx: Tx,
  day: Day,
  after: { playerId: number; subscriptionId: string },
): Promise<Row[]> {
  const games = [...day.coming.keys()];
  const rules = [...day.coming.values()].map(({ after }) => after.rulesId);
  const charge = sql`coalesce(s.attempts = 0 AND s.told_charge IS DISTINCT FROM s.charge_at
    AND s.charge_at <= ${day.now}::timestamptz + make_interval(days => ${chargeDays}::integer), false)`;
  const newRules = sql`(s.told_rules IS DISTINCT FROM c.rules AND c.rules IS NOT NULL)`;
  const certificate = sql`(w.certificate_expires <= ${day.now}::date + ${changeDays}::integer
    AND s.told_certificate IS DISTINCT FROM w.certificate_expires AND s.charge_at IS NOT NULL)`;
  const { rows } = await sql<Row>`
    SELECT s.player_id AS "playerId", s.subscription_id AS "subscriptionId", s.game, s.price, s.prepaid,
      s.paid_left AS "paidLeft", s.charge_at AS "chargeAt", s.ends_on::text AS "endsOn", f.days,
      f.row_masks AS "rowMasks", f.second_masks AS "secondMasks", f.system, f.row_count AS "rowCount", f.side,
      ${charge} AS "tellCharge", ${newRules} AS "tellRules", ${certificate} AS "tellCertificate",
      w.certificate_expires::text AS certificate
    FROM subscription_states s JOIN subscriptions f USING (player_id, subscription_id)
    JOIN wallets w USING (player_id)
    LEFT JOIN unnest(${games}::text[], ${rules}::text[]) c(game, rules) ON c.game = s.game
    WHERE (s.player_id, s.subscription_id) > (${after.playerId}, ${after.subscriptionId}::uuid)
      AND s.status <> 'terminated' AND (s.ends_on IS NULL OR s.ends_on >= ${day.now}::date)
      AND (${charge} OR ${newRules} OR ${certificate})
    ORDER BY s.player_id, s.subscription_id LIMIT ${portion} FOR UPDATE OF s`.execute(tx);
  const news = (await Promise.all(rows.map((row) => newsOf(day, row)))).flat();
  await writeNews(tx, news);
  await markTold(tx, day, rows);
  return rows;
}

async function newsOf(day: Day, row: Row): Promise<News[]> {
  const news: News[] = [];
  const terms = row.chargeAt && row.tellCharge ? await day.termsAt(row.game, row.chargeAt) : null;
  if (row.chargeAt && terms) {
    const { amount, dates } = chargeOf(terms, row);
    const at = row.chargeAt.toISOString();
    if (dates.length > 0 && amount > 0) news.push({ row, kind: 'chargeAhead', amount, detail: { at } });
  }
  if (row.tellRules) news.push(rulesNews(day, row));
  if (row.tellCertificate) {
    news.push({ row, kind: 'certificateAhead', amount: 0, detail: { date: row.certificate } });
  }
  return news;
}

function rulesNews({ kinds, coming }: Day, row: Row): News {
  const next = coming.get(row.game);
  if (!next) throw new Error(`no rules are coming for ${row.game}`);
  const detail = { date: next.from };
  const { rulesId } = next.after;
  const isPlayable = subscriptionRulesOf(kinds, row.game).isPlayable({ game: row.game, rulesId }, row);
  if (!isPlayable) return { row, kind: 'endAhead', amount: 0, detail };
  const price = priceOf(next.after, row);
  if (price === priceOf(next.before, row)) return { row, kind: 'rulesAhead', amount: 0, detail };
  return { row, kind: 'priceAhead', amount: price, detail };
}

async function writeNews(tx: Tx, news: readonly News[]): Promise<void> {
  const column = <T>(read: (each: News) => T) => news.map(read);
  await sql`
    INSERT INTO subscription_events (player_id, subscription_id, at, kind, amount, actor, detail)
    SELECT player_id, subscription_id, domain_now(), kind, amount, ${actor}, detail
    FROM unnest(${column(({ row }) => row.playerId)}::bigint[],
      ${column(({ row }) => row.subscriptionId)}::uuid[], ${column(({ kind }) => kind)}::text[],
      ${column(({ amount }) => amount)}::bigint[], ${column(({ detail }) => JSON.stringify(detail))}::jsonb[])
      n(player_id, subscription_id, kind, amount, detail)`.execute(tx);
}

async function markTold(tx: Tx, { coming }: Day, rows: readonly Row[]): Promise<void> {
  const column = <T>(read: (each: Row) => T) => rows.map(read);
  await sql`
    UPDATE subscription_states s SET told_charge = CASE WHEN charge THEN s.charge_at ELSE s.told_charge END,
      told_rules = coalesce(rules, s.told_rules), told_certificate = coalesce(certificate, s.told_certificate)
    FROM unnest(${column(({ playerId }) => playerId)}::bigint[],
      ${column(({ subscriptionId }) => subscriptionId)}::uuid[],
      ${column(({ tellCharge }) => tellCharge)}::boolean[],
      ${column(({ tellRules, game }) => (tellRules ? coming.get(game)?.after.rulesId : null))}::text[],
      ${column(({ tellCertificate, certificate }) => (tellCertificate ? certificate : null))}::date[])
      t(player_id, subscription_id, charge, rules, certificate)
    WHERE s.player_id = t.player_id AND s.subscription_id = t.subscription_id`.execute(tx);
}
