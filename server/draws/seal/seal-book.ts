/**
 * Sealing, in a worker thread: reads the coupons in one snapshot, packs and hashes them, and writes book,
 * tree and seal in one transaction.
 */
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type pg from 'pg';
import { newClient } from '#server/platform/database-bounds.ts';
import { encodeId } from '#server/platform/ids.ts';
import { signed } from '#server/platform/signatures.ts';
import { type Block, blockHead, bookHead, bookPath, idBytes, noSide } from './book.ts';
import { type Packed, soldBlocks } from './coupons.ts';
import { type BookLines, linesOf } from './kind-lines.ts';
import { createLeafHasher, drawSecret } from './leaf.ts';
import { buildTree, hashBytes, hashesPerPart, rootOf, type Tree } from './merkle.ts';
import type { SealAnswer, SealTask } from './seal.ts';
import { sealText } from './signed-texts.ts';

const algorithm = 'SHA-256, RFC 6962 tree, HMAC-SHA-256 salts, Ed25519';

type Totals = { coupons: number; rows: number; stakes: number; sideStakes: number };

export async function sealBook(task: SealTask): Promise<SealAnswer> {
  const client = newClient(task.databaseUrl, 'seal');
  await client.connect();
  try {
    // One sealing of a draw at a time; taken before the snapshot, so that the second one sees the first
    // one's seal.
    await client.query("SELECT pg_advisory_lock(hashtext('seal'), $1)", [task.drawId]);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const known = await client.query('SELECT FROM seals WHERE draw_id = $1', [task.drawId]);
    if (known.rowCount) return { outcome: 'sealed' };
    const due = await subscriptionsDue(client, task);
    if (due > 0) return { outcome: 'unwritten', due };
    const answer = await writeSeal(client, task);
    await client.query(answer.outcome === 'sealed' ? 'COMMIT' : 'ROLLBACK');
    if (answer.outcome === 'sealed') renameSync(unfinishedPath(task), finishedPath(task));
    return answer;
  } finally {
    await client.end();
    rmSync(unfinishedPath(task), { force: true });
  }
}

/** Paid and without a coupon; who writes them holds the lock above shared. */
async function subscriptionsDue(client: pg.Client, { drawId }: SealTask): Promise<number> {
  const { rows } = await client.query<{ due: number }>('SELECT subscriptions_due($1) AS due', [drawId]);
  return rows[0]?.due ?? 0;
}

async function writeSeal(client: pg.Client, task: SealTask): Promise<SealAnswer> {
  const secret = drawSecret(task.sealSecret, task.game, task.number);
  const { totals, leaves, bookHash } = await writeBook(client, task, secret);
  const ledger = await ledgerStakes(client, task);
  if (totals.coupons !== ledger.coupons || totals.stakes !== ledger.stakes) {
    return { outcome: 'differs', book: totals, ledger };
  }
  const tree = buildTree(leaves);
  if (totals.coupons > 0) await writeTree(client, task, tree);
  const root = rootOf(tree);
  const { rows } = await client.query<{ at: Date }>("SELECT date_trunc('milliseconds', domain_now()) AS at");
  const sealedAt = rows[0]?.at ?? null;
  if (!sealedAt) throw new Error('the clock did not answer');
  const rulesHash = Buffer.from(task.rulesHash, 'hex');
  const text = sealText({
    ...task,
    rulesHash,
    termsHash: task.termsHash === null ? null : Buffer.from(task.termsHash, 'hex'),
    ...totals,
    sealedAt: sealedAt.toISOString(),
    merkleRoot: root.toString('hex'),
    bookHash: bookHash.toString('hex'),
  });
  const { signature, publicKey } = signed(text, task.signingKey);
  await client.query(
    `INSERT INTO seals (draw_id, sealed_at, coupons, rows, stakes, side_stakes, merkle_root, book_hash,
      rules_hash, algorithm, signature, public_key, draw_secret, row_words)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      task.drawId,
      sealedAt,
      totals.coupons,
      totals.rows,
      totals.stakes,
      totals.sideStakes,
      root,
      bookHash,
      rulesHash,
      algorithm,
      signature,
      publicKey,
      secret,
      task.rowWords,
    ],
  );
  await client.query("SELECT pg_notify('draws_changed', $1)", [String(task.drawId)]);
  return { outcome: 'sealed' };
}

async function writeBook(
  client: pg.Client,
  task: SealTask,
  secret: Buffer,
): Promise<{ totals: Totals; leaves: Buffer; bookHash: Buffer }> {
  const lines = await linesOf(task.lines);
  const hashLeaves = createLeafHasher(secret, lines);
  const totals: Totals = { coupons: 0, rows: 0, stakes: 0, sideStakes: 0 };
  const leaves: Buffer[] = [];
  mkdirSync(dirname(finishedPath(task)), { recursive: true, mode: 0o700 });
  const file = openSync(unfinishedPath(task), 'w', 0o600);
  const hash = createHash('sha256');
  const write = (bytes: Buffer) => {
    hash.update(bytes);
    writeSync(file, bytes);
  };
  try {
    write(bookHead(task.game, task.number, task.rowWords));
    let last: Uint8Array = Buffer.alloc(idBytes);
    for await (const packed of soldBlocks(client, task.drawId, task.rowWords)) {
      const { bytes, block } = packed;
      last = refuseDisorder(block, last);
      const firstPlace = totals.coupons;
      count(totals, packed, task, lines);
      const stored = storeBlock(client, task.drawId, leaves.length, firstPlace, packed);
      leaves.push(hashLeaves(block));
      write(blockHead(bytes));
      write(bytes);
      await stored;
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return { totals, leaves: Buffer.concat(leaves), bookHash: hash.digest() };
}

/** Ids ascend through the whole book; answers the last one. */
function refuseDisorder({ couponIds }: Block, before: Uint8Array): Uint8Array {
  let last = before;
  for (let at = 0; at < couponIds.length; at += idBytes) {
    const id = Buffer.from(couponIds.buffer, couponIds.byteOffset + at, idBytes);
    if (Buffer.compare(last, id) >= 0) throw new Error('coupons out of order');
    last = id;
  }
  return last;
}

/** Adds up a block. Throws where a coupon was sold or paid as other rows than it is sealed with. */
function count(totals: Totals, { block, soldRows }: Packed, task: SealTask, lines: BookLines): void {
  for (let index = 0, firstRow = 0; index < block.coupons; index += 1) {
    const rows = lines.rowsOf(block, index, firstRow);
    const stake = block.stakes[index] as number;
    const side = block.sides[index] === noSide ? 0 : task.amountSide;
    if (rows !== soldRows[index] || stake !== rows * task.amountRow + side)
      throw new RangeError(`${couponAt(block, index)} ${saleFault(block, index, rows, soldRows, task)}`);
    firstRow += block.rowCounts[index] as number;
    totals.rows += rows;
    totals.stakes += stake;
    totals.sideStakes += side;
  }
  totals.coupons += block.coupons;
}

function saleFault(
  { systems, stakes, rowCounts }: Block,
  index: number,
  rows: number | null,
  soldRows: Uint32Array,
  { rulesId }: SealTask,
): string {
  if (rows === null)
    return `is a system of ${systems[index]}, which ${rulesId} does not have with ${rowCounts[index]} rows`;
  if (rows !== soldRows[index]) return `has ${rows} rows, and was sold as ${soldRows[index]}`;
  return `has ${rows} rows, and ${stakes[index]} kr. were paid for it`;
}

function couponAt({ couponIds }: Block, index: number): string {
  const id = couponIds.subarray(index * idBytes, (index + 1) * idBytes);
  return `coupon ${encodeId(Buffer.from(id).toString('hex'))}`;
}

function storeBlock(
  client: pg.Client,
  drawId: number,
  number: number,
  firstPlace: number,
  { bytes, block }: Packed,
) {
  const first = Buffer.from(block.couponIds.subarray(0, idBytes)).toString('hex');
  return client.query({
    name: 'book block',
    text: `INSERT INTO book_blocks (draw_id, block, first_coupon, first_place, bytes)
      VALUES ($1, $2, $3, $4, $5)`,
    values: [drawId, number, first, firstPlace, bytes],
  });
}

async function writeTree(client: pg.Client, { drawId }: SealTask, tree: Tree): Promise<void> {
  const partBytes = hashesPerPart * hashBytes;
  for (const [level, hashes] of tree.entries()) {
    for (let part = 0; part * partBytes < hashes.length; part += 1) {
      await client.query({
        name: 'seal hashes',
        text: 'INSERT INTO seal_hashes (draw_id, level, part, hashes) VALUES ($1, $2, $3, $4)',
        values: [drawId, level, part, Buffer.from(hashes.slice(part * partBytes, (part + 1) * partBytes))],
      });
    }
  }
}

/** What the books of money say of the draw: its stakes account, and how many purchases are not undone. */
async function ledgerStakes(client: pg.Client, task: SealTask): Promise<{ coupons: number; stakes: number }> {
  const { rows } = await client.query<{ coupons: number; stakes: number }>(
    `SELECT count(*) FILTER (WHERE credit_account = $2) - count(*) FILTER (WHERE debit_account = $2)
      AS coupons,
       coalesce(sum(
         CASE WHEN credit_account = $2 THEN amount WHEN debit_account = $2 THEN -amount END), 0)::bigint
         AS stakes
     FROM ledger_transfers WHERE draw_id = $1`,
    [task.drawId, task.stakesAccount],
  );
  return rows[0] ?? { coupons: 0, stakes: 0 };
}

const finishedPath = (task: SealTask) => bookPath(task.dataDir, task.game, task.number);
const unfinishedPath = (task: SealTask) => `${finishedPath(task)}.${process.pid}-${task.drawId}`;
