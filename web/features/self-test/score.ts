/** The Problem Gambling Severity Index: nine answers from 0 to 3, and what their sum says. */

export const questionCount = 9;
/** Never, sometimes, most of the time, almost always. */
export const answers = ['never', 'sometimes', 'often', 'always'] as const;

/** From its least score up to the next one's. */
export const bands = [
  { name: 'none', from: 0 },
  { name: 'low', from: 1 },
  { name: 'moderate', from: 3 },
  { name: 'problem', from: 8 },
] as const;

export type Band = (typeof bands)[number]['name'];

export const scoreMax = questionCount * (answers.length - 1);

/** @param given the place of each answer in `answers` */
export const scoreOf = (given: readonly number[]): number => given.reduce((sum, answer) => sum + answer, 0);

export function bandOf(score: number): Band {
  return bands.findLast(({ from }) => score >= from)?.name ?? 'none';
}

/** `0`, `1–2`, `3–7`, `8–27`. */
export function rangeOf(band: Band): string {
  const place = bands.findIndex(({ name }) => name === band);
  const from = bands[place]?.from ?? 0;
  const to = (bands[place + 1]?.from ?? scoreMax + 1) - 1;
  return from === to ? String(from) : `${from}–${to}`;
}
