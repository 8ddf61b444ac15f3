/** What a prize row is called: its condition (`4+B`, Joker's `3`) in words. */
import type { Translate } from '#web/text/format.ts';

export function tierName(t: Translate, condition: string): string {
  const [, main, bonus] = /^(\d)(\+B)?$/.exec(condition) ?? [];
  if (main === undefined) return condition;
  return t(bonus === undefined ? 'tiers.mainOnly' : 'tiers.mainBonus', { main: Number(main) });
}

export function jokerTierName(t: Translate, condition: string): string {
  const texts = { 2: 'joker.prize2', 3: 'joker.prize3', 4: 'joker.prize4', 5: 'joker.prize5' } as const;
  const digits = Number(condition);
  return digits in texts ? t(texts[digits as keyof typeof texts]) : condition;
}
