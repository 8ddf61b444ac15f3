/**
 * The nearest entries for a question of several words, where no name or heading has all of them: most people
 * ask in more words than a heading has.
 */
import type { Entry } from './entries.ts';
import { has, type Sought } from './words.ts';

/** Half of what the words weigh in a heading, or all of it in a text. */
const scoreMin = 1 / 3;
const titleScore = 1;
const textScore = 1 / 3;
const nearestMax = 6;

/** The best first. @param readings the question, then the same in other words */
export function nearest(entries: readonly Entry[], readings: readonly (readonly Sought[])[]): Entry[] {
  const scored = entries.map((entry) => ({ entry, score: 0 }));
  for (const reading of readings) {
    const places = reading.map((sought) => entries.map((entry) => placeScore(entry, sought)));
    // A word that stands in few entries tells more than one that stands in many.
    const weights = places.map((scores) =>
      Math.log((entries.length + 1) / (scores.filter(Boolean).length + 1)),
    );
    const whole = weights.reduce((sum, weight) => sum + weight, 0);
    if (whole === 0) continue;
    for (const [nth, each] of scored.entries()) {
      const score = weights.reduce((sum, weight, word) => sum + weight * (places[word]?.[nth] ?? 0), 0);
      each.score = Math.max(each.score, score / whole);
    }
  }
  return scored
    .filter(({ score }) => score >= scoreMin)
    .sort((a, b) => b.score - a.score)
    .slice(0, nearestMax)
    .map(({ entry }) => entry);
}

function placeScore({ title, text }: Entry, sought: Sought): number {
  if (has(title, sought)) return titleScore;
  return has(text, sought) ? textScore : 0;
}
