/**
 * Settlement: both engines, equal or nothing; the prize table; the transfers; winsel. Design §7; domain §9,
 * §11.
 */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { computePrizes, type DrawPrizes, postSettlement } from './prizes.ts';
import { rulesOf } from '#rules/numbers/games.ts';
import { rowMask } from '#rules/numbers/rows.ts';
import type { RuleVersion } from '#rules/numbers/versions.ts';
import { type Draw, drawById, nameOf } from '#server/draws/draw.ts';
import { DrawStop, refuseStep, withAlarm } from '#server/draws/halt.ts';
import { blockHead, bookHead, bookPath } from '#server/draws/seal/book.ts';
import { hashBytes } from '#server/draws/seal/merkle.ts';
import { type DrawConfig, type Seal, sealOf } from '#server/draws/seal/seal.ts';
import { assertSigned } from '#server/draws/seal/signing.ts';
import type { EngineAAnswer, EngineATask } from '#server/games/numbers/engine-a.ts';
import { type EngineBAnswer, engineB } from '#server/games/numbers/engine-b.ts';
import {
  type DrawnNumbers,
  type DrawResult,
  type TierTable,
  tierTableOf,
} from '#server/games/numbers/tier-table.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import { encodeId, newId } from '#server/platform/ids.ts';
import { inThread } from '#server/platform/thread.ts';
import { digestOf, firstDifference, tierSums, unpack } from './compare.ts';

export type Settled = { already: boolean; winningCoupons: number; paid: number; jokerPaid: number };

export type Counted = { a: Extract<EngineAAnswer, { outcome: 'counted' }>; b: EngineBAnswer };

/**
 * Selects the winners twice, compares, computes the prizes and posts them to the draw's accounts.
 * Repeatable: a draw that is settled answers what was found. Throws `DrawStop` when book, engines or money
 * differ.
 */
export async function settleDraw(
  db: Db,
  config: DrawConfig,
  drawId: number,
  actor = 'settlement',
): Promise<Settled> {
  const draw = await drawById(db, drawId);
  const known = await findSettlement(db, drawId);
  if (known) return { already: true, ...known };
  if (draw.state !== 'confirmed')
    refuseStep(`${nameOf(draw)} is ${draw.state}; it is settled once its result is confirmed.`);
  return withAlarm(db, drawId, async () => {
    const seal = await sealOf(db, draw);
    assertSigned(seal, draw, config);
    const version = rulesOf(draw);
    const counted = await countTwice(db, config, draw, seal, version);
    const prizes = await postIfStillDue(db, config, draw, seal, counted, actor);
    if (!prizes)
      return { already: true, ...((await findSettlement(db, drawId)) as Omit<Settled, 'already'>) };
    const { wins, table, jokerPaid } = prizes;
    return { already: false, winningCoupons: wins.length, paid: table.paid, jokerPaid };
  });
}

/** Runs both engines side by side and stops the draw when anything differs. */
export async function countTwice(
  db: Db,
  config: DrawConfig,
  draw: Draw,
  seal: Seal,
  version: RuleVersion,
): Promise<Counted> {
  const table = tierTableOf(version);
  const drawn = masksOf(await resultOf(db, draw.drawId));
  await restoreBook(db, config, draw);
  const [a, b] = await Promise.all([
    inThread<EngineATask, EngineAAnswer>(engineAWorker, taskOf(config, draw, seal, table, drawn)),
    transaction(db, (tx) => engineB(tx, draw.drawId, table, drawn)),
  ]);
  if (a.outcome === 'altered') return bookAltered(db, draw, a);
  const difference = firstDifference(seal, a, b, table.tiers);
  if (difference) {
    const { what, ...found } = difference;
    const message = `${nameOf(draw)} is not settled: ${what} differ: ${JSON.stringify(found)}.`;
    throw new DrawStop('engines_differ', message, { ...difference });
  }
  return { a, b };
}

const engineAWorker = new URL('../../games/numbers/engine-a-worker.ts', import.meta.url);

function taskOf(
  config: DrawConfig,
  draw: Draw,
  seal: Seal,
  table: TierTable,
  drawn: DrawnNumbers,
): EngineATask {
  const { game, number } = draw;
  const file = bookPath(config.dataDir, game, number);
  return {
    file,
    game,
    number,
    drawSecret: seal.drawSecret.toString('hex'),
    merkleRoot: seal.merkleRoot.toString('hex'),
    table,
    drawn,
  };
}

async function resultOf(db: Db, drawId: number): Promise<DrawResult> {
  const { rows } = await sql<DrawResult>`
    SELECT numbers, bonus_numbers AS "bonusNumbers", joker FROM current_results
    WHERE draw_id = ${drawId}`.execute(db);
  const [result] = rows;
  if (!result) throw new Error(`draw ${drawId} is confirmed and has no result`);
  return result;
}

function masksOf({ numbers, bonusNumbers, joker }: DrawResult): DrawnNumbers {
  return { main: rowMask(numbers), bonus: rowMask(bonusNumbers), joker };
}

/**
 * Another machine may have sealed, or the process died before the file had its name: the database holds
 * every block.
 */
async function restoreBook(db: Db, { dataDir }: DrawConfig, draw: Draw): Promise<void> {
  const file = bookPath(dataDir, draw.game, draw.number);
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${newId()}`;
  writeFileSync(unfinished, bookHead(draw.game, draw.number), { mode: 0o600 });
  for (let block = 0; ; block += 1) {
    const { rows } = await sql<{ bytes: Buffer }>`
      SELECT bytes FROM book_blocks WHERE draw_id = ${draw.drawId} AND block = ${block}`.execute(db);
    if (!rows[0]) break;
    const { bytes } = rows[0];
    writeFileSync(unfinished, Buffer.concat([blockHead(bytes), bytes]), { flag: 'a' });
  }
  renameSync(unfinished, file);
}

async function bookAltered(
  db: Db,
  draw: Draw,
  { reason, leaves }: Extract<EngineAAnswer, { outcome: 'altered' }>,
): Promise<never> {
  const coupon = leaves && (await firstAltered(db, draw.drawId, leaves));
  const where = coupon ? ` at coupon ${coupon}` : '';
  const message = `The sales book of ${nameOf(draw)} was altered${where}: ${reason}.`;
  throw new DrawStop('book_altered', message, { reason, coupon });
}

/** The first coupon whose leaf is not the sealed one; its id as sealed. */
async function firstAltered(db: Db, drawId: number, leaves: Uint8Array): Promise<string | null> {
  const { rows } = await sql<{ hashes: Buffer }>`
    SELECT hashes FROM seal_hashes WHERE draw_id = ${drawId} AND level = 0 ORDER BY part`.execute(db);
  const sealed = Buffer.concat(rows.map(({ hashes }) => hashes));
  for (let offset = 0; offset < sealed.length; offset += hashBytes) {
    const found = Buffer.compare(
      sealed.subarray(offset, offset + hashBytes),
      leaves.subarray(offset, offset + hashBytes),
    );
    if (found !== 0) return sealedCoupon(db, drawId, offset / hashBytes);
  }
  return null;
}

async function sealedCoupon(db: Db, drawId: number, leaf: number): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    SELECT coupon_id AS id FROM coupons LEFT JOIN cancellations x USING (player_id, ticket_id, coupon_id)
    WHERE coupons.draw_id = ${drawId} AND x.coupon_id IS NULL ORDER BY coupon_id OFFSET ${leaf}
      LIMIT 1`.execute(db);
  return rows[0] ? encodeId(rows[0].id) : null;
}

/** Short: locks the draw, sees that nobody settled meanwhile, posts. */
function postIfStillDue(
  db: Db,
  { secrets }: DrawConfig,
  draw: Draw,
  seal: Seal,
  { a, b }: Counted,
  actor: string,
): Promise<DrawPrizes | null> {
  const version = rulesOf(draw);
  const tiers = version.tiers.length;
  const engines = { engineA: digestOf(unpack(a.winners, tiers)), engineB: digestOf(b.winners) };
  return transaction(db, async (tx) => {
    const sums = tierSums(b.winners, tiers);
    const prizes = await computePrizes(tx, draw, seal, version, b.winners, sums);
    if (!prizes) return null;
    const result = await resultOf(tx, draw.drawId);
    const found = { ...result, ...engines, sealSignature: seal.signature };
    await postSettlement(tx, draw, prizes, { found, signingKey: secrets.signingKey, actor });
    return prizes;
  });
}

async function findSettlement(db: Db, drawId: number): Promise<Omit<Settled, 'already'> | null> {
  const { rows } = await sql<Omit<Settled, 'already'>>`
    SELECT winning_coupons AS "winningCoupons", paid, joker_paid AS "jokerPaid"
    FROM draw_settlements WHERE draw_id = ${drawId}`.execute(db);
  return rows[0] ?? null;
}
