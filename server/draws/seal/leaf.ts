/**
 * The canonical line of a coupon, and the hash that stands for it in the tree. A line is ASCII, so that
 * anyone can read what was sealed. It has two parts, one that is its owner's business and what was played:
 *
 * coupon=… ticket=… sold=2026-11-21T18:39:59.123456Z
 * rows=3-17-22-41-44_1-2-3-4-5 system=0 side=01234 stake=550
 *
 * Rows are the bits of their words, counted from 1, with `b` before the second word; `side=-` where nothing
 * is played beside them; the stake is the coupon's, in whole krónur. The owner's part is hidden behind a
 * salted hash, so that a book of all that was played can be published (`published-book.ts`). Leaves and inner
 * nodes are hashed as in RFC 6962:
 *
 * SHA-256(0x00 ‖ SHA-256(salt ‖ owner's part) ‖ what was played), SHA-256(0x01 ‖ left ‖ right)
 *
 * A line is written byte by byte from the columns of the book: a million of them are sealed in seconds.
 */
import { createHmac } from 'node:crypto';
import { type Block, BookError, idBytes, noSide, two32 } from './book.ts';
import { hashBytes, hashInto } from './merkle.ts';

/** Room for any coupon: ten rows of ten numbers take less than half of it. */
const partBytesMax = 2048;

const alphabet = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz', 'latin1');
const [zero, dash, underscore, letterB] = [...Buffer.from('0-_b', 'latin1')] as [
  number,
  number,
  number,
  number,
];
const words = {
  coupon: ascii('coupon='),
  ticket: ascii(' ticket='),
  sold: ascii(' sold='),
  rows: ascii('rows='),
  system: ascii(' system='),
  side: ascii(' side='),
  stake: ascii(' stake='),
};

function ascii(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

/** Secret of one draw: what keeps the leaves of other players from being guessed. */
export function drawSecret(sealSecret: string, game: string, number: number): Buffer {
  return createHmac('sha256', sealSecret).update(`draw ${game} ${number}`).digest();
}

/** Hashes of the coupons of a block, one after another. */
export function createLeafHasher(secret: Uint8Array): (block: Block) => Buffer {
  const writer = new LeafWriter(secret);
  return (block) => {
    const leaves = Buffer.alloc(block.coupons * hashBytes);
    for (let index = 0, row = 0; index < block.coupons; index += 1) {
      writer.write(block, index, row);
      hashInto(writer.leaf(), leaves, index * hashBytes);
      row += block.rowCounts[index] as number;
    }
    return leaves;
  };
}

/** The coupons of a block as they are published: hash of the owner's part, what was played, line feed. */
export function createLineWriter(secret: Uint8Array): (block: Block) => string {
  const writer = new LeafWriter(secret);
  return (block) => {
    let lines = '';
    for (let index = 0, row = 0; index < block.coupons; index += 1) {
      writer.write(block, index, row);
      lines += `${writer.ownerHash()} ${writer.played()}\n`;
      row += block.rowCounts[index] as number;
    }
    return lines;
  };
}

/** What the owner of a coupon is shown: its line and its salt. */
export function leafOf(block: Block, index: number, secret: Uint8Array): { line: string; salt: Buffer } {
  const writer = new LeafWriter(secret);
  let row = 0;
  for (let before = 0; before < index; before += 1) row += block.rowCounts[before] as number;
  writer.write(block, index, row);
  return { line: `${writer.owner()} ${writer.played()}`, salt: writer.salt() };
}

/** One coupon at a time; what is asked of it is of the last one written. */
class LeafWriter {
  readonly #salter: ReturnType<typeof createSalter>;
  /** Behind the salt. */
  readonly #owner = new PartWriter(hashBytes);
  /** Behind the byte of a leaf and the hash of the owner's part. */
  readonly #played = new PartWriter(1 + hashBytes);

  constructor(secret: Uint8Array) {
    this.#salter = createSalter(secret);
  }

  write(block: Block, index: number, firstRow: number): void {
    const { bytes } = this.#owner;
    this.#salter(block.couponIds.subarray(index * idBytes, (index + 1) * idBytes), bytes, 0);
    this.#owner.writeOwner(block, index);
    hashInto(this.#owner.written(), this.#played.bytes, 1);
    this.#played.writePlayed(block, index, firstRow);
  }

  leaf(): Uint8Array {
    return this.#played.written();
  }

  salt(): Buffer {
    return Buffer.from(this.#owner.bytes.subarray(0, hashBytes));
  }

  owner(): string {
    return this.#owner.read();
  }

  ownerHash(): string {
    return this.#played.bytes.toString('hex', 1, 1 + hashBytes);
  }

  played(): string {
    return this.#played.read();
  }
}

/** HMAC-SHA-256 of the draw's secret (32 bytes) over a coupon id, with the padded keys laid ready. */
function createSalter(secret: Uint8Array): (couponId: Uint8Array, target: Buffer, at: number) => void {
  const inner = Buffer.alloc(64 + idBytes, 0x36);
  const outer = Buffer.alloc(64 + hashBytes, 0x5c);
  for (const [index, byte] of secret.entries()) {
    inner[index] = byte ^ 0x36;
    outer[index] = byte ^ 0x5c;
  }
  return (couponId, target, at) => {
    inner.set(couponId, 64);
    hashInto(inner, outer, 64);
    hashInto(outer, target, at);
  };
}

/** Writes one part of a line at a place of its own in `bytes`. */
class PartWriter {
  readonly bytes: Buffer;
  readonly #start: number;
  #end: number;
  #day = Number.NaN;
  #date: Uint8Array = new Uint8Array(0);

  constructor(start: number) {
    this.bytes = Buffer.alloc(start + partBytesMax);
    this.#start = start;
    this.#end = start;
  }

  /** All that stands before the part, and the part. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.#end);
  }

  read(): string {
    return this.bytes.toString('latin1', this.#start, this.#end);
  }

  writeOwner(block: Block, index: number): void {
    this.#end = this.#start;
    this.#text(words.coupon);
    this.#id(block.couponIds, index * idBytes);
    this.#text(words.ticket);
    this.#id(block.ticketIds, index * idBytes);
    this.#text(words.sold);
    this.#instant((block.soldHigh[index] as number) * two32 + (block.soldLow[index] as number));
  }

  writePlayed(block: Block, index: number, firstRow: number): void {
    this.#end = this.#start;
    this.#text(words.rows);
    const lastRow = firstRow + (block.rowCounts[index] as number);
    for (let row = firstRow; row < lastRow; row += 1) {
      if (row > firstRow) this.#byte(underscore);
      this.#numbers(block.rowsLow[row] as number, 1, false);
      this.#numbers(block.rowsHigh[row] as number, 33, block.rowsLow[row] !== 0);
      if (block.secondLow[row] !== 0 || block.secondHigh[row] !== 0) this.#byte(letterB);
      this.#numbers(block.secondLow[row] as number, 1, false);
      this.#numbers(block.secondHigh[row] as number, 33, block.secondLow[row] !== 0);
    }
    this.#text(words.system);
    this.#whole(block.systems[index] as number, 1);
    this.#text(words.side);
    if (block.sides[index] === noSide) this.#byte(dash);
    else this.#whole(block.sides[index] as number, 5);
    this.#text(words.stake);
    this.#whole(block.stakes[index] as number, 1);
    if (this.#end > this.bytes.length) throw new BookError('a coupon too long for its line');
  }

  #byte(byte: number): void {
    this.bytes[this.#end++] = byte;
  }

  #text(text: Uint8Array): void {
    for (let index = 0; index < text.length; index += 1) this.bytes[this.#end++] = text[index] as number;
  }

  /** Numbers of a mask joined by dashes; `from` is the number of its lowest bit. */
  #numbers(mask: number, from: number, follows: boolean): void {
    let separate = follows;
    for (let bits = mask; bits !== 0; bits &= bits - 1) {
      if (separate) this.#byte(dash);
      separate = true;
      this.#whole(from + 31 - Math.clz32(bits & -bits), 1);
    }
  }

  /** Decimal digits with zeros in front up to `least`. */
  #whole(value: number, least: number): void {
    let digits = least;
    for (let bound = 10 ** least; value >= bound; bound *= 10) digits += 1;
    let rest = value;
    for (let place = this.#end + digits - 1; place >= this.#end; place -= 1) {
      const next = Math.floor(rest / 10);
      this.bytes[place] = zero + rest - 10 * next;
      rest = next;
    }
    this.#end += digits;
  }

  /**
   * 26 letters hold 130 bits: two zero bits come first. As `server/platform/ids.ts` shows
   * ids, without bigint.
   */
  #id(ids: Uint8Array, at: number): void {
    let rest = 0;
    let held = 2;
    for (let index = at; index < at + idBytes; index += 1) {
      rest = (rest << 8) | (ids[index] as number);
      held += 8;
      while (held >= 5) {
        held -= 5;
        this.#byte(alphabet[(rest >>> held) & 31] as number);
      }
      rest &= (1 << held) - 1;
    }
  }

  /** Microseconds since 2000-01-01 as ISO 8601; the date of a day is kept for the next coupon. */
  #instant(microseconds: number): void {
    if (microseconds > Number.MAX_SAFE_INTEGER) throw new BookError('a sale after the year 2285');
    const day = Math.floor(microseconds / 86_400_000_000);
    if (day !== this.#day) {
      this.#day = day;
      this.#date = ascii(new Date((day + 10_957) * 86_400_000).toISOString().slice(0, 11));
    }
    this.#text(this.#date);
    const rest = microseconds - day * 86_400_000_000;
    const seconds = Math.floor(rest / 1_000_000);
    this.#whole(Math.floor(seconds / 3600), 2);
    this.#text(colon);
    this.#whole(Math.floor(seconds / 60) % 60, 2);
    this.#text(colon);
    this.#whole(seconds % 60, 2);
    this.#text(point);
    this.#whole(rest - seconds * 1_000_000, 6);
    this.#text(zulu);
  }
}

const [colon, point, zulu] = [ascii(':'), ascii('.'), ascii('Z')];
