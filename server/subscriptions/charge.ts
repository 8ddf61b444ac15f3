/** The monthly charge: from the balance when it covers it, else from the subscription card. */

import type { ErrorCode } from '#contract/errors.ts';
import type { Kinds } from '#server/draws/kind.ts';
import { type ChargeCard, reportUnused } from '#server/payments/subscription-charge.ts';
import { type Db, retrying, type Tx, transaction } from '#server/platform/database.ts';
import { type Deadline, databaseNow } from '#server/platform/deadlines.ts';
import { inParallel } from '#server/platform/in-parallel.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import { type Charge, type Charged, chargeOf, type GameTerms, termsOfGame } from './terms.ts';

export const actor = 'subscriptions';

/** Cards that are asked about at once. */
const cardsAtOnce = 16;
/** Charged in one transaction: as long as it lasts, their players buy nothing. */
const portion = 100;
/** So many before what else falls due has its turn. */
const portionsOfTurn = 10;
/** Days after which a declined charge is tried again; then the subscription ends. */
const pausesDays = [1, 2] as const;

export type SubscriptionId = { playerId: number; subscriptionId: string };
type Due = SubscriptionId & Charged & { game: string; chargeAt: Date; attempts: number };

export const chargeDeadline = (kinds: Kinds, card: ChargeCard): Deadline => ({
  name: 'subscription charges',
  lane: 'subscription charges',
  due: sql`
    SELECT charge_at FROM subscription_states s WHERE charge_at IS NOT NULL AND ${hasNoneOpen}
    ORDER BY charge_at, player_id, subscription_id LIMIT 1`,
  async run(db) {
    let total = 0;
    for (let turn = 0; turn < portionsOfTurn; turn += 1) {
      const count = await chargePortion(db, kinds, card);
      total += count;
      if (count < portion) break;
    }
    return total;
  },
});

async function chargePortion(db: Db, kinds: Kinds, card: ChargeCard): Promise<number> {
  const due = await readDue(db);
  const terms = await termsOf(db, kinds, due);
  const asked = due.flatMap((each) => {
    const game = terms.get(each.game);
    return game ? [{ due: each, charge: chargeOf(game, each), terms: game }] : [];
  });
  await postpone(
    db,
    due.filter(({ game }) => !terms.has(game)),
  );
  const codes = await retrying(() => transaction(db, (tx) => chargeAll(tx, asked)));
  const left = codes.flatMap((code, index) => (code === null ? [] : [{ code, of: asked[index] as Asked }]));
  await inParallel(left, cardsAtOnce, ({ code, of }) => unpaid(db, card, of, code));
  return due.length;
}

/** A game without a draw to come is looked at again the next day. */
async function postpone(db: Db, due: readonly SubscriptionId[]): Promise<void> {
  if (due.length === 0) return;
  await transaction(db, async (tx) => {
    await sql`
      UPDATE subscription_states SET charge_at = ${wholeMs(sql`domain_now()`)} + interval '1 day'
      WHERE (player_id, subscription_id) IN (SELECT * FROM unnest(
        ${due.map(({ playerId }) => playerId)}::bigint[],
        ${due.map(({ subscriptionId }) => subscriptionId)}::uuid[]))`.execute(tx);
  });
}

/** While it is not known what became of a player's card, nothing more is charged. */
const hasNoneOpen = sql`NOT EXISTS (SELECT FROM payments p WHERE p.player_id = s.player_id
  AND p.kind = 'subscriptionCharge' AND p.status IN ('paying', 'unknown', 'paid'))`;

type Asked = { due: Due; charge: Charge; terms: GameTerms };
/** Null where it is paid; `stale` and `draws` where it has to be reckoned anew. */
export type ChargeCode = ErrorCode | 'stale' | 'draws' | null;

/** In the order of the index, so that a portion costs the same however many are due; wallets in theirs. */
async function readDue(db: Db): Promise<Due[]> {
  const { rows } = await sql<Due>`
    SELECT s.player_id AS "playerId", s.subscription_id AS "subscriptionId", s.game, days,
      row_count AS "rowCount", side, ends_on AS "endsOn", prepaid, paid_left AS "paidLeft",
      charge_at AS "chargeAt", attempts
    FROM (
      SELECT * FROM subscription_states s WHERE charge_at <= (SELECT domain_now()) AND ${hasNoneOpen}
      ORDER BY charge_at, player_id, subscription_id LIMIT ${portion}
    ) AS s
    CROSS JOIN LATERAL (
      SELECT days, row_count, side FROM subscriptions f
      WHERE f.player_id = s.player_id AND f.subscription_id = s.subscription_id OFFSET 0
    ) AS f
    ORDER BY s.player_id, s.subscription_id`.execute(db);
  return rows;
}

async function termsOf(db: Db, kinds: Kinds, due: readonly Due[]): Promise<Map<string, GameTerms>> {
  const now = await databaseNow(db);
  const terms = new Map<string, GameTerms>();
  for (const game of new Set(due.map((each) => each.game))) {
    const found = await termsOfGame(db, kinds, game, now);
    if (found) terms.set(game, found);
  }
  return terms;
}

/** `paymentId`: of the card charge that was just posted for it. */
type PricedCharge = {
  due: SubscriptionId & { chargeAt: Date };
  charge: Charge;
  paymentId?: string | undefined;
};

/** @returns the codes in the order of `asked` */
export async function chargeAll(tx: Tx, asked: readonly PricedCharge[], by = actor): Promise<ChargeCode[]> {
  const column = <T>(read: (each: (typeof asked)[number]) => T) => asked.map(read);
  const { rows } = await sql<{ code: ChargeCode }>`
    SELECT charge_subscription(player_id, subscription_id, charge_at,
      ARRAY(SELECT jsonb_array_elements_text(dates)::date), paid, price, paid_through, next_at,
      ${by}, payment) AS code
    FROM unnest(${column(({ due }) => due.playerId)}::bigint[],
      ${column(({ due }) => due.subscriptionId)}::uuid[], ${column(({ due }) => due.chargeAt)}::timestamptz[],
      ${column(({ charge }) => JSON.stringify(charge.dates))}::jsonb[],
      ${column(({ charge }) => charge.paid)}::integer[], ${column(({ charge }) => charge.price)}::bigint[],
      ${column(({ charge }) => charge.paidThrough)}::date[],
      ${column(({ charge }) => charge.nextAt)}::timestamptz[],
      ${column(({ paymentId }) => paymentId ?? null)}::uuid[])
      WITH ORDINALITY a(player_id, subscription_id, charge_at, dates, paid, price, paid_through, next_at,
        payment, nth)
    ORDER BY nth`.execute(tx);
  return rows.map(({ code }) => code);
}

/** What was refused, subscription by subscription. */
async function unpaid(db: Db, card: ChargeCard, asked: Asked, code: NonNullable<ChargeCode>): Promise<void> {
  if (code === 'stale' || code === 'draws') return;
  if (code === 'EC_BALANCE_TOO_LOW') return chargeCard(db, card, asked);
  const kind = skips[code];
  if (!kind) throw new Error(`a charge was refused with ${code}`);
  await transaction(db, (tx) => skip(tx, asked, { kind, code }));
}

type Skip = { kind: 'limit' | 'certificate' | 'locked'; code: ErrorCode };

const skips: Partial<Record<ErrorCode, Skip['kind']>> = {
  EC_DEPOSIT_LIMIT: 'limit',
  EC_PLAYER_SALES_LIMIT: 'limit',
  EC_ELOGIN_AUTH_REQUIRED: 'certificate',
  EC_ACTION_NOT_ALLOWED: 'locked',
};

/** The instant of a charge is compared with what was read of it, which has no finer parts. */
const wholeMs = (at: Sql) => sql`date_trunc('milliseconds', ${at} + interval '1 millisecond')`;

/** No attempt toward termination: the draws are left out until the reason is over. */
async function skip(tx: Tx, { due, charge }: Asked, { kind, code }: Skip): Promise<void> {
  await sql`
    WITH moved AS (
      UPDATE subscription_states s SET attempts = 0,
        charge_at = CASE ${kind} WHEN 'locked' THEN ${wholeMs(sql`w.locked_until`)}
          ELSE ${charge.nextAt}::timestamptz END,
        waits_for = CASE ${kind} WHEN 'certificate' THEN ${kind} END
      FROM wallets w
      WHERE s.player_id = ${due.playerId} AND s.subscription_id = ${due.subscriptionId}
        AND s.charge_at = ${due.chargeAt} AND w.player_id = s.player_id
      RETURNING s.player_id, s.subscription_id
    )
    INSERT INTO subscription_events (player_id, subscription_id, at, kind, amount, code, actor, detail)
    SELECT player_id, subscription_id, domain_now(), ${kind}, ${charge.amount}, ${code}, ${actor},
      jsonb_build_object('dates', ${JSON.stringify(charge.dates)}::jsonb)
    FROM moved`.execute(tx);
}

async function chargeCard(db: Db, card: ChargeCard, asked: Asked): Promise<void> {
  const { due, charge } = asked;
  const reference = `${due.subscriptionId} ${due.chargeAt.toISOString()}`;
  const { playerId } = due;
  const isNeeded = (tx: Tx) => isStillDue(tx, due);
  const answer = await card({ playerId, amount: charge.amount, reference, isNeeded });
  if ('code' in answer) return notCharged(db, asked, answer);
  // An earlier card payment for this charge was credited to the balance and has been spent since.
  if ('isNeeded' in answer) return decline(db, asked, 'EC_BALANCE_TOO_LOW');
  const { paymentId } = answer;
  await transaction(db, async (tx) => {
    await answer.post(tx);
    const [code = null] = await chargeAll(tx, [{ ...asked, paymentId }]);
    if (code === null) return;
    // The card's payment stays in the balance; the next attempt charges from there.
    await reportUnused(tx, { playerId, paymentId });
    if (code !== 'stale' && code !== 'draws') await skip(tx, asked, { kind: 'limit', code });
  });
}

async function isStillDue(tx: Tx, { playerId, subscriptionId, chargeAt }: Due): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM subscription_states WHERE player_id = ${playerId} AND subscription_id = ${subscriptionId}
      AND charge_at = ${chargeAt}`.execute(tx);
  return rows.length > 0;
}

/** Of a limit or a lock it is no attempt; of an answer that is still to come nothing is written. */
async function notCharged(db: Db, asked: Asked, { code, wait }: { code: ErrorCode; wait?: true }) {
  if (wait) return;
  const kind = skips[code];
  if (kind) await transaction(db, (tx) => skip(tx, asked, { kind, code }));
  else await decline(db, asked, code);
}

/** Tried again on the first and on the third day; what closes meanwhile is not played. */
async function decline(db: Db, { due, charge }: Asked, code: ErrorCode): Promise<void> {
  const pause = pausesDays[due.attempts];
  await transaction(db, async (tx) => {
    const { rows } = await sql<{ nextAt: Date | null }>`
      WITH moved AS (
        UPDATE subscription_states SET attempts = attempts + 1,
          charge_at = charge_at + make_interval(days => ${pause ?? 0}::integer)
        WHERE player_id = ${due.playerId} AND subscription_id = ${due.subscriptionId}
          AND charge_at = ${due.chargeAt}
        RETURNING player_id, subscription_id,
          CASE WHEN ${pause !== undefined}::boolean THEN charge_at END AS next_at
      )
      INSERT INTO subscription_events (player_id, subscription_id, at, kind, amount, code, actor, detail)
      SELECT player_id, subscription_id, domain_now(), 'declined', ${charge.amount}, ${code}, ${actor},
        jsonb_strip_nulls(jsonb_build_object('again', next_at))
      FROM moved RETURNING (detail->>'again')::timestamptz AS "nextAt"`.execute(tx);
    if (rows[0] && pause === undefined) await endSubscription(tx, due, 'paymentFailed', actor);
  });
}

/** Ends it for good and returns what is left; says whether it ended now. */
export async function endSubscription(
  tx: Tx,
  { playerId, subscriptionId }: SubscriptionId,
  reason: 'paymentFailed' | 'rulesChanged' | 'operator',
  by: string,
): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    SELECT end_subscription(${playerId}, ${subscriptionId}, ${reason}, ${by}) AS ended`.execute(tx);
  return rows[0]?.ended ?? false;
}
