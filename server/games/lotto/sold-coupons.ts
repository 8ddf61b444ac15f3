/** The coupons of a draw as the database sends them for the book: packed there, unpacked here, block by block. */
import type pg from 'pg';
import { blockCoupons } from './book.ts';
import type { Coupon } from './leaf.ts';

/**
 * One row a block; `record_send` puts a coupon into one value, so that a million of them cost two hundred rows.
 * The window numbers the coupons; the aggregate keeps their order.
 */
const cursorSql = `
  DECLARE sold NO SCROLL CURSOR FOR
  SELECT string_agg(record, '' ORDER BY coupon_id) AS records
  FROM (
    SELECT c.coupon_id, (row_number() OVER (ORDER BY c.coupon_id) - 1) / ${blockCoupons} AS block,
      record_send(ROW(c.coupon_id, c.ticket_id, t.purchased_at, c.stake, t.system, t.joker, t.row_masks, t.bonus_masks))
        AS record
    FROM coupons c
    JOIN tickets t USING (player_id, ticket_id)
    LEFT JOIN cancellations x USING (player_id, ticket_id, coupon_id)
    WHERE c.draw_id = $1 AND x.coupon_id IS NULL
  ) live
  GROUP BY block ORDER BY block`;

/** @param client inside a transaction, whose snapshot is read */
export async function* soldBlocks(client: pg.ClientBase, drawId: number): AsyncGenerator<Coupon[]> {
  await client.query("SET LOCAL work_mem = '256MB'");
  await client.query(cursorSql.replace('$1', String(Math.trunc(drawId))));
  for (;;) {
    const { rows } = await client.query<{ records: Buffer }>('FETCH 4 FROM sold');
    if (rows.length === 0) break;
    for (const { records } of rows) yield unpack(records);
  }
  await client.query('CLOSE sold');
}

function unpack(records: Buffer): Coupon[] {
  const coupons: Coupon[] = [];
  const reader = { bytes: records, offset: 0 };
  while (reader.offset < records.length) {
    reader.offset += 4; // number of fields
    const couponId = field(reader) as Buffer;
    const ticketId = field(reader) as Buffer;
    const soldAt = Number((field(reader) as Buffer).readBigInt64BE());
    const stake = Number((field(reader) as Buffer).readBigInt64BE());
    const system = (field(reader) as Buffer).readInt16BE();
    const joker = field(reader);
    const masks = maskList(field(reader) as Buffer);
    const extras = field(reader);
    const bonus = extras ? maskList(extras) : null;
    const rows = masks.map(({ lo, hi }, index) => ({ lo, hi, extra: bonus?.[index]?.lo ?? 0 }));
    coupons.push({
      couponId,
      ticketId,
      soldAt,
      stake,
      system,
      joker: joker ? Number(joker.toString('latin1')) : null,
      rows,
    });
  }
  return coupons;
}

/** A field of `record_send`: type, length (-1 is null), bytes. */
function field(reader: { bytes: Buffer; offset: number }): Buffer | null {
  const length = reader.bytes.readInt32BE(reader.offset + 4);
  const start = reader.offset + 8;
  reader.offset = start + Math.max(0, length);
  return length < 0 ? null : reader.bytes.subarray(start, reader.offset);
}

/** `array_send` of bigint[]: a head of 20 bytes, then for each its length and 8 bytes. */
function maskList(bytes: Buffer): { hi: number; lo: number }[] {
  const masks: { hi: number; lo: number }[] = [];
  for (let offset = 24; offset < bytes.length; offset += 12) {
    masks.push({ hi: bytes.readUInt32BE(offset), lo: bytes.readUInt32BE(offset + 4) });
  }
  return masks;
}
