/** What a draw can show for itself: the seal and what the engines found, and a coupon's proof. */

import type { CouponParams, Proof } from '#contract/draws.ts';
import { drawByNumber } from '#server/draws/draw.ts';
import { approvedImport } from '#server/draws/figures/figures.ts';
import { gameNamed } from '#server/draws/game-named.ts';
import type { Kinds, Outcome } from '#server/draws/kind.ts';
import type { Showing } from '#server/draws/showing.ts';
import type { Db } from '#server/platform/database.ts';
import { decodeId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { type Block, placeOf } from './book.ts';
import { linesOf } from './kind-lines.ts';
import { leafOf } from './leaf.ts';
import { hashBytes, hashesPerPart, pathOf } from './merkle.ts';
import { publishedTiers } from './published-tiers.ts';
import { blockOfCoupon } from './read-block.ts';
import { findSeal, linesTask } from './seal.ts';

/**
 * The kind of game describes the outcome. Refuses with EC_NO_DATA_FOUND while the draw is not sealed.
 */
export async function shownEvidence(
  db: Db,
  kinds: Kinds,
  { gameId, draw }: { gameId: string; draw: number },
) {
  const { showing } = kinds.of(gameNamed(kinds, gameId));
  const { settlement, ...seal } = await evidence(db, gameId, draw);
  return { draw, gameId, ...seal, ...(settlement && { settlement: shown(showing, settlement) }) };
}

function shown({ settled }: Showing, { outcome, ...found }: ShownSettlement) {
  return { ...settled(outcome), ...found };
}

/** Refuses with EC_NO_DATA_FOUND while the draw is not sealed. */
export async function evidence(db: Db, game: string, number: number) {
  const { drawId, rulesId, termsHash } = await drawByNumber(db, game, number);
  const seal = await findSeal(db, drawId);
  if (!seal) refuse('EC_NO_DATA_FOUND');
  return {
    rulesId,
    ...(seal.rulesHash && { rulesHash: seal.rulesHash.toString('hex') }),
    ...(termsHash && { termsHash: termsHash.toString('hex') }),
    sealedAt: seal.sealedAt.toISOString(),
    coupons: seal.coupons,
    rows: seal.rows,
    stakes: seal.stakes,
    merkleRoot: seal.merkleRoot.toString('hex'),
    bookHash: seal.bookHash.toString('hex'),
    algorithm: seal.algorithm,
    signature: seal.signature.toString('base64'),
    publicKey: seal.publicKey.toString('base64'),
    settlement: await settlementOf(db, drawId),
  };
}

type Settlement = {
  outcome: Outcome;
  a: Buffer;
  b: Buffer;
  at: Date;
  signature: Buffer;
  publicKey: Buffer;
  rulesHash: Buffer | null;
  drawBefore: number | null;
  numberBefore: number | null;
  signatureBefore: Buffer | null;
};

async function settlementOf(db: Db, drawId: number) {
  const { rows } = await sql<Settlement>`
    SELECT r.outcome, s.engine_a AS a, s.engine_b AS b, s.settled_at AS at, s.signature,
      s.public_key AS "publicKey", s.rules_hash AS "rulesHash", s.draw_before AS "drawBefore",
      d.number AS "numberBefore", b.signature AS "signatureBefore"
    FROM draw_settlements s JOIN current_results r USING (draw_id)
    LEFT JOIN draw_settlements b ON b.draw_id = s.draw_before LEFT JOIN draws d ON d.draw_id = s.draw_before
    WHERE s.draw_id = ${drawId}`.execute(db);
  const [found] = rows;
  if (!found) return null;
  const { outcome, a, b, at, signature, publicKey } = found;
  const approved = await approvedImport(db, drawId);
  return {
    outcome,
    ...(await signedParts(db, drawId, found)),
    ...(approved && { figures: approved.file }),
    engineA: a.toString('hex'),
    engineB: b.toString('hex'),
    equal: a.equals(b),
    settledAt: at.toISOString(),
    signature: signature.toString('base64'),
    publicKey: publicKey.toString('base64'),
  };
}

/** Settlements made before rules and tiers were signed are shown as they were. */
async function signedParts(db: Db, drawId: number, settlement: Settlement) {
  const { rulesHash, drawBefore, numberBefore, signatureBefore } = settlement;
  const tiers = await publishedTiers(db, drawId, drawBefore);
  if (!rulesHash) return { tiers: tiers.map(({ opened, carryOut, ...tier }) => tier) };
  return {
    rulesHash: rulesHash.toString('hex'),
    ...(numberBefore !== null &&
      signatureBefore !== null && {
        before: { draw: numberBefore, signature: signatureBefore.toString('base64') },
      }),
    tiers,
  };
}

type ShownSettlement = NonNullable<Awaited<ReturnType<typeof settlementOf>>>;

type SealedCoupon = {
  drawId: number;
  game: string;
  rulesId: string;
  coupons: number;
  root: Buffer;
  secret: Buffer;
};

/**
 * The caller's own coupon alone: a leaf shows what was bought. EC_NO_DATA_FOUND until the draw is sealed,
 * and for a coupon cancelled before that.
 */
export async function proofOf(db: Db, kinds: Kinds, playerId: number, params: CouponParams): Promise<Proof> {
  const [ticketId, couponId] = [decodeId(params.ticketId), decodeId(params.couponId)];
  if (!ticketId || !couponId) refuse('EC_TICKET_NOT_FOUND');
  const { rows } = await sql<{ [Name in keyof SealedCoupon]: SealedCoupon[Name] | null }>`
    SELECT c.draw_id AS "drawId", d.game, d.rules_id AS "rulesId", s.coupons, s.merkle_root AS root,
      s.draw_secret AS secret
    FROM coupons c JOIN draws d USING (draw_id) LEFT JOIN seals s USING (draw_id)
    WHERE c.player_id = ${playerId} AND c.ticket_id = ${ticketId} AND c.coupon_id = ${couponId}`.execute(db);
  if (!rows[0]) refuse('EC_TICKET_NOT_FOUND');
  const { drawId, game, rulesId, coupons, root, secret } = rows[0] as SealedCoupon;
  const found = root && (await findInBook(db, drawId, couponId));
  if (!coupons || !secret || !found) refuse('EC_NO_DATA_FOUND');
  const lines = await linesOf(linesTask(kinds, { game, rulesId }));
  const { line, salt, rows: longRows } = leafOf(found.block, found.place, secret, lines);
  return {
    leaf: line,
    salt: salt.toString('hex'),
    ...(longRows !== null && { rows: longRows }),
    path: await readPath(db, drawId, found.leaf, coupons),
    root: root.toString('hex'),
  };
}

type Found = { block: Block; place: number; leaf: number };

/** Where a coupon lies in the sealed book; null before the seal, and for one cancelled before that. */
export async function findInBook(db: Db, drawId: number, couponId: string): Promise<Found | null> {
  const found = await blockOfCoupon(db, drawId, couponId);
  if (!found) return null;
  const place = placeOf(found.block, Buffer.from(couponId.replaceAll('-', ''), 'hex'));
  return place < 0 ? null : { block: found.block, place, leaf: found.first + place };
}

/** One query for the twenty or so neighbours; nothing is hashed again. */
async function readPath(db: Db, drawId: number, leaf: number, coupons: number) {
  const steps = pathOf(leaf, coupons);
  const { rows } = await sql<{ hash: Buffer }>`
    SELECT substr(h.hashes, s.place * ${hashBytes} + 1, ${hashBytes}) AS hash
    FROM unnest(${steps.map(({ level }) => level)}::smallint[],
      ${steps.map(({ index }) => Math.floor(index / hashesPerPart))}::integer[],
      ${steps.map(({ index }) => index % hashesPerPart)}::integer[]) WITH ORDINALITY s(level, part, place, n)
    JOIN seal_hashes h ON h.draw_id = ${drawId} AND h.level = s.level AND h.part = s.part
    ORDER BY s.n`.execute(db);
  return steps.map(({ side }, index) => ({ side, hash: rows[index]?.hash.toString('hex') ?? '' }));
}
