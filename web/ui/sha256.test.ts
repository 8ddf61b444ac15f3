import { createHash, randomBytes } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { sha256 } from './sha256.ts';

afterEach(() => vi.unstubAllGlobals());

/** Around the borders of a block of 64 bytes, and longer than one. */
const lengths = [0, 1, 3, 31, 32, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000, 100_000];

test.each(['https', 'http'])('on %s it is the SHA-256 of the same bytes', async (scheme) => {
  if (scheme === 'http') {
    const getRandomValues = crypto.getRandomValues.bind(crypto);
    vi.stubGlobal('crypto', { getRandomValues });
  }
  for (const length of lengths) {
    const bytes = new Uint8Array(randomBytes(length));
    const expected = createHash('sha256').update(bytes).digest('hex');
    expect(Buffer.from(await sha256(bytes)).toString('hex'), `${length} bytes`).toBe(expected);
  }
});
