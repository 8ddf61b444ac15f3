/**
 * Rows as bit masks: bit n-1 stands for number n. Numbers go to 50, so a mask is a safe integer; JavaScript's
 * bit operators see 32 bits, so masks are compared in two halves. No bigint: settlement compares millions.
 */

const two32 = 2 ** 32;

const bitOf = Array.from({ length: 53 }, (_, index) => 2 ** index);

/** Each number once, 1 to 53. */
export function rowMask(numbers: readonly number[]): number {
  let mask = 0;
  for (const number of numbers) mask += bitOf[number - 1] as number;
  return mask;
}

/** The numbers of a mask in ascending order. */
export function numbersOf(mask: number): number[] {
  const numbers: number[] = [];
  for (let rest = mask, number = 1; rest > 0; number++) {
    if (rest % 2 === 1) numbers.push(number);
    rest = Math.floor(rest / 2);
  }
  return numbers;
}

/** How many numbers two masks share. */
export function hitCount(a: number, b: number): number {
  return popCount(a & b) + popCount((a / two32) & (b / two32));
}

function popCount(bits32: number): number {
  let bits = bits32 - ((bits32 >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
