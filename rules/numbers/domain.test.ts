/** Our data against `lotteries.json` of the domain description, where it lies beside the project. */

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawCalendar } from './calendar.ts';
import tables from './fixtures/system-tables.json' with { type: 'json' };
import { type GameId, gameIds, numberGames, versionAt } from './games.ts';
import { anyPrizeOdds, tierOdds } from './odds.ts';

type JsonTier = {
  name: string;
  odds: { outcomes: number; of: number; fraction: string; oneIn: number };
  shareBasisPoints?: number;
  shareOfLocalPoolBasisPoints?: number;
};
type JsonCase = { mainHits: number; bonusHit?: boolean; vikingHit?: boolean; starHits?: number };
type JsonGame = {
  priceRowIsk: { value: number; effectiveFrom: string };
  multiDraw: { options: number[] };
  tiers: JsonTier[];
  anyPrizeOdds: JsonTier['odds'];
  system: {
    sizes: number[];
    bySize: Record<string, { table: (JsonCase & { winningRows: Record<string, number> })[] }>;
  };
};
type Domain = {
  games: Record<GameId, JsonGame>;
  joker: {
    priceIsk: { value: number; effectiveFrom: string };
    tiers: { amountIsk: number; winningUnitsPer100000: number }[];
  };
  testVectors: { draws: { game: GameId; draw: string; closeUtc: string; drawUtc: string }[] };
};

const file = new URL('../../../shared/domain/lotteries.json', import.meta.url);
const isHere = existsSync(file);
const domain = (isHere ? JSON.parse(readFileSync(file, 'utf8')) : null) as Domain;

test.skipIf(!isHere).each(gameIds)('%s: prices, options and sizes', (gameId) => {
  const json = domain.games[gameId];
  expect(versionAt(gameId, json.priceRowIsk.effectiveFrom).sale?.amountRow).toBe(json.priceRowIsk.value);
  expect(numberGames[gameId].multiDrawOptions).toEqual(json.multiDraw.options);
  expect(numberGames[gameId].systemSizes).toEqual(json.system.sizes);
});

test.skipIf(!isHere).each(gameIds)('%s: tiers, shares and odds', (gameId) => {
  const version = versionAt(gameId, '2026-11-21');
  const json = domain.games[gameId];
  expect(version.tiers.map((tier) => tier.condition)).toEqual(json.tiers.map((tier) => tier.name));
  expect(version.tiers.map((tier) => tier.shareBasisPoints)).toEqual(
    json.tiers.map((tier) => tier.shareBasisPoints ?? tier.shareOfLocalPoolBasisPoints ?? null),
  );
  const odds = tierOdds(version);
  for (const [index, { odds: expected }] of json.tiers.entries()) {
    const { outcomes, of, numerator, denominator, oneIn } = odds[index] ?? anyPrizeOdds(version);
    expect({ outcomes, of, fraction: `${numerator}/${denominator}` }).toMatchObject({
      outcomes: expected.outcomes,
      of: expected.of,
      fraction: expected.fraction,
    });
    expect(Math.abs(oneIn - expected.oneIn)).toBeLessThan(0.006);
  }
  const { outcomes, of } = anyPrizeOdds(version);
  expect([outcomes, of]).toEqual([json.anyPrizeOdds.outcomes, json.anyPrizeOdds.of]);
});

test.skipIf(!isHere).each(gameIds)('%s: our system tables are those of the description', (gameId) => {
  const names = versionAt(gameId, '2026-11-21').tiers.map((tier) => tier.condition.replace('+0', ''));
  const expected = Object.entries(domain.games[gameId].system.bySize).map(([size, { table }]) => [
    size,
    table.map(({ winningRows, ...hits }) => ({
      mainHits: hits.mainHits,
      bonusHits: hits.starHits ?? Number(hits.bonusHit ?? hits.vikingHit),
      wins: names.map((name) => winningRows[name] ?? 0),
    })),
  ]);
  expect(Object.entries(tables[gameId]).map(([size, table]) => [size, table.cases])).toEqual(expected);
});

test.skipIf(!isHere)('Joker: price and prizes', () => {
  const { priceIsk, tiers } = domain.joker;
  expect(versionAt('lotto', priceIsk.effectiveFrom).sale?.joker?.amount).toBe(priceIsk.value);
  expect(
    versionAt('lotto', priceIsk.effectiveFrom).sale?.joker?.tiers?.map(({ amount, units }) => [
      amount,
      units,
    ]),
  ).toEqual(tiers.map((tier) => [tier.amountIsk, tier.winningUnitsPer100000]));
});

test.skipIf(!isHere)('check values of the calendar', () => {
  for (const { game, draw, closeUtc, drawUtc } of domain.testVectors.draws) {
    expect(drawCalendar(game, draw, 1)).toMatchObject([
      { date: draw, closeDate: closeUtc, drawDate: drawUtc },
    ]);
  }
});
