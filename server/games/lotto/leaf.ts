/**
 * The canonical line of a coupon, and its salted hash. A line is ASCII, so that anyone can read what was sealed:
 *
 *   coupon=… ticket=… sold=2026-11-21T18:39:59.123456Z rows=3-17-22-41-44_1-2-3-4-5 system=0 joker=01234 stake=550
 *
 * Rows are written as in a play address (`b` before extra numbers); `joker=-` without Joker; the stake is the coupon's,
 * in whole krónur. Leaves and inner nodes are hashed as in RFC 6962, with the salt before the line:
 * SHA-256(0x00 ‖ salt ‖ line), SHA-256(0x01 ‖ left ‖ right). Domain §11.3.
 */
import { createHmac, hash } from 'node:crypto';

export type Coupon = {
  /** 16 bytes each. */
  couponId: Uint8Array;
  ticketId: Uint8Array;
  /** Microseconds since 2000-01-01T00:00:00Z. */
  soldAt: number;
  stake: number;
  system: number;
  /** Five digits as a number, or null. */
  joker: number | null;
  /** Bit n-1 of lo (numbers 1–32) and hi (33–64). */
  rows: readonly { lo: number; hi: number; extra: number }[];
};

const epoch2000Ms = 946_684_800_000;
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

export function leafLine(coupon: Coupon): string {
  const { couponId, ticketId, soldAt, rows, system, joker, stake } = coupon;
  let played = '';
  for (const { lo, hi, extra } of rows) {
    played += `${played === '' ? '' : '_'}${numbersText(lo, 0, '')}`;
    if (hi !== 0) played += numbersText(hi, 32, lo === 0 ? '' : '-');
    if (extra !== 0) played += `b${numbersText(extra, 0, '')}`;
  }
  const five = joker === null ? '-' : String(joker).padStart(5, '0');
  return `coupon=${idText(couponId)} ticket=${idText(ticketId)} sold=${instantText(soldAt)} rows=${played} system=${system} joker=${five} stake=${stake}`;
}

function numbersText(bits32: number, from: number, before: string): string {
  let text = before;
  for (let bits = bits32; bits !== 0; bits &= bits - 1) {
    text += `${text === before ? '' : '-'}${from + 32 - Math.clz32(bits & -bits)}`;
  }
  return text;
}

/** The id as it is shown outside: `server/platform/ids.ts`, which goes through bigint and is slow for millions. */
function idText(bytes: Uint8Array): string {
  let text = '';
  let rest = 0;
  let held = 2; // 26 letters hold 130 bits: two zero bits come first
  for (let index = 0; index < 16; index += 1) {
    rest = (rest << 8) | (bytes[index] as number);
    held += 8;
    while (held >= 5) {
      held -= 5;
      text += alphabet[(rest >>> held) & 31];
    }
    rest &= (1 << held) - 1;
  }
  return text;
}

function instantText(microseconds: number): string {
  const ms = Math.floor(microseconds / 1000);
  const rest = microseconds - ms * 1000;
  return `${new Date(epoch2000Ms + ms).toISOString().slice(0, -1)}${String(rest).padStart(3, '0')}Z`;
}

const innerPad = 0x36;
const outerPad = 0x5c;

/** Secret of one draw: what keeps the leaves of other players from being guessed. */
export function drawSecret(sealSecret: string, game: string, number: number): Buffer {
  return createHmac('sha256', sealSecret).update(`draw ${game} ${number}`).digest();
}

/** HMAC-SHA-256 of the draw's secret (32 bytes) over coupon ids, with the padded keys laid ready. */
export function createSalter(secret: Uint8Array): (couponId: Uint8Array) => Buffer {
  const inner = new Uint8Array(80).fill(innerPad);
  const outer = new Uint8Array(96).fill(outerPad);
  for (const [index, byte] of secret.entries()) {
    inner[index] = byte ^ innerPad;
    outer[index] = byte ^ outerPad;
  }
  return (couponId) => {
    inner.set(couponId, 64);
    outer.set(sha256(inner), 64);
    return sha256(outer);
  };
}

/** SHA-256(0x00 ‖ salt ‖ line). */
export function createLeafHasher(): (salt: Uint8Array, line: string) => Buffer {
  const buffer = Buffer.alloc(4096);
  return (salt, line) => {
    buffer[0] = 0;
    buffer.set(salt, 1);
    const end = 33 + buffer.write(line, 33, 'latin1');
    if (end >= buffer.length) throw new RangeError('a coupon too long for its leaf');
    return sha256(buffer.subarray(0, end));
  };
}

export function sha256(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}
