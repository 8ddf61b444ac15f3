/** What a prize row is called: its condition (`4+B`, Joker's `3`) in words. */
import type { Translate } from '#web/text/format.ts';

export function tierName(t: Translate, condition: string): string {
  const [, main, bonus] = /^(\d)(\+B)?$/.exec(condition) ?? [];
  if (main === undefined) return condition;
  return t(bonus === undefined ? 'tiers.mainOnly' : 'tiers.mainBonus', { main: Number(main) });
}

export function jokerTierName(t: Translate, condition: string): string {
  const digits = /^([2-5])$/.exec(condition)?.[1] as '2' | '3' | '4' | '5' | undefined;
  return digits === undefined ? condition : t(`joker.prize${digits}`);
}
