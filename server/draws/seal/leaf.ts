/**
 * The canonical line of a coupon, and the hash that stands for it in the tree. A line is ASCII, so that
 * anyone can read what was sealed. It has two parts, one that is its owner's business and what was played:
 *
 * coupon=… ticket=… sold=2026-11-21T18:39:59.123456Z
 * rows=3-17-22-41-44_1-2-3-4-5 system=0 side=01234 stake=550
 *
 * What was played begins with `rows=`, the rows separated by `_`; each kind of game writes its rows and the
 * fields behind them (`kind-lines.ts`). Where the rows are longer than 1,024 bytes the leaf holds
 * `rows=sha256:` and their hash in hexadecimal instead. The owner's part is hidden behind a salted hash, so
 * that a book of all that was played can be published (`published-book.ts`). Leaves and inner nodes are
 * hashed as in RFC 6962:
 *
 * SHA-256(0x00 ‖ SHA-256(salt ‖ owner's part) ‖ what was played), SHA-256(0x01 ‖ left ‖ right)
 */
import { createHmac, hash } from 'node:crypto';
import { type Block, BookError, idBytes, two32 } from './book.ts';
import { type BookLines, textBytesMax } from './kind-lines.ts';
import { ascii, LineWriter } from './line-writer.ts';
import { hashBytes, hashInto } from './merkle.ts';

/** Longer rows stand in the leaf as their hash. */
const rowsBytesMax = 1024;

const alphabet = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz', 'latin1');
const underscore = 0x5f;
const words = {
  coupon: ascii('coupon='),
  ticket: ascii(' ticket='),
  sold: ascii(' sold='),
  rows: ascii('rows='),
  digest: ascii('sha256:'),
};

/** Secret of one draw: what keeps the leaves of other players from being guessed. */
export function drawSecret(sealSecret: string, game: string, number: number): Buffer {
  return createHmac('sha256', sealSecret).update(`draw ${game} ${number}`).digest();
}

/** Hashes of the coupons of a block, one after another. */
export function createLeafHasher(secret: Uint8Array, lines: BookLines): (block: Block) => Buffer {
  const writer = new LeafWriter(secret, lines);
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
export function createPublicWriter(secret: Uint8Array, kindLines: BookLines): (block: Block) => string {
  const writer = new LeafWriter(secret, kindLines);
  return (block) => {
    let lines = '';
    for (let index = 0, row = 0; index < block.coupons; index += 1) {
      writer.write(block, index, row);
      lines += `${writer.ownerHash()} ${writer.playedInFull()}\n`;
      row += block.rowCounts[index] as number;
    }
    return lines;
  };
}

/** What the owner of a coupon is shown; `rows` where the line has only their hash. */
export type Leaf = { line: string; salt: Buffer; rows: string | null };

export function leafOf(block: Block, index: number, secret: Uint8Array, lines: BookLines): Leaf {
  const writer = new LeafWriter(secret, lines);
  let row = 0;
  for (let before = 0; before < index; before += 1) row += block.rowCounts[before] as number;
  writer.write(block, index, row);
  return { line: `${writer.owner()} ${writer.played()}`, salt: writer.salt(), rows: writer.longRows() };
}

/** One coupon at a time; what is asked of it is of the last one written. */
class LeafWriter {
  readonly #lines: BookLines;
  readonly #salter: ReturnType<typeof createSalter>;
  /** Behind the salt. */
  readonly #owner = new OwnerWriter(hashBytes);
  /** Behind the byte of a leaf and the hash of the owner's part. */
  readonly #played = new LineWriter(1 + hashBytes);
  /** Rows of which the leaf has only the hash. */
  #longRows: Buffer | null = null;

  constructor(secret: Uint8Array, lines: BookLines) {
    this.#salter = createSalter(secret);
    this.#lines = lines;
  }

  write(block: Block, index: number, firstRow: number): void {
    const { bytes } = this.#owner;
    this.#salter(block.couponIds.subarray(index * idBytes, (index + 1) * idBytes), bytes, 0);
    this.#owner.write(block, index);
    hashInto(this.#owner.written(), this.#played.bytes, 1);
    this.#writePlayed(block, index, firstRow);
  }

  #writePlayed(block: Block, index: number, firstRow: number): void {
    const [played, lines] = [this.#played, this.#lines];
    played.begin();
    played.text(words.rows);
    const from = played.end;
    const lastRow = firstRow + (block.rowCounts[index] as number);
    for (let row = firstRow; row < lastRow; row += 1) {
      played.reserve(1 + textBytesMax);
      if (row > firstRow) played.byte(underscore);
      lines.writeRow(played, block, row);
    }
    this.#longRows = null;
    if (played.end - from > rowsBytesMax) this.#shorten(from);
    played.reserve(textBytesMax);
    lines.writeFields(played, block, index);
  }

  #shorten(from: number): void {
    const rows = Buffer.from(this.#played.written().subarray(from));
    this.#played.cutTo(from);
    this.#played.text(words.digest);
    this.#played.text(ascii(hash('sha256', rows, 'hex')));
    this.#longRows = rows;
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

  longRows(): string | null {
    return this.#longRows?.toString('latin1') ?? null;
  }

  /** With all rows, however many. */
  playedInFull(): string {
    const rows = this.longRows();
    return rows === null ? this.played() : this.played().replace(/^rows=\S+/, `rows=${rows}`);
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

/** The part of a line that is its owner's business. */
class OwnerWriter extends LineWriter {
  #day = Number.NaN;
  #date: Uint8Array = new Uint8Array(0);

  write(block: Block, index: number): void {
    this.begin();
    this.text(words.coupon);
    this.#id(block.couponIds, index * idBytes);
    this.text(words.ticket);
    this.#id(block.ticketIds, index * idBytes);
    this.text(words.sold);
    this.#instant((block.soldHigh[index] as number) * two32 + (block.soldLow[index] as number));
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
        this.byte(alphabet[(rest >>> held) & 31] as number);
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
    this.text(this.#date);
    const rest = microseconds - day * 86_400_000_000;
    const seconds = Math.floor(rest / 1_000_000);
    this.whole(Math.floor(seconds / 3600), 2);
    this.text(colon);
    this.whole(Math.floor(seconds / 60) % 60, 2);
    this.text(colon);
    this.whole(seconds % 60, 2);
    this.text(point);
    this.whole(rest - seconds * 1_000_000, 6);
    this.text(zulu);
  }
}

const [colon, point, zulu] = [ascii(':'), ascii('.'), ascii('Z')];
