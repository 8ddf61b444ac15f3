/** How pools are told in letters and lists: signs or goals by the numbers of the matches. */
import type { DescribedOutcome, DescribedPlay, Mark, Words } from '#contract/described.ts';
import { matchCount, outcomesOf, type PoolId } from '#rules/pools/games.ts';
import { formatPicks } from '#rules/pools/panels.ts';
import { outcomesIn, picksOf } from '#rules/pools/picks.ts';
import { openSystem, systemOfNumber } from '#rules/pools/systems.ts';
import { type PoolRules, poolRules } from '#rules/pools/versions.ts';
import { isoWeekOf } from '#rules/values/weeks.ts';
import type { Coupon, CouponResult } from '#server/draws/coupon.ts';
import type { Outcome } from '#server/draws/outcome.ts';
import { resultHead, shownPrize } from '#server/draws/result-row.ts';
import type { PlayedWords, Showing } from '#server/draws/showing.ts';
import { matchOutcome, outcomePlace, signedLines } from './outcome.ts';

const drawnName: Words = { is: 'Úrslit leikja', en: 'Results of the matches' };
/** Of a long coupon. */
const rowsShownMax = 10;

/** Rows as they are kept, each of a word, or of two for goals. */
export function playedRows({ rowMasks, secondMasks }: PlayedWords): number[][] {
  return rowMasks.map((word, row) => picksOf([word, secondMasks?.[row] ?? '0'].map(Number)));
}

/** @param game any of its kind: they are told alike */
export function showingOf(game: PoolId, games: readonly PoolId[]) {
  const outcomes = outcomesOf(game);

  function playOf(coupon: Coupon, result: CouponResult | null): DescribedPlay {
    const all = playedRows(coupon);
    const isBased = systemOfNumber(coupon.system)?.type === 'U';
    const rows = (isBased ? all.slice(0, 1) : all).slice(0, rowsShownMax);
    const leftOut = (isBased ? 1 : all.length) - rows.length;
    const note = noteOf(coupon.system, isBased ? (all[1] as number[]) : null);
    return {
      rows: rows.map((picks) => ({
        marks: picks.map((mask, match) => markOf(mask, match, result?.outcome ?? null)),
      })),
      ...(leftOut > 0 && { leftOut }),
      rowCount: coupon.rowCount,
      ...(note && { note }),
      ...(result && { outcome: shownOutcome(result.outcome) }),
    };
  }

  function markOf(mask: number, match: number, outcome: Outcome | null): Mark {
    const place = String(match + 1);
    const [text = '', ...also] = outcomesIn(mask).map((each) => outcomes[each] as string);
    const isRight = outcome && ((mask >> outcomePlace(game, outcome[place])) & 1) === 1;
    return { place, text, ...(also.length > 0 && { also }), ...(isRight !== null && { isRight }) };
  }

  const textOf = (result: unknown) => outcomes[outcomePlace(game, result)] as string;
  const shownOutcome = (outcome: Outcome): DescribedOutcome => ({
    name: drawnName,
    marks: Object.entries(outcome).map(([place, text]) => ({ place, text: withScore(textOf(text), text) })),
  });

  return {
    names: () => null,
    outcomeInLetters: (outcome) => ({
      drawn: Object.values(outcome).map(textOf).join(' '),
      name: drawnName,
      side: null,
    }),
    rowsInLetters(played) {
      const all = playedRows(played);
      const isBased = systemOfNumber(played.system)?.type === 'U';
      const written = (isBased ? all.slice(0, 1) : all).map((picks) => formatPicks(game, picks));
      const shown = written.slice(0, rowsShownMax);
      const note = noteOf(played.system, isBased ? (all[1] as number[]) : null);
      const left = written.length - shown.length;
      const lines = (said: string | undefined) =>
        [...shown, ...(left > 0 ? [`+ ${left}`] : []), ...(said ? [said] : [])].join('\n');
      return { rows: { is: lines(note?.is), en: lines(note?.en) }, system: 0 };
    },
    coupon: (coupon, result) => ({ play: playOf(coupon, result) }),
    checked: (coupons) => ({
      gameId: coupons[0].coupon.game,
      draws: coupons.map(({ draw, coupon, result }) => ({ ...draw, play: playOf(coupon, result) })),
    }),
    settled: (outcome) => ({ outcome: [...signedLines(outcome)] }),
    result: (row) => ({
      ...resultHead(row, isoWeekOf),
      ...(row.outcome && { outcome: shownOutcome(row.outcome) }),
      wins: row.prizes.map((prize) => ({ ...shownPrize(prize), words: tierWords(prize.condition) })),
    }),
    rules: (id) => shownRules(id, games),
    pots: null,
    offlineRules: (rulesId) => ({ outcomes, tiers: shownRules(rulesId, games)?.shareBasisPoints.length }),
  } satisfies Showing;
}

/** The name of a tier of xg that no result reached. */
const unreached = '0';

/** A lot has no score. */
function withScore(text: string, result: unknown): string {
  const read = matchOutcome(result);
  return read?.kind === 'score' ? `${text} (${read.home}-${read.away})` : text;
}

/** @param base of a U system its base signs */
function noteOf(system: number, base: readonly number[] | null): Words | null {
  if (system === openSystem.number) return { is: openSystem.name, en: 'Open ticket' };
  const found = systemOfNumber(system);
  if (!found) return null;
  const signs = base && base.length === matchCount ? formatPicks('totoeng', base) : null;
  return {
    is: signs ? `Kerfi ${found.name}, útgangsmerki ${signs}` : `Kerfi ${found.name}`,
    en: signs ? `System ${found.id}, base signs ${signs}` : `System ${found.id}`,
  };
}

function tierWords(right: string): Words {
  if (right === unreached) return { is: 'Enginn náði þessum flokki', en: 'Nobody reached this tier' };
  return { is: `${right} ${right === '1' ? 'réttur' : 'réttir'}`, en: `${right} right` };
}

function shownRules(rulesId: string, games: readonly PoolId[]): (PoolRules & { rulesId: string }) | null {
  const found = poolRules.find(({ id, game }) => id === rulesId && games.includes(game));
  return found ? { rulesId, ...found } : null;
}
