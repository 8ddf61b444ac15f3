import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GameId, gameIds, numberGames, rulesOf, versionAt } from '#rules/numbers/games.ts';
import { rowMask } from '#rules/numbers/rows.ts';
import type { Draw } from '#server/draws/draw.ts';
import type { LiveWinner } from '#server/draws/kind.ts';
import { bookPath } from '#server/draws/seal/book.ts';
import { type Seal, sealOf } from '#server/draws/seal/seal.ts';
import { firstDifference } from '#server/draws/settle/compare.ts';
import { countBook } from '#server/draws/settle/count-book.ts';
import { countSpans } from '#server/draws/settle/live-tickets.ts';
import { countTask } from '#server/draws/settle/settle.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { blockCounter, type Counted } from './engine-a.ts';
import { engineB } from './engine-b.ts';
import { numbers as kind } from './kind.ts';
import { type DrawnNumbers, tierTableOf } from './tier-table.ts';

/**
 * Must-hold 86: brute force (A) against formula (B), and both against the published tables, in
 * all three games.
 */

type Case = { mainHits: number; bonusHits: number; wins: number[] };
type Tables = Record<string, Record<string, { rows: number; cases: Case[] }>>;
const tables = JSON.parse(
  readFileSync(new URL('../../../rules/numbers/fixtures/system-tables.json', import.meta.url), 'utf8'),
) as Tables;

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
beforeAll(async () => {
  own = await testDatabase();
  at = drawFixture(own);
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const date = '2027-01-04';

/** Main numbers 1, 2 …; the bonus is 40 where it comes from the same drum, else 1, 2. */
function drawnIn(game: GameId) {
  const { main, drawnBonus } = versionAt(game, date);
  const numbers = Array.from({ length: main.pick }, (_, index) => index + 1);
  const bonus =
    drawnBonus.pool === 'main' ? [40] : Array.from({ length: drawnBonus.count }, (_, index) => index + 1);
  return { numbers, bonus };
}

/** A row of `size` numbers with so many hits; the rest from 20 upwards. */
function rowWith(game: GameId, size: number, mainHits: number, bonusHits: number) {
  const { main, chosenBonus, drawnBonus } = versionAt(game, date);
  const hits = Array.from({ length: Math.min(main.pick, mainHits) }, (_, index) => index + 1);
  const bonus = drawnBonus.pool === 'main' && bonusHits > 0 ? [40] : [];
  const rest = Array.from({ length: size - hits.length - bonus.length }, (_, index) => 20 + index);
  const extras = Array.from({ length: chosenBonus.count }, (_, index) =>
    index < bonusHits ? index + 1 : index + 4,
  );
  return { numbers: [...hits, ...bonus, ...rest], extras };
}

async function bothEngines(draw: Draw, drawn: DrawnNumbers): Promise<LiveWinner[]> {
  const seal: Seal = await sealOf(own.db, draw);
  const table = tierTableOf(rulesOf(draw));
  const { game, number, drawId } = draw;
  const file = bookPath(own.config.dataDir, game, number);
  const modeOf = (path: string) => statSync(path).mode & 0o777;
  expect([modeOf(file), modeOf(dirname(file))]).toEqual([0o600, 0o700]);
  const lines = kind.lines(draw);
  const task = countTask(own.config, draw, seal, { winLines: lines.length, own: { table, drawn } });
  const a = await countBook(
    task,
    (counted) => blockCounter(counted as Counted),
    () => 0,
  );
  if (a.outcome !== 'counted') throw new Error(a.reason);
  const b = await countSpans(own.db, (tx, span) => engineB(tx, drawId, table, drawn, span));
  expect(firstDifference(seal, a, b, lines)).toBeNull();
  return b.winners;
}

describe.each(gameIds)('%s', (game) => {
  test('every published system table, hit by hit, and single rows with the same hits', async () => {
    const { numbers, bonus } = drawnIn(game);
    const draw = await at.openOther(game, date);
    const expected = new Map<string, number[]>();
    const playerId = await at.player(10_000_000);
    for (const size of numberGames[game].systemSizes) {
      for (const { mainHits, bonusHits, wins } of tables[game]?.[size]?.cases ?? []) {
        const { numbers: played, extras } = rowWith(game, size, mainHits, bonusHits);
        const withExtras = extras.length > 0 ? { extras: [extras] } : {};
        // Another player each time: the day's limit is not what is tested here.
        const each = await at.player(200_000);
        const { couponIds } = await at.buy(
          { playerId: each, rows: [played], system: size, ...withExtras },
          draw,
        );
        expected.set(couponIds[0] ?? '', wins);
      }
    }
    expect(expected.size).toBeGreaterThan(20);
    const { main, tiers } = versionAt(game, date);
    for (const { tier, mainHits, bonusHits } of tiers) {
      const { numbers: played, extras } = rowWith(game, main.pick, mainHits, bonusHits ?? 0);
      const withExtras = extras.length > 0 ? { extras: [extras] } : {};
      const { couponIds } = await at.buy({ playerId, rows: [played], ...withExtras }, draw);
      expected.set(
        couponIds[0] ?? '',
        tiers.map((each) => (each.tier === tier ? 1 : 0)),
      );
    }
    await at.seal(draw);
    const winners = await bothEngines(draw, { main: rowMask(numbers), bonus: rowMask(bonus), joker: null });
    const found = new Map(winners.map(({ couponId, units }) => [couponId, units.slice(0, tiers.length)]));
    for (const [couponId, wins] of expected) {
      if (wins.some((count) => count > 0)) expect(found.get(couponId)).toEqual(wins);
      else expect(found.has(couponId)).toBe(false);
    }
  });
});

test('random tickets of every shape: the engines agree on each coupon, whatever is drawn', async () => {
  const draw = await at.openOther('lotto', '2027-02-01');
  const next = generator(20_261_121);
  for (let ticket = 0; ticket < 150; ticket += 1) {
    const system = ticket % 10 === 0 ? 6 + (next() % 4) : 0;
    const rows = Array.from({ length: system ? 1 : 1 + (next() % 10) }, () => pick(next, system || 5, 15));
    const joker = ticket % 2 ? { joker: String(next() % 100_000).padStart(5, '0') } : {};
    await at.buy({ playerId: await at.player(100_000), rows, ...joker, ...(system && { system }) }, draw);
  }
  await at.seal(draw);
  for (let drawing = 0; drawing < 12; drawing += 1) {
    const balls = pick(next, 6, 15);
    const joker = String(next() % 100_000).padStart(5, '0');
    const drawn = { main: rowMask(balls.slice(0, 5)), bonus: rowMask(balls.slice(5)), joker };
    expect((await bothEngines(draw, drawn)).length).toBeGreaterThan(20);
  }
});

/** Small and repeatable: a linear congruence. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}

function pick(next: () => number, count: number, max: number): number[] {
  const numbers = new Set<number>();
  while (numbers.size < count) numbers.add(1 + (next() % max));
  return [...numbers];
}
