/** SHA-256 (FIPS 180-4) in plain JavaScript, for pages without `crypto.subtle`. */

const block = 64;

const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let next = 2; found.length < count; next += 1)
    if (found.every((prime) => next % prime !== 0)) found.push(next);
  return found;
};

/** The first 32 bits after the point. */
const fraction = (value: number): number => ((value % 1) * 2 ** 32) | 0;

const roundConstants = primes(64).map((prime) => fraction(Math.cbrt(prime)));
const initialHash = primes(8).map((prime) => fraction(Math.sqrt(prime)));

export function digest(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = padded(bytes);
  const hash = Int32Array.from(initialHash);
  for (let at = 0; at < view.byteLength; at += block) compress(hash, scheduleOf(view, at));
  const result = new DataView(new ArrayBuffer(32));
  for (const [index, word] of hash.entries()) result.setInt32(index * 4, word);
  return new Uint8Array(result.buffer);
}

/** The message, one bit, zeros, and the length in bits in the last eight bytes. */
function padded(bytes: Uint8Array): DataView {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / block) * block);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(whole.length - 4, bytes.length << 3);
  return view;
}

const rotated = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

function scheduleOf(view: DataView, at: number): Int32Array {
  const words = new Int32Array(64);
  const word = (index: number): number => words[index] as number;
  for (let index = 0; index < 16; index += 1) words[index] = view.getInt32(at + index * 4);
  for (let index = 16; index < 64; index += 1) {
    const [early, late] = [word(index - 15), word(index - 2)];
    const small = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const large = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    words[index] = word(index - 16) + small + word(index - 7) + large;
  }
  return words;
}

function compress(hash: Int32Array, schedule: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (const [index, word] of schedule.entries()) {
    const mixedE = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const added = (h + mixedE + chosen + (roundConstants[index] as number) + word) | 0;
    const mixedA = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e] = [g, f, e, (d + added) | 0];
    [d, c, b, a] = [c, b, a, (added + mixedA + majority) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries())
    hash[index] = ((hash[index] as number) + word) | 0;
}
