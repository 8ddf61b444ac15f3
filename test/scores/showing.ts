/** How the game says what was played and drawn: scores by the numbers of the matches. */
import type { Words } from '#contract/described.ts';
import type { PlayedWords, Showing } from '#server/draws/showing.ts';
import { matchCount, matchesInFirst, mirrored } from './rules.ts';

const names = {
  name: { is: 'Úrslitaspá', en: 'Scores' },
  nameIn: { is: 'í Úrslitaspá', en: 'in Scores' },
};
const drawnName: Words = { is: 'Úrslit leikja', en: 'Results of the matches' };
const turnedToo: Words = { is: 'og öll úrslit öfug', en: 'and every score the other way round' };
/** Of a long coupon. */
const rowsShownMax = 20;

const scoreOf = (code: number) => `${code >> 4}-${code & 15}`;
/** A match that was not played. */
const shown = (score: unknown) => (score === 'void' ? '–' : String(score));

/** The first rows, as scores. */
function rowsOf({ rowMasks, secondMasks }: PlayedWords): string[][] {
  return rowMasks.slice(0, rowsShownMax).map((first, row) => {
    const words = [BigInt(first), BigInt(secondMasks?.[row] ?? 0)] as const;
    return Array.from({ length: matchCount }, (_, match) => {
      const [word, byte] = match < matchesInFirst ? [words[0], match] : [words[1], match - matchesInFirst];
      return scoreOf(Number((word >> BigInt(8 * byte)) & 255n));
    });
  });
}

export const showing = {
  names: () => names,
  outcomeInLetters: (outcome) => ({
    drawn: Object.values(outcome).map(shown).join(' '),
    name: drawnName,
    side: null,
  }),
  rowsInLetters(played) {
    const rows = rowsOf(played).map((row) => row.join(' '));
    const left = played.rowMasks.length - rows.length;
    const all = left > 0 ? [...rows, `+ ${left}`] : rows;
    const lines = (note: string) => (played.system === mirrored ? [...all, note] : all).join('\n');
    return { rows: { is: lines(turnedToo.is), en: lines(turnedToo.en) }, system: 0 };
  },
} satisfies Showing;
