/** What was played and decided, as marks and as lines of text. */
import type { DescribedOutcome, DescribedPlay, Mark, Words } from '#contract/described.ts';
import { outcomesOf, type PoolId } from '#rules/pools/games.ts';
import { formatPicks, formatSigns } from '#rules/pools/panels.ts';
import { outcomesIn, type Picks, picksOf } from '#rules/pools/picks.ts';
import { openSystem, systemOfNumber } from '#rules/pools/systems.ts';
import type { Coupon, CouponResult } from '#server/draws/coupon.ts';
import type { Outcome } from '#server/draws/outcome.ts';
import type { PlayedWords } from '#server/draws/showing.ts';
import { matchOutcome, outcomePlace, resultOf } from './outcome.ts';

export const drawnName: Words = { is: 'Úrslit leikja', en: 'Results of the matches' };
/** Of a long coupon. */
const rowsShownMax = 10;

/** Rows as they are kept, each of a word, or of two for goals. */
export function playedRows({ rowMasks, secondMasks }: PlayedWords): number[][] {
  return rowMasks.map((word, row) => picksOf([word, secondMasks?.[row] ?? '0'].map(Number)));
}

/**
 * The first rows, of a long coupon those with the most right once the outcome is known; `note` names the
 * system and the base signs that stand behind its panel.
 */
function shownRows(game: PoolId, played: PlayedWords, outcome: Outcome | null = null) {
  const all = playedRows(played);
  const system = systemOfNumber(played.system);
  const panels = system?.type === 'U' ? all.slice(0, 1) : all;
  const rows = bestFirst(game, panels, outcome).slice(0, rowsShownMax);
  const note = noteOf(game, played.system, system?.type === 'U' ? (all[1] as Picks) : null);
  return { rows, leftOut: panels.length - rows.length, note };
}

function bestFirst(game: PoolId, rows: readonly Picks[], outcome: Outcome | null): readonly Picks[] {
  if (outcome === null || rows.length <= rowsShownMax) return rows;
  const result = resultOf({ game }, outcome);
  const right = (row: Picks) => row.filter((mask, match) => (mask >> (result[match] ?? 0)) & 1).length;
  return rows
    .map((row) => ({ row, right: right(row) }))
    .toSorted((a, b) => b.right - a.right)
    .map(({ row }) => row);
}

function noteOf(game: PoolId, system: number, base: Picks | null): Words | null {
  if (game === 'xg') return null;
  if (system === openSystem.number) return { is: openSystem.name, en: 'Open ticket' };
  const found = systemOfNumber(system);
  if (!found) return null;
  const signs = base && formatSigns(base);
  return {
    is: signs ? `Kerfi ${found.name}, útgangsmerki ${signs}` : `Kerfi ${found.name}`,
    en: signs ? `System ${found.id}, base signs ${signs}` : `System ${found.id}`,
  };
}

export function describedPlay(coupon: Coupon, result: CouponResult | null): DescribedPlay {
  const game = coupon.game as PoolId;
  const { rows, leftOut, note } = shownRows(game, coupon, result?.outcome);
  return {
    rows: rows.map((picks) => ({
      marks: picks.map((mask, match) => markOf(game, mask, match, result?.outcome ?? null)),
    })),
    ...(leftOut > 0 && { leftOut }),
    rowCount: coupon.rowCount,
    ...(note && { note }),
    ...(result && { outcome: describedOutcome(game, result.outcome) }),
  };
}

function markOf(game: PoolId, mask: number, match: number, outcome: Outcome | null): Mark {
  const place = String(match + 1);
  const [text = '', ...also] = outcomesIn(mask).map((each) => outcomesOf(game)[each] as string);
  const isRight = outcome && ((mask >> outcomePlace(game, outcome[place])) & 1) === 1;
  return { place, text, ...(also.length > 0 && { also }), ...(isRight !== null && { isRight }) };
}

/** A sign or a number of goals. */
export const outcomeText = (game: PoolId, result: unknown): string =>
  outcomesOf(game)[outcomePlace(game, result)] as string;

export const describedOutcome = (game: PoolId, outcome: Outcome): DescribedOutcome => ({
  name: drawnName,
  marks: Object.entries(outcome).map(([place, result]) => ({
    ...{ place, text: withScore(game, result) },
    ...(isLot(result) && { byLot: true }),
  })),
});

const isLot = (result: unknown) => matchOutcome(result)?.kind === 'lot';

/** The outcomes in a line of a letter, and a sentence that names the matches that lots decided. */
export function writtenOutcome(game: PoolId, outcome: Outcome): Words {
  const all = Object.values(outcome)
    .map((result) => outcomeText(game, result))
    .join(' ');
  const lots = Object.keys(outcome).filter((place) => isLot(outcome[place]));
  if (lots.length === 0) return { is: all, en: all };
  const list = lots.join(', ');
  return {
    is: `${all}\nHlutkesti réð úrslitum í ${lots.length > 1 ? 'leikjum' : 'leik'} ${list}.`,
    en: `${all}\nDecided by lot: ${lots.length > 1 ? 'matches' : 'match'} ${list}.`,
  };
}

/** A lot has no score. */
function withScore(game: PoolId, result: unknown): string {
  const read = matchOutcome(result);
  const text = outcomeText(game, result);
  return read?.kind === 'score' ? `${text} (${read.home}-${read.away})` : text;
}

export function writtenRows(game: PoolId, played: PlayedWords): Words {
  const { rows, leftOut, note } = shownRows(game, played);
  const shown = rows.map((picks) => formatPicks(game, picks));
  const lines = (said: string | undefined) =>
    [...shown, ...(leftOut > 0 ? [`+ ${leftOut}`] : []), ...(said ? [said] : [])].join('\n');
  return { is: lines(note?.is), en: lines(note?.en) };
}
