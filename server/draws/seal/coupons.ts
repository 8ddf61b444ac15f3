/**
 * The coupons of a draw as the database sends them for the book: packed there, put into columns here,
 * block by block.
 */
import type pg from 'pg';
import { encodeId } from '#server/platform/ids.ts';
import { type Block, blockWeight, couponRowsMax, couponWeight, idBytes, newBlock, noSide } from './book.ts';

/**
 * One row a block; `record_send` puts a coupon into one value, so that a million of them cost some hundred
 * rows. The window adds up the weights of the coupons; the aggregate keeps their order. Each ticket is looked
 * up by its key, so that the cost does not grow with the tickets of other draws. Cancelled coupons are a list
 * that is hashed once, whatever the planner believes: joined, a wrong guess would search it for each coupon.
 */
const cursorSql = (drawId: bigint) => `
  DECLARE sold NO SCROLL CURSOR FOR
  SELECT string_agg(record, '' ORDER BY coupon_id) AS records
  FROM (
    SELECT c.coupon_id,
      sum(${couponWeight} + cardinality(t.row_masks)) OVER (ORDER BY c.coupon_id ROWS UNBOUNDED PRECEDING)
        / ${blockWeight} AS block,
      record_send(ROW(c.coupon_id, c.ticket_id, t.purchased_at, c.stake, t.system, t.beside, t.row_masks,
        t.second_masks, t.row_count)) AS record
    FROM coupons c
    CROSS JOIN LATERAL (
      SELECT purchased_at, system, row_masks, second_masks, row_count, coalesce(side,
        CASE WHEN channel = 'clubSale' THEN '1' ELSE '' END || lpad(support_id::text, 5, '0')) AS beside
      FROM tickets k
      WHERE k.player_id = c.player_id AND k.ticket_id = c.ticket_id OFFSET 0
    ) t
    WHERE c.draw_id = ${drawId} AND c.coupon_id NOT IN (
      SELECT coupon_id FROM cancellations WHERE draw_id = ${drawId})
  ) live
  GROUP BY block ORDER BY block`;

/** Places of the fields in ROW above. */
const [coupon, ticket, sold, stake, system, side, rows, second, sum] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
const fieldCount = 9;

/** `soldRows`: how many rows each coupon was sold as. */
export type Packed = ReturnType<typeof newBlock> & { soldRows: Uint32Array };

/**
 * Throws at a coupon that the book cannot hold.
 *
 * @param client inside a transaction, whose snapshot is read
 */
export async function* soldBlocks(
  client: pg.ClientBase,
  drawId: number,
  words: number,
): AsyncGenerator<Packed> {
  await client.query("SET LOCAL work_mem = '256MB'");
  await client.query('SET LOCAL enable_seqscan = off');
  await client.query(cursorSql(BigInt(drawId)));
  for (;;) {
    const fetched = await client.query<{ records: Buffer }>('FETCH 4 FROM sold');
    if (fetched.rows.length === 0) break;
    for (const { records } of fetched.rows) yield pack(records, words);
  }
  await client.query('CLOSE sold');
}

/** Where the fields of each record lie: for each its start and its length, -1 for null. */
type Fields = { starts: Int32Array; lengths: Int32Array; coupons: number };

function pack(records: Buffer, words: number): Packed {
  const found = findFields(records);
  let rowCount = 0;
  for (let index = 0; index < found.coupons; index += 1) {
    const count = maskCount(found, index, rows);
    refuseUnfit(records, found, index, count, words);
    rowCount += count;
  }
  const packed = { ...newBlock(found.coupons, rowCount, words), soldRows: new Uint32Array(found.coupons) };
  for (let index = 0, row = 0; index < found.coupons; index += 1) {
    fill(packed.block, records, found, index);
    packed.soldRows[index] = records.readInt32BE(found.starts[index * fieldCount + sum] as number);
    row += fillRows(packed.block, records, found, index, row);
  }
  return packed;
}

/** More coupons than a block can have: each weighs more than `couponWeight`. */
const couponsRoom = blockWeight / couponWeight;

/** A record is its number of fields, then for each type, length and bytes. */
function findFields(records: Buffer): Fields {
  const starts = new Int32Array(couponsRoom * fieldCount);
  const lengths = new Int32Array(couponsRoom * fieldCount);
  let place = 0;
  for (let offset = 0; offset < records.length; ) {
    offset += 4;
    for (let field = 0; field < fieldCount; field += 1, place += 1) {
      const length = records.readInt32BE(offset + 4);
      starts[place] = offset + 8;
      lengths[place] = length;
      offset += 8 + Math.max(0, length);
    }
  }
  return { starts, lengths, coupons: place / fieldCount };
}

/** Puts one coupon into its columns, without its rows. */
function fill(block: Block, records: Buffer, found: Fields, index: number): void {
  const at = (field: number) => found.starts[index * fieldCount + field] as number;
  const lengthOf = (field: number) => found.lengths[index * fieldCount + field] as number;
  const isNull = (field: number) => lengthOf(field) < 0;
  records.copy(block.couponIds, index * idBytes, at(coupon), at(coupon) + idBytes);
  records.copy(block.ticketIds, index * idBytes, at(ticket), at(ticket) + idBytes);
  block.soldHigh[index] = records.readUInt32BE(at(sold));
  block.soldLow[index] = records.readUInt32BE(at(sold) + 4);
  block.stakes[index] = records.readUInt32BE(at(stake) + 4);
  block.systems[index] = records.readInt16BE(at(system));
  block.sides[index] = isNull(side)
    ? noSide
    : Number(records.toString('latin1', at(side), at(side) + lengthOf(side)));
}

/** Puts the rows of a coupon behind those before it. Says how many there are. */
function fillRows(block: Block, records: Buffer, found: Fields, index: number, firstRow: number): number {
  const count = maskCount(found, index, rows);
  block.rowCounts[index] = count;
  fillWord(block, records, wordsAt(found, index, rows), { firstRow, count, half: 0 });
  if (block.rowHalves > 2 && (found.lengths[index * fieldCount + second] as number) >= 0)
    fillWord(block, records, wordsAt(found, index, second), { firstRow, count, half: 2 });
  return count;
}

type Rows = { firstRow: number; count: number; half: number };

function fillWord(
  { rowBits, rowHalves }: Block,
  records: Buffer,
  from: number,
  { firstRow, count, half }: Rows,
): void {
  for (let row = 0, at = from; row < count; row += 1, at += 12) {
    const place = (firstRow + row) * rowHalves + half;
    rowBits[place + 1] = records.readUInt32BE(at);
    rowBits[place] = records.readUInt32BE(at + 4);
  }
}

/**
 * Refuses to seal values that do not fit the book's columns: a seal is permanent and would hold cut
 * values.
 */
function refuseUnfit(records: Buffer, found: Fields, index: number, count: number, words: number): void {
  const at = (field: number) => found.starts[index * fieldCount + field] as number;
  const length = (field: number) => found.lengths[index * fieldCount + field] as number;
  const size = records.readInt16BE(at(system));
  const digits = length(side) < 0 ? '00000' : records.toString('latin1', at(side), at(side) + length(side));
  const fault =
    (!Number.isInteger(count) || count < 1 || count > couponRowsMax
      ? `has ${count} rows; the sales book holds 1 to ${couponRowsMax}`
      : null) ??
    secondFault(records, found, index, words) ??
    (size < 0 ? `is a system of ${size}` : null) ??
    (records.readUInt32BE(at(stake)) === 0 ? null : 'costs more than four thousand million krónur') ??
    (/^1?\d{5}$/.test(digits) ? null : 'has a number of the side game without five digits');
  if (fault === null) return;
  const id = encodeId(records.toString('hex', at(coupon), at(coupon) + idBytes));
  throw new RangeError(`coupon ${id} ${fault}`);
}

/** @returns a sentence about second words of rows that do not fit; null when all fit */
function secondFault(records: Buffer, found: Fields, index: number, words: number): string | null {
  if ((found.lengths[index * fieldCount + second] as number) < 0) return null;
  const [count, seconds] = [maskCount(found, index, rows), maskCount(found, index, second)];
  if (seconds !== count) return `has ${count} rows, and second words of ${seconds}`;
  if (words > 1) return null;
  for (let row = 0, at = wordsAt(found, index, second); row < count; row += 1, at += 12)
    if (records.readBigUInt64BE(at) !== 0n) return 'has second words; rows of this book have one';
  return null;
}

/** An array of bigint is a head of 20 bytes, then for each its length and its 8 bytes. */
function maskCount({ lengths }: Fields, index: number, field: number): number {
  return ((lengths[index * fieldCount + field] as number) - 20) / 12;
}

/** Where the first word of the array is. */
function wordsAt({ starts }: Fields, index: number, field: number): number {
  return (starts[index * fieldCount + field] as number) + 24;
}
