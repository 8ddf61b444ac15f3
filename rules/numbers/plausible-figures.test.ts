/** Figures of organisers: all true ones pass, and a misplaced decimal point anywhere does not. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatEuro, parseEuro, parseEuroRate } from '../values/euro.ts';
import { type Figures, readFigures } from './figures.ts';
import { versionAt } from './games.ts';
import { tierOdds } from './odds.ts';
import { figuresFaults, type KnownHere } from './plausible-figures.ts';

const euro = versionAt('eurojackpot', '2026-11-24');
const viking = versionAt('vikinglotto', '2026-11-25');
const nothing: KnownHere = { rows: 2, winners: {}, earlier: [], lastRate: null };

type Line = { tier: number; winners: number; winnersIceland: number; amountEuro: string };
type File = { euroRate: string; rowsAll: number; tiers: Line[]; nextFirstPrizeEuro: string };

/** Winners as often as the odds say, amounts as the shares of 30,000,000 rows say (domain example). */
const usualEuro: File = {
  euroRate: '150.00',
  rowsAll: 30_000_000,
  tiers: [
    ['10000000.00', 1],
    ['645000.00', 4],
    ['145500.00', 10],
    ['5000.00', 48],
    ['310.80', 965],
    ['155.30', 2_124],
    ['110.40', 2_172],
    ['25.10', 30_442],
    ['20.10', 42_477],
    ['16.90', 95_575],
    ['12.60', 159_822],
    ['9.90', 610_000],
  ].map(([amountEuro, winners], index) => ({
    ...{ tier: index + 1, winners: Number(winners), winnersIceland: 0 },
    amountEuro: String(amountEuro),
  })),
  nextFirstPrizeEuro: '11000000.00',
};

const usualViking: File = {
  ...{ euroRate: '150.00', rowsAll: 8_000_000, nextFirstPrizeEuro: '20000000' },
  tiers: [
    { tier: 1, winners: 0, winnersIceland: 0, amountEuro: '0' },
    { tier: 2, winners: 1, winnersIceland: 0, amountEuro: '554000.00' },
  ],
};

const read = (file: File, version = euro): Figures => readFigures(version, file);
const faults = (file: File, known: Partial<KnownHere> = {}, version = euro) =>
  figuresFaults(version, read(file, version), { ...nothing, ...known }).join('; ');

/** Every line changed, or one. */
function withLines(change: (line: Line) => Partial<Line>, file = usualEuro, only?: number): File {
  const tiers = file.tiers.map((line) =>
    only === undefined || line.tier === only ? { ...line, ...change(line) } : line,
  );
  return { ...file, tiers };
}

const times = (amount: string, hundredths: bigint) =>
  formatEuro(((parseEuro(amount) * hundredths) / 100n) as ReturnType<typeof parseEuro>);

describe('true figures pass', () => {
  test('the usual draw of both games', () => {
    expect(faults(usualEuro)).toBe('');
    expect(faults(usualViking, {}, viking)).toBe('');
  });

  test('the worked example at the cap: tier 2 gets what tier 1 may not hold', () => {
    const capped = withLines(
      ({ tier }) => ({
        ...(tier === 1 && { winners: 0, amountEuro: '0' }),
        ...(tier === 2 && { winners: 4, amountEuro: '2845000.00' }),
      }),
      { ...usualEuro, nextFirstPrizeEuro: '120000000' },
    );
    expect(faults(capped)).toBe('');
  });

  test('the second prize of vikinglotto after months at the cap', () => {
    const line = { tier: 2, winners: 1, winnersIceland: 0, amountEuro: '10500000.00' };
    const tiers = [{ tier: 1, winners: 1, winnersIceland: 1, amountEuro: '25000000' }, line];
    const file = { ...usualViking, tiers, nextFirstPrizeEuro: '3000000' };
    expect(faults(file, { winners: { 1: 1 } }, viking)).toBe('');
  });

  test('tiers that nobody won, and numbers that very many play', () => {
    expect(faults(withLines(() => ({ winners: 0, amountEuro: '0' })))).toBe('');
    const popular = ({ winners, amountEuro }: Line) => ({
      winners: winners * 9,
      amountEuro: times(amountEuro, 11n),
    });
    expect(faults(withLines(popular, usualEuro, 12))).toBe('');
    expect(faults(withLines(popular, usualEuro, 3))).toBe('');
  });

  const published = new URL(
    '../../../shared/data/lottery-draws/eurojackpot-with-prizes.jsonl',
    import.meta.url,
  );
  test.skipIf(!existsSync(published))('all published draws of eurojackpot under these rules', () => {
    const draws = readFileSync(published, 'utf8')
      .trim()
      .split('\n')
      .map(
        (line) => JSON.parse(line) as { date: string; prizes: { tier: number; amountWinnerCzk: number }[] },
      )
      .filter(({ date }) => date >= '2022-03-25');
    expect(draws.length).toBeGreaterThan(200);
    for (const { date, prizes } of draws) expect(faults(asFile(prizes)), date).toBe('');
  });
});

/** Koruna for a euro on the day, told by a first prize at its guarantee or its cap; about that otherwise. */
function korunaRate(first: number): number {
  const rateByPrize = [first / 10_000_000, first / 120_000_000].find((rate) => rate > 22 && rate < 26);
  return rateByPrize ?? 24.5;
}

/** Published are amounts in koruna alone: as many winners as share the pools of 40 million rows. */
function asFile(prizes: readonly { tier: number; amountWinnerCzk: number }[]): File {
  const koruna = (tier: number) => prizes.find((each) => each.tier === tier)?.amountWinnerCzk ?? 0;
  const cents = (tier: number) => Math.round((koruna(tier) * 100) / korunaRate(koruna(1)));
  const rowsAll = 40_000_000;
  const odds = tierOdds(euro);
  const tiers = euro.tiers.map(({ tier, shareBasisPoints }, index): Line => {
    const pool = rowsAll * ((shareBasisPoints ?? 0) / 10_000);
    const { outcomes = 0, of = 1 } = odds[index] ?? {};
    const amount = cents(tier) / 100;
    const winners =
      amount > 0 ? Math.max(1, Math.min(Math.floor(pool / amount), rowsAll * (outcomes / of) * 4)) : 0;
    return { tier, winners: Math.floor(winners), winnersIceland: 0, amountEuro: amount.toFixed(2) };
  });
  const isFirstWon = (tiers[0]?.winners ?? 0) > 0;
  return { euroRate: '150.00', rowsAll, tiers, nextFirstPrizeEuro: isFirstWon ? '10000000' : '30000000' };
}

describe('a misplaced decimal point is found', () => {
  const wrong: [string, File, RegExp][] = [
    [
      'all amounts × 100',
      withLines(({ amountEuro }) => ({ amountEuro: times(amountEuro, 10_000n) })),
      /Tier 12/,
    ],
    [
      'all amounts ÷ 100',
      withLines(({ amountEuro }) => ({ amountEuro: times(amountEuro, 1n) })),
      /amountEuro of tier 12/,
    ],
    ['rows × 100', { ...usualEuro, rowsAll: 3_000_000_000 }, /rowsAll is 3000000000; it lies between/],
    ['rows ÷ 100', { ...usualEuro, rowsAll: 300_000 }, /rowsAll is 300000; it lies between/],
    [
      'the next first prize × 100',
      { ...usualEuro, nextFirstPrizeEuro: '1100000000.00' },
      /nextFirstPrizeEuro/,
    ],
    ['the next first prize × 10', { ...usualEuro, nextFirstPrizeEuro: '119000000.00' }, /nextFirstPrizeEuro/],
    ['the next first prize ÷ 10', { ...usualEuro, nextFirstPrizeEuro: '1100000.00' }, /nextFirstPrizeEuro/],
    [
      'a first prize above the cap',
      withLines(() => ({ amountEuro: '120000000.10' }), usualEuro, 1),
      /Tier 1 pays/,
    ],
    [
      'a first prize below its guarantee',
      withLines(() => ({ amountEuro: '9000000' }), usualEuro, 1),
      /guaranteed/,
    ],
    ['the rate × 100', { ...usualEuro, euroRate: '15000.00' }, /euroRate is 15000.00; it lies between/],
    ['the rate × 10', { ...usualEuro, euroRate: '1550.00' }, /would give more to the common pools/],
    ['the rate ÷ 100', { ...usualEuro, euroRate: '1.50' }, /euroRate/],
    ['the rate ÷ 10', { ...usualEuro, euroRate: '15.00' }, /euroRate/],
    [
      'more winning rows than rows',
      withLines(() => ({ winners: 31_000_000, amountEuro: '0.19' }), usualEuro, 12),
      /winn/,
    ],
  ];
  test.each(wrong)('%s', (_, file, words) => {
    expect(faults(file)).toMatch(words);
  });

  test('ten and a hundred times too much, or too little, in any one tier', () => {
    for (const { tier } of usualEuro.tiers) {
      // Ten times the guarantee is a first prize that has grown for months.
      for (const hundredths of tier === 1 ? [10_000n, 10n, 1n] : [10_000n, 1_000n, 10n, 1n]) {
        const file = withLines(
          ({ amountEuro }) => ({ amountEuro: times(amountEuro, hundredths) }),
          usualEuro,
          tier,
        );
        expect(faults(file), `tier ${tier} × ${hundredths}/100`).toMatch(/[Tt]ier/);
      }
    }
  });

  test('the same where few winners are told', () => {
    const few = withLines(({ winners, tier }) => ({ winners: tier === 1 ? 1 : Math.ceil(winners / 50) }));
    expect(faults(few)).toBe('');
    for (const { tier } of few.tiers.filter(({ tier }) => tier > 3)) {
      for (const hundredths of [10_000n, 1_000n, 10n, 1n]) {
        const file = withLines(
          ({ amountEuro }) => ({ amountEuro: times(amountEuro, hundredths) }),
          few,
          tier,
        );
        expect(faults(file), `tier ${tier} × ${hundredths}/100`).toMatch(/[Tt]ier/);
      }
    }
  });

  test('two tiers that changed places', () => {
    for (let tier = 1; tier < 12; tier += 1) {
      const [one, other] = [usualEuro.tiers[tier - 1] as Line, usualEuro.tiers[tier] as Line];
      const swapped = withLines((line) => ({
        amountEuro: (line.tier === tier ? other : line.tier === tier + 1 ? one : line).amountEuro,
      }));
      expect(faults(swapped), `${tier} and ${tier + 1}`).not.toBe('');
    }
  });

  test('vikinglotto: a hundred times, a tenth, and the cap', () => {
    const second = (amountEuro: string) => withLines(() => ({ amountEuro }), usualViking, 2);
    expect(faults(second('55400000.00'), {}, viking)).toMatch(/Tier 2 pays 55400000.00 EUR/);
    expect(faults(second('5540.00'), {}, viking)).toMatch(/amountEuro of tier 2/);
    expect(faults({ ...usualViking, euroRate: '290.00' }, {}, viking)).toMatch(/than its price allows/);
    expect(faults({ ...usualViking, nextFirstPrizeEuro: '25000001' }, {}, viking)).toMatch(
      /nextFirstPrizeEuro/,
    );
  });
});

describe('beside what is known here', () => {
  test('winners and rows of our own', () => {
    expect(faults(usualEuro, { winners: { 12: 1 } })).toMatch(/winnersIceland of tier 12 is 0; we count 1/);
    expect(faults({ ...usualEuro, rowsAll: 600_000 }, { rows: 600_001 })).toMatch(
      /Iceland alone sold 600001/,
    );
  });

  test('the last rate: a quarter up or down, and no further', () => {
    const lastRate = parseEuroRate('140.00');
    expect(faults({ ...usualEuro, euroRate: '175.00' }, { lastRate })).toBe('');
    expect(faults({ ...usualEuro, euroRate: '175.01' }, { lastRate })).toMatch(/it was 140.00/);
    expect(faults({ ...usualEuro, euroRate: '105.00' }, { lastRate })).toBe('');
    expect(faults({ ...usualEuro, euroRate: '104.99' }, { lastRate })).toMatch(/it was 140.00/);
  });

  test('the draw before: what it left, what it announced, how many rows it had', () => {
    const after = (file: File) => ({ earlier: [{ version: euro, figures: read(file) }] });
    const second = withLines(() => ({ amountEuro: '6450000.00' }), usualEuro, 2);
    expect(faults(second, after(usualEuro))).toMatch(/Tiers 2 to 12 together pay/);
    const first = withLines(() => ({ amountEuro: '110000000.00' }), usualEuro, 1);
    expect(faults(first, after(usualEuro))).toMatch(/Tier 1 pays 110000000.00 EUR/);
    expect(faults(usualEuro, after({ ...usualEuro, rowsAll: 301_000_000 }))).toMatch(
      /in the draw before it was/,
    );
    const unwon = withLines(() => ({ winners: 0, amountEuro: '0' }), usualEuro, 1);
    const announced = { ...usualEuro, nextFirstPrizeEuro: '90000000' };
    expect(faults(unwon, after(announced))).toMatch(
      /nobody won this one, and 90000000.00 had been announced/,
    );
  });
});
