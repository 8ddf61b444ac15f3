import type { DrawKind, Outcome, ResultOptions } from '#server/draws/kind.ts';
import { refuse } from '#server/platform/refusal.ts';
import { matchCount } from './rules.ts';

/** By the number of the match: `2-1`, or `void` for one that was not played, where everybody is right. */
type Scores = Readonly<Record<string, string>>;

const numbers = Array.from({ length: matchCount }, (_, index) => String(index + 1));

/** `--scores 1:2-1,2:void` */
export const resultOptions: ResultOptions = {
  usage: '--scores 1:2-1,2:void',
  options: { scores: { help: 'matches and their goals', required: true } },
  read({ scores = '' }) {
    const pairs = scores.split(',').map((pair) => pair.split(':'));
    if (pairs.some(({ length }) => length !== 2)) return '--scores is a list such as 1:2-1,2:void.';
    return Object.fromEntries(pairs);
  },
};

export const readOutcome: DrawKind['readOutcome'] = async (_, __, entered) => {
  for (const [match, score] of Object.entries(entered)) {
    const goals = /^(\d{1,2})-(\d{1,2})$/.exec(String(score));
    const isScore = goals !== null && Number(goals[1]) < 16 && Number(goals[2]) < 16;
    if (numbers.includes(match) && (isScore || score === 'void')) continue;
    const message = `Match ${match} has no score ${String(score)}.`;
    refuse('EC_TICKET_INVALID_SELECTIONS', { details: { message } });
  }
  return Object.fromEntries(
    numbers.filter((match) => match in entered).map((match) => [match, entered[match]]),
  );
};

export const missing: DrawKind['missing'] = (_, outcome) => {
  const left = numbers.filter((match) => !(match in outcome));
  return left.length === 0 ? null : `matches ${left.join(', ')} have no score.`;
};

export const signedLines: DrawKind['signedLines'] = (outcome) =>
  Object.entries(outcome).map(([match, score]) => `match ${match} ${String(score)}`);

/** The eight bits of each match, null where it is void. */
export function codesOf(outcome: Outcome): (number | null)[] {
  const scores = outcome as Scores;
  return numbers.map((match) => {
    const [home, away] = (scores[match] ?? 'void').split('-').map(Number);
    return home === undefined || away === undefined ? null : 16 * home + away;
  });
}
