import { createHash, randomFillSync } from 'node:crypto';
import type { NextUint32 } from '#rules/values/random.ts';
import { testedUint32 } from '#rules/values/random-health.ts';
import type { Config } from './config.ts';

/** Raw bytes of the operating system's generator, as they are before anything tests or scales them. */
export const rawRandom: (block: Uint8Array<ArrayBuffer>) => void = randomFillSync;

/** 32 bits, tested; `rules/values/random.ts` scales them by rejection. */
export const nextUint32: NextUint32 = testedUint32(rawRandom);

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
