/**
 * Health of a source of random bytes: its raw output is tested before any of it is used, at the start and
 * for ever (docs/rules/number-lotteries.md, "Random numbers"). Repetition count and adaptive proportion are
 * those of NIST SP 800-90B for bytes of eight bits of entropy; the ones of a block are counted too. A
 * sound source fails each of them once in about 2^40.
 */
import type { NextUint32 } from './random.ts';

/** The source has failed a test: nothing more comes from it. */
export class RandomFailure extends Error {}

/** What is tested and handed out at once. */
export const blockBytes = 4096;

/** 1 + 40 bits / 8 bits: so many equal bytes one after the other. */
const repeatedMax = 6;
/** Of 512 bytes so many that equal the first. */
const windowBytes = 512;
const equalMax = 19;
/** Half of a block's bits, and 7.2 deviations of it. */
const onesMost = 652;

export type HealthTest = (block: Uint8Array) => boolean;

/** Says of each block, in order, whether the source is sound; runs and windows go on from block to block. */
export function createHealthTest(): HealthTest {
  let [last, run, first, equal, place] = [-1, 0, 0, 0, 0];
  return (block) => {
    let isSound = true;
    let ones = 0;
    for (const byte of block) {
      run = byte === last ? run + 1 : 1;
      last = byte;
      if (place === 0) [first, equal] = [byte, 0];
      if (byte === first) equal++;
      place = (place + 1) % windowBytes;
      for (let bits = byte; bits > 0; bits &= bits - 1) ones++;
      if (run === repeatedMax || equal === equalMax) isSound = false;
    }
    return isSound && Math.abs(ones - block.length * 4) < onesMost;
  };
}

/**
 * 32 bits at a time of what `fill` gives, each used once.
 * @throws {RandomFailure} from the block on that fails a test
 */
export function testedUint32(fill: (block: Uint8Array<ArrayBuffer>) => unknown): NextUint32 {
  const block = new Uint8Array(blockBytes);
  const words = new Uint32Array(block.buffer);
  const isHealthy = createHealthTest();
  let next = words.length;
  let isSound = true;
  return () => {
    if (isSound && next === words.length) {
      fill(block);
      isSound = isHealthy(block);
      next = 0;
    }
    if (!isSound) throw new RandomFailure('random generator unsound');
    const value = words[next] ?? 0;
    words[next++] = 0; // what was handed out is not kept
    return value;
  };
}
