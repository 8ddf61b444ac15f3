/** How the game says what was played and drawn: scores by the numbers of the matches. */
import type { DescribedOutcome, DescribedPlay, Words } from '#contract/described.ts';
import { isoWeekOf } from '#rules/values/weeks.ts';
import type { Coupon, CouponResult } from '#server/draws/coupon.ts';
import type { Outcome } from '#server/draws/outcome.ts';
import { resultHead, shownPrize } from '#server/draws/result-row.ts';
import type { PlayedWords, Showing } from '#server/draws/showing.ts';
import { signedLines } from './outcome.ts';
import {
  amountRow,
  amountUnit,
  countedRights,
  matchCount,
  matchesInFirst,
  mirrored,
  rulesId,
  shareBasisPoints,
} from './rules.ts';

const names = {
  name: { is: 'Úrslitaspá', en: 'Scores' },
  nameIn: { is: 'í Úrslitaspá', en: 'in Scores' },
};
const drawnName: Words = { is: 'Úrslit leikja', en: 'Results of the matches' };
const turnedToo: Words = { is: 'og öll úrslit öfug', en: 'and every score the other way round' };
/** Of a long coupon. */
const rowsShownMax = 10;

/** A match that was not played. */
const shown = (score: unknown) => (score === 'void' ? '–' : String(score));

/** The first rows, as scores. */
function rowsOf({ rowMasks, secondMasks }: PlayedWords): string[][] {
  return rowMasks.slice(0, rowsShownMax).map((first, row) => {
    const words = [BigInt(first), BigInt(secondMasks?.[row] ?? 0)] as const;
    return Array.from({ length: matchCount }, (_, match) => {
      const [word, byte] = match < matchesInFirst ? [words[0], match] : [words[1], match - matchesInFirst];
      const code = Number((word >> BigInt(8 * byte)) & 255n);
      return `${code >> 4}-${code & 15}`;
    });
  });
}

const turned = (score: string) => score.split('-').reverse().join('-');

function playOf(coupon: Coupon, result: CouponResult | null): DescribedPlay {
  const isTurned = coupon.system === mirrored;
  const isRight = (score: string, drawn: unknown) =>
    drawn === 'void' || drawn === score || (isTurned && drawn === turned(score));
  const markOf = (score: string, match: number) => {
    const place = String(match + 1);
    return {
      place,
      text: score,
      ...(isTurned && turned(score) !== score && { also: [turned(score)] }),
      ...(result && { isRight: isRight(score, result.outcome[place]) }),
    };
  };
  const rows = rowsOf(coupon);
  const leftOut = coupon.rowMasks.length - rows.length;
  return {
    rows: rows.map((row) => ({ marks: row.map(markOf) })),
    ...(leftOut > 0 && { leftOut }),
    rowCount: coupon.rowCount,
    ...(isTurned && { note: turnedToo }),
    ...(result && { outcome: outcomeOf(result.outcome) }),
  };
}

const outcomeOf = (outcome: Outcome): DescribedOutcome => ({
  name: drawnName,
  marks: Object.entries(outcome).map(([place, score]) => {
    return { place, text: shown(score), ...(score === 'void' && { isOpen: true }) };
  }),
});

const tierWords = (right: string): Words => ({ is: `${right} réttir`, en: `${right} right` });

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
  coupon: (coupon, result) => ({ play: playOf(coupon, result) }),
  checked: (coupons) => ({
    gameId: coupons[0].coupon.game,
    draws: coupons.map(({ draw, coupon, result }) => ({ ...draw, play: playOf(coupon, result) })),
  }),
  settled: (outcome) => ({ outcome: [...signedLines(outcome)] }),
  result: (row) => ({
    ...resultHead(row, isoWeekOf),
    ...(row.outcome && { outcome: outcomeOf(row.outcome) }),
    wins: row.prizes.map((prize) => ({ ...shownPrize(prize), words: tierWords(prize.condition) })),
  }),
  rules: (id) =>
    id === rulesId ? { rulesId, amountRow, amountUnit, shareBasisPoints, countedRights } : null,
  pots: null,
  offlineRules: () => ({
    tiers: countedRights.map((right) => ({ condition: String(right), right })),
  }),
} satisfies Showing;
