/**
 * The coupons of a draw as the database sends them for the book: packed there, put into columns here,
 * block by block.
 */
import type pg from 'pg';
import { encodeId } from '#server/platform/ids.ts';
import { type Block, blockCoupons, idBytes, newBlock, noSide } from './book.ts';

/**
 * One row a block; `record_send` puts a coupon into one value, so that a million of them cost two hundred
 * rows. The window numbers the coupons; the aggregate keeps their order. Each ticket is looked up by its key,
 * so that the cost does not grow with the tickets of other draws. Cancelled coupons are a list that is hashed
 * once, whatever the planner believes: joined, a wrong guess would search it for each coupon.
 */
const cursorSql = (drawId: bigint) => `
  DECLARE sold NO SCROLL CURSOR FOR
  SELECT string_agg(record, '' ORDER BY coupon_id) AS records
  FROM (
    SELECT c.coupon_id, (row_number() OVER (ORDER BY c.coupon_id) - 1) / ${blockCoupons} AS block,
      record_send(ROW(c.coupon_id, c.ticket_id, t.purchased_at, c.stake, t.system, t.side, t.row_masks,
        t.second_masks, t.row_count)) AS record
    FROM coupons c
    CROSS JOIN LATERAL (
      SELECT purchased_at, system, side, row_masks, second_masks, row_count FROM tickets k
      WHERE k.player_id = c.player_id AND k.ticket_id = c.ticket_id OFFSET 0
    ) t
    WHERE c.draw_id = ${drawId} AND c.coupon_id NOT IN (
      SELECT coupon_id FROM cancellations WHERE draw_id = ${drawId})
  ) live
  GROUP BY block ORDER BY block`;

/** Places of the fields in ROW above. */
const [coupon, ticket, sold, stake, system, side, rows, second, sum] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
const fieldCount = 9;

/** Widest counts and system sizes of the book's columns of one byte. */
const byteMax = 255;

export type Packed = ReturnType<typeof newBlock>;

/** @param client inside a transaction, whose snapshot is read */
export async function* soldBlocks(client: pg.ClientBase, drawId: number): AsyncGenerator<Packed> {
  await client.query("SET LOCAL work_mem = '256MB'");
  await client.query('SET LOCAL enable_seqscan = off');
  await client.query(cursorSql(BigInt(drawId)));
  for (;;) {
    const fetched = await client.query<{ records: Buffer }>('FETCH 4 FROM sold');
    if (fetched.rows.length === 0) break;
    for (const { records } of fetched.rows) yield pack(records);
  }
  await client.query('CLOSE sold');
}

/** Where the fields of each record lie: for each its start and its length, -1 for null. */
type Fields = { starts: Int32Array; lengths: Int32Array; coupons: number };

function pack(records: Buffer): Packed {
  const found = findFields(records);
  let rowCount = 0;
  for (let index = 0; index < found.coupons; index += 1) rowCount += maskCount(found, index, rows);
  const packed = newBlock(found.coupons, rowCount);
  for (let index = 0, row = 0; index < found.coupons; index += 1) {
    row += fill(packed.block, records, found, index, row);
  }
  return packed;
}

/** A record is its number of fields, then for each type, length and bytes. */
function findFields(records: Buffer): Fields {
  const starts = new Int32Array(blockCoupons * fieldCount);
  const lengths = new Int32Array(blockCoupons * fieldCount);
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

/** Puts one coupon into its columns. Says how many rows it has. */
function fill(block: Block, records: Buffer, found: Fields, index: number, firstRow: number): number {
  const at = (field: number) => found.starts[index * fieldCount + field] as number;
  const isNull = (field: number) => (found.lengths[index * fieldCount + field] as number) < 0;
  records.copy(block.couponIds, index * idBytes, at(coupon), at(coupon) + idBytes);
  records.copy(block.ticketIds, index * idBytes, at(ticket), at(ticket) + idBytes);
  block.soldHigh[index] = records.readUInt32BE(at(sold));
  block.soldLow[index] = records.readUInt32BE(at(sold) + 4);
  if (records.readUInt32BE(at(stake)) !== 0)
    throw new RangeError('a stake above four thousand million krónur');
  block.stakes[index] = records.readUInt32BE(at(stake) + 4);
  block.systems[index] = records.readInt16BE(at(system));
  block.sides[index] = isNull(side) ? noSide : Number(records.toString('latin1', at(side), at(side) + 5));
  const count = maskCount(found, index, rows);
  refuseUnfit(records, found, index, count);
  block.rowCounts[index] = count;
  for (let row = 0; row < count; row += 1) {
    const mask = at(rows) + 24 + 12 * row;
    block.rowsHigh[firstRow + row] = records.readUInt32BE(mask);
    block.rowsLow[firstRow + row] = records.readUInt32BE(mask + 4);
    if (isNull(second)) continue;
    const place = at(second) + 24 + 12 * row;
    block.secondHigh[firstRow + row] = records.readUInt32BE(place);
    block.secondLow[firstRow + row] = records.readUInt32BE(place + 4);
  }
  return count;
}

/**
 * Refuses to seal values that do not fit the book's columns: a seal is permanent and would hold cut
 * values.
 */
function refuseUnfit(records: Buffer, found: Fields, index: number, count: number): void {
  const at = (field: number) => found.starts[index * fieldCount + field] as number;
  const length = (field: number) => found.lengths[index * fieldCount + field] as number;
  const secondCount = length(second) < 0 ? count : maskCount(found, index, second);
  const [size, sold] = [records.readInt16BE(at(system)), records.readInt32BE(at(sum))];
  const digits = length(side) < 0 ? '00000' : records.toString('latin1', at(side), at(side) + length(side));
  const fault =
    (!Number.isInteger(count) || count < 1 || count > byteMax
      ? `has ${count} rows; the sales book holds 1 to ${byteMax}`
      : null) ??
    (secondCount === count ? null : `has ${count} rows, and second words of ${secondCount}`) ??
    (size < 0 || size > byteMax ? `is a system of ${size}; the sales book holds 0 to ${byteMax}` : null) ??
    (size === 0 && sold !== count ? `has ${count} rows, and was sold as ${sold}` : null) ??
    (/^\d{5}$/.test(digits) ? null : 'has a number of the side game without five digits');
  if (fault === null) return;
  const id = encodeId(records.toString('hex', at(coupon), at(coupon) + idBytes));
  throw new RangeError(`coupon ${id} ${fault}`);
}

/** An array of bigint is a head of 20 bytes, then for each its length and its 8 bytes. */
function maskCount({ lengths }: Fields, index: number, field: number): number {
  return ((lengths[index * fieldCount + field] as number) - 20) / 12;
}
