/** Random bits of the browser's cryptographic generator, never anything else. */
import { testedUint32 } from '#rules/values/random-health.ts';

export const nextUint32 = testedUint32((block) => crypto.getRandomValues(block));

/** 128 random bits as text: an idempotency key. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
