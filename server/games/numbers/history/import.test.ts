import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '#embedded/seed.ts';
import { prizeTable } from '#rules/draws/prizes.ts';
import { localFund } from '#rules/numbers/fund.ts';
import { versionAt } from '#rules/numbers/games.ts';
import { isk } from '#rules/values/money.ts';
import { sql } from '#server/platform/sql.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { importHistory } from './import.ts';

let on: TestDatabase;
beforeAll(async () => {
  on = await testDatabase();
  await seed(on.db);
});
afterAll(() => on.close());

const line = {
  game: 'lotto',
  date: '2025-05-24',
  numbers: [17, 21, 29, 38, 45],
  bonusNumbers: [25],
  prizes: [
    { tier: 1, condition: '5', amountWinner: 35_513_920, winners: 0 },
    { tier: 2, condition: '4+B', amountWinner: 517_460, winners: 2 },
    { tier: 3, condition: '4', amountWinner: 52_160, winners: 50 },
    { tier: 4, condition: '3+B', amountWinner: 8_990, winners: 116 },
    { tier: 5, condition: '3', amountWinner: 2_340, winners: 1_888 },
    { tier: 6, condition: '2+B', amountWinner: 1_170, winners: 2_217 },
  ],
};
const none = {
  added: 0,
  replaced: 0,
  corrected: 0,
  unchanged: 0,
  kept: 0,
  leftOut: 0,
  refused: [],
  foreignAmounts: 0,
  carryKept: [],
};

const importLines = (...lines: unknown[]) =>
  importHistory(on.db, lines.map((each) => JSON.stringify(each)).join('\n'), { actor: 'operator1' });

async function shown(game: string, date: string) {
  const { rows } = await sql<{
    draw: number;
    origin: string;
    numbers: number[];
    joker: string | null;
    prizes: unknown;
  }>`
    SELECT d.number AS draw, d.origin, r.outcome -> 'numbers' AS numbers, r.outcome ->> 'joker' AS joker, (
      SELECT jsonb_agg(jsonb_build_array(condition, amount, winners, pool) ORDER BY tier)
      FROM draw_prizes p WHERE p.draw_id = d.draw_id AND p.revision = r.revision AND part = 'main'
    ) AS prizes
    FROM draws d JOIN current_results r USING (draw_id) WHERE game = ${game} AND draw_date::date = ${date}
  `.execute(on.db);
  return rows;
}

test('a real draw takes the place of the sample draw of its date, and its number', async () => {
  const [sample] = await shown('lotto', line.date);
  expect(sample).toMatchObject({ origin: 'sample' });
  expect(await importLines(line)).toEqual({ ...none, lines: 1, replaced: 1 });

  const [real, ...more] = await shown('lotto', line.date);
  expect(more).toEqual([]);
  expect(real).toMatchObject({ draw: sample?.draw, origin: 'import', numbers: line.numbers, joker: null });
  // Nobody won the first tier: no amount for a winner, and the published figure is the pool that moves on.
  expect(real?.prizes).toMatchObject({ 0: ['5', 0, 0, 35_513_920], 1: ['4+B', 517_460, 2, null] });
});

test('importing again changes nothing; other numbers are a correction, and all stay on record', async () => {
  expect(await importLines(line)).toEqual({ ...none, lines: 1, unchanged: 1 });
  const corrected = { ...line, numbers: [17, 21, 29, 38, 44] };
  expect(await importLines(corrected)).toEqual({ ...none, lines: 1, corrected: 1 });
  expect(await importLines(line)).toEqual({ ...none, lines: 1, corrected: 1 });
  const { rows } = await sql`
    SELECT revision, r.origin FROM draw_results r JOIN draws USING (draw_id)
    WHERE game = 'lotto' AND draw_date::date = ${line.date} ORDER BY revision
  `.execute(on.db);
  expect(rows.map((row) => Object.values(row as object).join(' '))).toEqual([
    '1 sample',
    '2 import',
    '3 import',
    '4 import',
  ]);
});

test('a line without prizes does not take away those that are known', async () => {
  const { prizes, ...bare } = line;
  expect(await importLines(bare)).toEqual({ ...none, lines: 1, unchanged: 1 });
  expect((await shown('lotto', line.date))[0]?.prizes).toHaveLength(prizes.length);
});

test('amounts in other currencies are counted and left out, an older matrix has its own rules', async () => {
  const prizes = line.prizes.map(({ tier, condition }) => ({
    tier,
    condition,
    amountWinnerCzk: 1,
    winnersCz: 0,
  }));
  const old = { game: 'lotto', date: '2010-01-02', numbers: [1, 2, 3, 4, 40], bonusNumbers: [5] };
  const older = { game: 'lotto', date: '1990-01-06', numbers: [1, 2, 3, 4, 38], bonusNumbers: [5] };
  expect(await importLines({ ...line, date: '2025-05-31', prizes }, old, older)).toEqual({
    ...none,
    lines: 3,
    replaced: 1,
    added: 2,
    foreignAmounts: 6,
  });
  expect((await shown('lotto', '2025-05-31'))[0]?.prizes).toBeNull();
  const { rows } = await sql`
      SELECT rules_id FROM draws WHERE game = 'lotto' AND draw_date < '2011-01-01' ORDER BY number
    `.execute(on.db);
  expect(rows).toEqual([{ rules_id: 'lotto-1988-09-01' }, { rules_id: 'lotto-2008-05-11' }]);
});

type Tier = { tier: number; condition: string; amountWinner: number; winners: number };

/** The published table with one tier changed. */
const withPrize = (index: number, change: Partial<Tier>) => ({
  ...line,
  prizes: line.prizes.map((prize, at) => (at === index ? { ...prize, ...change } : prize)),
});

/** A draw of 1990, whose tiers no public source gives. */
const oldTable = (...tiers: [tier: number, condition: string, amountWinner?: number][]) => ({
  game: 'lotto',
  date: '1990-01-06',
  numbers: [1, 2, 3, 4, 38],
  bonusNumbers: [5],
  prizes: tiers.map(([tier, condition, amountWinner = 500]) => ({
    tier,
    condition,
    amountWinner,
    winners: 1,
  })),
});

describe('a faulty line refuses the whole file and says which', () => {
  const faulty: [string, unknown, RegExp][] = [
    ['a number outside the matrix', { ...line, numbers: [1, 2, 3, 4, 46] }, /line 2: not 5 of 45/],
    ['a number twice', { ...line, numbers: [1, 2, 3, 4, 4] }, /not 5 of 45/],
    ['the bonus number among the numbers', { ...line, bonusNumbers: [17] }, /among the numbers/],
    ['a day without a draw', { ...line, date: '2025-05-25' }, /not drawn on 2025-05-25/],
    ['no date', { ...line, date: '2025-02-30' }, /not a date/],
    ['a tier missing', { ...line, prizes: line.prizes.slice(1) }, /5 tiers instead of 6/],
    [
      'a tier with another condition',
      { ...line, prizes: [{ ...line.prizes[0], condition: '6' }, ...line.prizes.slice(1)] },
      /not "6"/,
    ],
    ['another game', { ...line, game: 'keno' }, /no such game/],
    ['no JSON', undefined, /line 2/],
    ['the same draw twice', { ...line, date: '2025-06-07' }, /stands twice/],
    ['a draw to come', { ...line, date: '2035-06-02' }, /line 2: lotto 2035-06-02 is not past yet/],
    [
      'an amount that is no multiple of 10',
      withPrize(2, { amountWinner: 52_161 }),
      /line 2: .*52161 kr.*10 kr/,
    ],
    ['an unwon pool that is none', withPrize(0, { amountWinner: 5 }), /5 kr.*10 kr/],
    ['more than a draw can hold', withPrize(0, { amountWinner: 9_007_199_254_740_990 }), /more than/],
    ['an amount that is not exact', withPrize(0, { amountWinner: 9_007_199_254_740_992 }), /line 2/],
    [
      'sums that are impossible together',
      withPrize(1, { amountWinner: 100_000_000, winners: 100 }),
      /more than/,
    ],
    ['three thousand million winners', withPrize(5, { amountWinner: 0, winners: 3e9 }), /3000000000 winners/],
    ['more winners than rows', withPrize(5, { amountWinner: 0, winners: 2e9 }), /2000000000 winners/],
    ['tier 99999', withPrize(5, { tier: 99_999 }), /tier 99999/],
    ['tiers with a gap', oldTable([1, '5'], [3, '4']), /tiers 1 to 2/],
    ['any text as a condition of 1990', oldTable([1, 'anything']), /anything/],
    ['more hits than numbers', oldTable([1, '6']), /"6"/],
    ['a condition twice', oldTable([1, '5'], [2, '5']), /twice/],
    ['NUL in a condition', oldTable([1, '5\0']), /line 2/],
    ['an amount of 1990 that is no multiple of 10', oldTable([1, '5', 15]), /15 kr/],
  ];
  test.each(faulty)('%s', async (_name, second, message) => {
    const first = JSON.stringify({ ...line, date: '2025-06-07' });
    const text = `${first}\n${JSON.stringify(second) ?? '{"game":'}`;
    const attempt = importHistory(on.db, text, { actor: 'operator1' });
    await expect(attempt).rejects.toMatchObject({ code: 'EC_INVALID_INPUT' });
    await expect(attempt).rejects.toHaveProperty('options.details.message', expect.stringMatching(message));
    expect((await shown('lotto', '2025-06-07'))[0]).toMatchObject({ origin: 'sample' });
  });
});

test('blank lines count, so that the line named is the one an editor shows', async () => {
  const attempt = importHistory(on.db, `\n\n${JSON.stringify({ ...line, game: 'keno' })}`, {
    actor: 'operator1',
  });
  await expect(attempt).rejects.toHaveProperty('options.details.message', expect.stringMatching(/line 3/));
});

test('a tier that pays nothing although it has winners, and what 1990 can have published', async () => {
  const table = oldTable([1, '5'], [2, '4+B'], [3, '4', 0], [4, '3']);
  expect(await importLines(withPrize(5, { amountWinner: 0 }), table)).toMatchObject({ corrected: 2 });
  expect((await shown('lotto', '1990-01-06'))[0]?.prizes).toMatchObject({ 2: ['4', 0, 1, null] });
  expect(await importLines(line)).toMatchObject({ corrected: 1 });
});

/** What a line may hold anywhere: odd numbers, odd texts, and what is nearly right. */
const odd = fc.oneof(
  fc.constantFrom(0, -1, 1, 10, 99_999, 3e9, 2 ** 31, 2 ** 53, 1e300, 0.5, '', '5', '4+B', '2+B', '\0', null),
  fc.constantFrom('1990-01-06', '2025-05-24', '2025-02-30', '0000-00-00', '-271821-04-20', 'vikinglotto'),
  fc.jsonValue(),
);
const tier = fc.record({
  tier: fc.oneof(fc.integer({ min: 1, max: 7 }), odd),
  condition: fc.oneof(fc.constantFrom('5', '4+B', '4', '3+B', '3', '2+B'), odd),
  amountWinner: fc.oneof(
    fc.nat(1e9).map((amount) => amount * 10),
    odd,
  ),
  winners: fc.oneof(fc.nat(5000), odd),
});
const change = fc.oneof(
  fc.tuple(fc.constantFrom('game', 'date', 'numbers', 'bonusNumbers', 'currency', 'prizes', 'other'), odd),
  fc.tuple(fc.constant('prizes'), fc.array(tier, { maxLength: 8 })),
  fc.tuple(
    fc.constant('prize'),
    fc.tuple(fc.nat(5), fc.constantFrom(...Object.keys(line.prizes[0] ?? {})), odd),
  ),
);

test('whatever a line holds, it is refused in words or the database takes it', async () => {
  const outcomes = { imported: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.boolean(), change, async (isOld, [field, value]) => {
      const base = isOld ? oldTable([1, '5'], [2, '4'], [3, '3']) : line;
      const changed = { ...structuredClone(base) } as Record<string, unknown>;
      if (field !== 'prize') changed[field] = value;
      else {
        const [index, name, inTier] = value as [number, string, unknown];
        const prizes = changed['prizes'] as Record<string, unknown>[];
        const prize = prizes[index % prizes.length];
        if (prize) prize[name] = inTier;
      }
      const outcome = await importLines(changed).catch((error: unknown) => error);
      if (!(outcome instanceof Error)) outcomes.imported += 1;
      else {
        expect(outcome).toMatchObject({ code: 'EC_INVALID_INPUT' });
        expect(outcome).toHaveProperty('options.details.message', expect.stringMatching(/line 1: ./));
        outcomes.refused += 1;
      }
    }),
    { numRuns: 400, seed: 13 },
  );
  expect(outcomes.imported).toBeGreaterThan(20);
  expect(outcomes.refused).toBeGreaterThan(100);
  expect(await importLines(line)).toMatchObject({ lines: 1 });
});

const folder = new URL('../../../../../shared/data/lottery-draws/', import.meta.url);
const isHere = existsSync(folder);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

test.skipIf(!isHere)('the files of real draws: imported, and once more without a change', async () => {
  const files: [string, object, object][] = [
    ['lotto-iceland-with-prizes.jsonl', { lines: 50, leftOut: 0, foreignAmounts: 0 }, { unchanged: 50 }],
    [
      'eurojackpot-with-prizes.jsonl',
      { lines: 485, leftOut: 0, foreignAmounts: 485 * 12 },
      { unchanged: 485 },
    ],
    ['eurojackpot-numbers-only.jsonl', { lines: 169 }, {}],
    ['vikinglotto.jsonl', { lines: 175, leftOut: 0 }, { unchanged: 175 }],
  ];
  for (const [name, first, again] of files) {
    expect(await importHistory(on.db, read(name), { actor: 'operator1' }), name).toMatchObject(first);
    const second = await importHistory(on.db, read(name), { actor: 'operator1' });
    expect(second, name).toMatchObject({ added: 0, replaced: 0, corrected: 0, ...again });
  }
});

test.skipIf(!isHere)('draws before the first one here are refused, each by its name', async () => {
  const text = read('eurojackpot-numbers-only.jsonl');
  const { refused, lines, added, replaced, unchanged } = await importHistory(on.db, text, { actor: 'eva' });
  expect(refused).toHaveLength(41);
  expect([refused[0], refused.at(-1)]).toEqual(['eurojackpot 2012-03-23', 'eurojackpot 2012-12-28']);
  expect(added + replaced + unchanged).toBe(lines - 41);
});

type Table = {
  date: string;
  lines: { tier: number; amount: number; winners: number; pool: number | null }[];
};

test.skipIf(!isHere)(
  'must-hold 83: the imported prize tables come out of the sold rows, to the króna',
  async () => {
    const sold = new Map(
      read('lotto-iceland-with-prizes.jsonl')
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text) as { date: string; rowsSoldBetween: [number, number] })
        .map(({ date, rowsSoldBetween: [least, most] }) => [date, least === most ? least : null]),
    );
    const { rows } = await sql<Table>`
    SELECT draw_date::date::text AS date, jsonb_agg(
      jsonb_build_object('tier', tier, 'amount', amount, 'winners', winners, 'pool', pool) ORDER BY tier
    ) AS lines
    FROM draws d JOIN current_results r USING (draw_id) JOIN draw_prizes p USING (draw_id, revision)
    WHERE game = 'lotto' AND d.origin = 'import' AND part = 'main' GROUP BY draw_date ORDER BY draw_date
  `.execute(on.db);
    let checked = 0;
    for (const { date, lines } of rows) {
      const count = sold.get(date);
      if (!count) continue;
      const version = versionAt('lotto', date);
      const fund = localFund(version, { sales: isk(count * 150), rows: count, euroRate: null });
      const table = prizeTable(version, {
        fund,
        winners: Object.fromEntries(lines.map((each) => [each.tier, each.winners])),
      });
      for (const { tier, amount } of lines.filter((each) => each.tier > 2)) {
        expect([date, tier, table.lines.find((each) => each.tier === tier)?.amountWinner]).toEqual([
          date,
          tier,
          amount,
        ]);
      }
      checked += 1;
    }
    expect(checked).toBe(49);
  },
);
