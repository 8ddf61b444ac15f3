import { createHash, randomFillSync } from 'node:crypto';
import type { NextUint32 } from '#rules/values/random.ts';
import type { Config } from './config.ts';

/** Randomness by the operating system's generator; `rules/values/random.ts` scales it by rejection. */

const pool = new Uint32Array(1024);
let next = pool.length;

/** 32 bits; the generator is asked for 4 kB at a time. */
export const nextUint32: NextUint32 = () => {
  if (next === pool.length) {
    randomFillSync(pool);
    next = 0;
  }
  const value = pool[next] ?? 0;
  pool[next] = 0; // what was handed out is not kept
  next += 1;
  return value;
};

/** Repeatable values for tests, sample history and sample players (sfc32). Production cannot have it. */
export function seededUint32(seed: string, config: Pick<Config, 'mode'>): NextUint32 {
  if (config.mode === 'production') throw new Error('Production has no seeded randomness.');
  const bytes = createHash('sha256').update(seed).digest();
  let [a, b, c, d] = [
    bytes.readInt32LE(0),
    bytes.readInt32LE(4),
    bytes.readInt32LE(8),
    bytes.readInt32LE(12),
  ];
  return () => {
    const value = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + value) | 0;
    return value >>> 0;
  };
}
