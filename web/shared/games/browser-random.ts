/** Random bits of the browser's cryptographic generator, never anything else. */
import { testedUint32 } from '#rules/values/random-health.ts';

export const nextUint32 = testedUint32((block) => crypto.getRandomValues(block));
