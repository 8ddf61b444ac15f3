/**
 * Promotions: dated rows that put a raffle beside each draw of a game in a period. What was promised is never
 * changed, and only taken back before anything of the period is on sale.
 */
import { z } from 'zod';
import { type RaffleCondition, type RafflePrize, raffleConditions } from '#rules/draws/raffle.ts';
import { nameOf } from '#server/draws/draw.ts';
import { refuseStep } from '#server/draws/halt.ts';
import type { Kinds } from '#server/draws/kind.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { type Sql, sql } from '#server/platform/sql.ts';

type Words = { name: string; text: string };

export type Promotion = {
  id: string;
  game: string;
  /** Days of its first and its last draw, as they were planned. */
  from: string;
  until: string;
  condition: RaffleCondition;
  /** In the order in which numbers are drawn. */
  prizes: readonly RafflePrize[];
  is: Words;
  en: Words;
};

const words = z.strictObject({
  name: z.string().trim().min(3).max(60),
  text: z.string().trim().min(10).max(200),
});

const promotionSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{2,39}$/),
    game: z.string(),
    from: z.iso.date(),
    until: z.iso.date(),
    condition: z.enum(raffleConditions),
    prizes: z
      .array(z.strictObject({ count: z.int().min(1).max(1000), amount: z.int().min(1) }))
      .min(1)
      .max(10),
    is: words,
    en: words,
  })
  .refine(({ from, until }) => from <= until, { path: ['until'], error: 'lies before the first day' });

/**
 * What a file of JSON says; refuses with EC_INVALID_INPUT and every fault in words.
 * @param today `YYYY-MM-DD`
 */
export function readPromotionFile(kinds: Kinds, text: string, today: string): Promotion {
  const read = promotionSchema.safeParse(parseJson(text));
  if (!read.success) refuseFile(z.prettifyError(read.error));
  const promotion = read.data;
  if (!kinds.has(promotion.game)) refuseFile(`There is no game "${promotion.game}".`);
  if (promotion.from < today) refuseFile(`Its first day, ${promotion.from}, lies in the past.`);
  const { highWinFrom } = kinds.of(promotion.game).termsOn(promotion.game, promotion.from);
  if (promotion.prizes.some(({ amount }) => amount >= highWinFrom))
    refuseFile(`Prizes of ${highWinFrom} kr. and more wait for a claim; those of a raffle are credited.`);
  return promotion;
}

function refuseFile(message: string): never {
  refuse('EC_INVALID_INPUT', { details: { message } });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Refused once its period has begun, and beside another one of the game. */
export async function addPromotion(tx: Tx, promotion: Promotion, actor: string): Promise<void> {
  const { id, game, from, until, condition, prizes, is, en } = promotion;
  await refuseBegun(tx, promotion);
  const [other] = await read(
    tx,
    sql`p.promotion_id = ${id} OR p.game = ${game}
    AND p.first_date <= ${until} AND p.last_date >= ${from}`,
  );
  if (other) refuseStep(`${other.id} runs in ${other.game} from ${other.from} until ${other.until}.`);
  await sql`
    INSERT INTO promotions (promotion_id, game, first_date, last_date, condition, prize_counts,
      prize_amounts, name_is, text_is, name_en, text_en, added_by)
    VALUES (${id}, ${game}, ${from}, ${until}, ${condition}, ${prizes.map(({ count }) => count)}::integer[],
      ${prizes.map(({ amount }) => amount)}::bigint[], ${is.name}, ${is.text}, ${en.name}, ${en.text},
      ${actor})`.execute(tx);
}

/** Refused once its period has begun. */
export async function removePromotion(tx: Tx, id: string): Promise<Promotion> {
  const [promotion] = await read(tx, sql`p.promotion_id = ${id}`);
  if (!promotion)
    return refuse('EC_NO_DATA_FOUND', { details: { message: `There is no promotion "${id}".` } });
  await refuseBegun(tx, promotion);
  await sql`DELETE FROM promotions WHERE promotion_id = ${id}`.execute(tx);
  return promotion;
}

/** The last to begin first. */
export function listPromotions(db: Db): Promise<Promotion[]> {
  return read(db, sql`true`);
}

/** The one whose raffle a draw holds; null without one, and for a draw that was cancelled. */
export async function promotionOfDraw(db: Db, drawId: number): Promise<Promotion | null> {
  const [promotion] = await read(
    db,
    sql`EXISTS (SELECT FROM draws d WHERE d.draw_id = ${drawId} AND d.game = p.game
      AND d.planned_date BETWEEN p.first_date AND p.last_date AND d.state <> 'cancelled')`,
  );
  return promotion ?? null;
}

async function refuseBegun(tx: Tx, { id, game, from, until }: Promotion): Promise<void> {
  const { rows } = await sql<{ number: number; state: string }>`
    SELECT number, state FROM draws
    WHERE game = ${game} AND planned_date BETWEEN ${from} AND ${until} AND state <> 'created'
    ORDER BY draw_date LIMIT 1`.execute(tx);
  const [first] = rows;
  if (first) refuseStep(`The period of ${id} has begun: ${nameOf({ game, ...first })} is ${first.state}.`);
}

type Row = Omit<Promotion, 'prizes' | 'is' | 'en'> & {
  counts: number[];
  amounts: number[];
  nameIs: string;
  textIs: string;
  nameEn: string;
  textEn: string;
};

async function read(db: Db, wanted: Sql<unknown>): Promise<Promotion[]> {
  const { rows } = await sql<Row>`
    SELECT promotion_id AS id, game, first_date AS "from", last_date AS until, condition,
      prize_counts AS counts, prize_amounts AS amounts, name_is AS "nameIs", text_is AS "textIs",
      name_en AS "nameEn", text_en AS "textEn"
    FROM promotions p WHERE ${wanted} ORDER BY first_date DESC, promotion_id`.execute(db);
  return rows.map(({ counts, amounts, nameIs, textIs, nameEn, textEn, ...rest }) => ({
    ...rest,
    prizes: counts.map((count, index) => ({ count, amount: amounts[index] ?? 0 })),
    is: { name: nameIs, text: textIs },
    en: { name: nameEn, text: textEn },
  }));
}
