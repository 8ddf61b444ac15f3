/** What a prize row is called: its condition (`4+B`, `6+V`, `5+2`, Joker's `3`) in words. */
import type { Translate } from './format.ts';

export function tierName(t: Translate, condition: string): string {
  const [, main, bonus = '0'] = /^(\d)(?:\+([BV\d]))?$/.exec(condition) ?? [];
  if (main === undefined) return condition;
  const count = { main: Number(main) };
  if (bonus === 'B') return t('tiers.mainBonus', count);
  if (bonus === 'V') return t('tiers.mainViking', count);
  return bonus === '0'
    ? t('tiers.mainOnly', count)
    : t('tiers.mainStars', { ...count, stars: Number(bonus) });
}

export function jokerTierName(t: Translate, condition: string): string {
  const texts = { 2: 'joker.prize2', 3: 'joker.prize3', 4: 'joker.prize4', 5: 'joker.prize5' } as const;
  const digits = Number(condition);
  return digits in texts ? t(texts[digits as keyof typeof texts]) : condition;
}
