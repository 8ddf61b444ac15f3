/** Plausibility check of an organiser's figures, with the data that the draw code has. */

import { readFigures } from '#rules/numbers/figures.ts';
import { rulesOf } from '#rules/numbers/games.ts';
import { figuresFaults } from '#rules/numbers/plausible-figures.ts';
import type { RuleVersion } from '#rules/numbers/versions.ts';
import type { Draw } from '#server/draws/draw.ts';
import type { EarlierFigures, Figures, KnownHere } from '#server/draws/kind.ts';

/** An older rate says nothing of today's. */
const lastRateDays = 31;

export function plausibility(draw: Draw, given: Figures, { rows, units, earlier }: KnownHere): string[] {
  const version = rulesOf(draw);
  const figuresOf = (each: EarlierFigures) => readFigures(rulesOf(each), each.figures);
  const [last] = earlier;
  const isRecent = last && draw.drawDate.getTime() - last.drawDate.getTime() <= lastRateDays * 86_400_000;
  return figuresFaults(version, readFigures(version, given), {
    rows,
    winners: unitsByTier(version, 'common', units),
    earlier: withoutGap(draw, earlier).map((each) => ({ version: rulesOf(each), figures: figuresOf(each) })),
    lastRate: isRecent ? figuresOf(last).euroRate : null,
  });
}

export function unitsByTier(
  { tiers }: RuleVersion,
  scope: 'local' | 'common',
  units: readonly number[],
): Record<number, number> {
  return Object.fromEntries(
    tiers.flatMap((tier, index) => (tier.scope === scope ? [[tier.tier, units[index] ?? 0]] : [])),
  );
}

/** A draw cancelled here still took place elsewhere, so figures from before that gap are not comparable. */
function withoutGap({ game, number }: Draw, earlier: readonly EarlierFigures[]): EarlierFigures[] {
  const ofGame = earlier.filter((each) => each.game === game);
  const gap = ofGame.findIndex((each, index) => each.number !== number - 1 - index);
  return gap < 0 ? ofGame : ofGame.slice(0, gap);
}
