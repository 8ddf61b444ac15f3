/** Writes ASCII byte by byte: a million lines are sealed in seconds. */
import { BookError } from './book.ts';

const firstRoom = 2048;
const zero = 0x30;

export function ascii(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

/** Writes one text at a time behind `start` bytes that belong to the caller. */
export class LineWriter {
  /** Replaced when it is too small. */
  bytes: Buffer;
  readonly #start: number;
  #end: number;

  constructor(start: number) {
    this.bytes = Buffer.alloc(start + firstRoom);
    this.#start = start;
    this.#end = start;
  }

  begin(): void {
    this.#end = this.#start;
  }

  /** Where the next byte is written. */
  get end(): number {
    return this.#end;
  }

  /** Takes back all that was written from there on. */
  cutTo(end: number): void {
    this.#end = end;
  }

  /** Call before writing at most so many bytes. */
  reserve(count: number): void {
    if (this.#end > this.bytes.length) throw new BookError('a text longer than its room');
    if (this.#end + count <= this.bytes.length) return;
    const larger = Buffer.alloc(2 * this.bytes.length + count);
    this.bytes.copy(larger, 0, 0, this.#end);
    this.bytes = larger;
  }

  /** All that stands before the text, and the text. */
  written(): Buffer {
    if (this.#end > this.bytes.length) throw new BookError('a text longer than its room');
    return this.bytes.subarray(0, this.#end);
  }

  read(): string {
    return this.bytes.toString('latin1', this.#start, this.#end);
  }

  byte(byte: number): void {
    this.bytes[this.#end++] = byte;
  }

  text(text: Uint8Array): void {
    for (let index = 0; index < text.length; index += 1) this.bytes[this.#end++] = text[index] as number;
  }

  /** Decimal digits with zeros in front up to `least`. */
  whole(value: number, least: number): void {
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
}
