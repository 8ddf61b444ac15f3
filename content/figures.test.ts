/** What the pages of rules say in figures is what the rules compute. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { gameIds, numberGames, versionAt } from '#rules/numbers/games.ts';
import { jokerNumberCount } from '#rules/numbers/joker.ts';
import { anyPrizeOdds, tierOdds } from '#rules/numbers/odds.ts';
import { systemRowCount, systemWins } from '#rules/numbers/system.ts';
import { groupDigits, money } from '#texts/number.ts';

type Rows = { is: string[][]; en: string[][] };
type Page = { sections: { blocks?: { id: string; rows?: Rows }[] }[] };

const today = '2026-11-21';
const locales = ['is', 'en'] as const;

function rowsOf(page: string, id: string, locale: 'is' | 'en'): string[][] {
  const file = join(import.meta.dirname, 'general-pages', `${page}.yaml`);
  const { sections } = parse(readFileSync(file, 'utf8')) as Page;
  const block = sections.flatMap(({ blocks }) => blocks ?? []).find((one) => one.id === id);
  if (!block?.rows) throw new Error(`${page} has no table ${id}`);
  return block.rows[locale];
}

const column = (rows: readonly string[][], at: number) => rows.map((cells) => cells.at(at));

function chance(oneIn: number, locale: 'is' | 'en'): string {
  if (oneIn >= 1000) return groupDigits(Math.round(oneIn));
  return oneIn.toFixed(2).replace('.', locale === 'is' ? ',' : '.');
}

for (const gameId of gameIds) {
  const version = versionAt(gameId, today);
  const price = version.sale?.amountRow ?? 0;

  test(`${gameId}: chances stand as computed, on its own page and on that of all chances`, () => {
    for (const locale of locales) {
      const expected = tierOdds(version).map(({ oneIn }) => chance(oneIn, locale));
      for (const page of [`reglur-${gameId}`, 'vinningslikur']) {
        expect(column(rowsOf(page, `${gameId}-flokkar`, locale), -2)).toEqual(expected);
      }
      const facts = rowsOf(`reglur-${gameId}`, `${gameId}-hnotskurn`, locale).flat();
      const any = groupDigits(Math.round(anyPrizeOdds(version).oneIn));
      expect(facts).toContain(locale === 'is' ? `1 á móti ${any}` : `1 in ${any}`);
      expect(facts).toContain(money(price));
    }
  });

  test(`${gameId}: systems cost what their rows cost`, () => {
    const single = tierOdds(version)[0]?.oneIn ?? 0;
    const expected = numberGames[gameId].systemSizes.map((size) => {
      const rows = systemRowCount(version, size);
      return [groupDigits(rows), money(rows * price), groupDigits(Math.round(single / rows))];
    });
    for (const locale of locales) {
      const rows = rowsOf(`reglur-${gameId}`, `${gameId}-kerfi`, locale);
      expect(rows.map((cells) => cells.slice(1))).toEqual(expected);
    }
  });

  test(`${gameId}: winning rows of systems are those that settle them`, () => {
    for (const size of numberGames[gameId].systemSizes) {
      for (const [label = '', told] of rowsOf(`reglur-${gameId}`, `${gameId}-kerfi-${size}`, 'is')) {
        const bonus = gameId === 'eurojackpot' ? 2 : Number(label.includes(' og '));
        const wins = systemWins(version, size, Number.parseInt(label, 10), bonus);
        const expected = version.tiers.flatMap(({ condition }, at) => {
          const name = gameId === 'eurojackpot' ? condition.replace(/\+2$/, '') : condition;
          return wins[at] ? [`${wins[at]} × ${name}`] : [];
        });
        expect(told?.replaceAll('\u00a0', ' ')).toBe(expected.join(', '));
      }
    }
  });
}

test('joker: prizes and chances stand as computed', () => {
  const terms = versionAt('lotto', today).sale?.joker;
  const tiers = terms?.tiers ?? [];
  expect(tiers).toHaveLength(4);
  for (const locale of locales) {
    const expected = tiers.map(({ amount, units }) => [
      money(amount),
      chance(jokerNumberCount / units, locale),
    ]);
    for (const page of ['reglur-joker', 'vinningslikur']) {
      expect(rowsOf(page, 'joker-flokkar', locale).map((cells) => cells.slice(1))).toEqual(expected);
    }
    const price = money(terms?.amount ?? 0);
    expect(rowsOf('reglur-joker', 'joker-hnotskurn', locale).flat().join()).toContain(price);
  }
});
