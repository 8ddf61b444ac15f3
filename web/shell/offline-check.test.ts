import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { raffleConditions, takesPart } from '#rules/draws/raffle.ts';
import { type GameId, gameIds, numberGames, versionAt } from '#rules/numbers/games.ts';
import { rowMask } from '#rules/numbers/rows.ts';
import { systemWins } from '#rules/numbers/system.ts';
import { hitsOf, tierOf } from '#rules/numbers/tiers.ts';
import { alterations } from '#test/harness/alterations.ts';

type Row = { numbers: number[]; bonusNumbers: number[] };
type Ticket = { gameId: string; draw: number; rows: Row[]; joker: number[] | null; mark?: string };
type Marked = { gameId: string; draw: number; name: string; marks: object[][] };
type Check = {
  verdictOf: (ticket: Ticket | Marked, file: unknown) => string;
  openFile: (text: string | undefined, keys: string[]) => Promise<unknown>;
  playedOf: (ticket: (Ticket & { system?: number }) | Marked, texts: object) => string[];
  dateYear: (instant: string, texts: object) => string;
};
const { verdictOf, openFile, playedOf, dateYear } = (await import(
  new URL('./offline-check.mjs', import.meta.url).href
)) as Check;

/** A settled draw in which every tier paid, as its file says it. */
function fileOf(game: GameId, drawn: Row, changes: object = {}) {
  const { id, main, drawnBonus, tiers } = versionAt(game, '2026-10-10');
  const result = {
    draw: 7,
    rulesId: id,
    lottoNumbers: drawn.numbers,
    bonusNumbers: drawn.bonusNumbers,
    jokerNumbers: [0, 1, 2, 3, 4],
    lottoWins: tiers.map(({ condition }) => ({ name: condition, amount: 10 })),
    jokerWins: [{ name: '2', amount: 2500 }],
    ...changes,
  };
  return {
    gameId: game,
    results: [result],
    rules: { [id]: { pick: main.pick, bonusPool: drawnBonus.pool, tiers } },
  };
}

const distinct = (count: number, max: number) =>
  fc.uniqueArray(fc.integer({ min: 1, max }), { minLength: count, maxLength: count });

test.each(gameIds)('%s: what is won without network is what the rules say, systems too', (game) => {
  const version = versionAt(game, '2026-10-10');
  const { main, chosenBonus, drawnBonus } = version;
  const size = fc.constantFrom(main.pick, ...numberGames[game].systemSizes);
  // Few numbers, so that hits are common.
  const few = 14;
  const played = size.chain((count) =>
    fc.record({ numbers: distinct(count, few), bonusNumbers: distinct(chosenBonus.count, 4) }),
  );
  const balls = distinct(main.pick + (drawnBonus.pool === 'main' ? drawnBonus.count : 0), few);
  fc.assert(
    fc.property(played, balls, distinct(drawnBonus.count, 4), (row, numbers, own) => {
      const bonusNumbers = drawnBonus.pool === 'main' ? numbers.slice(main.pick) : own;
      const drawn = { numbers: numbers.slice(0, main.pick), bonusNumbers };
      const masks = (of: Row) => ({ main: rowMask(of.numbers), bonus: rowMask(of.bonusNumbers) });
      const { mainHits, bonusHits } = hitsOf(version, masks(row), masks(drawn));
      const system = row.numbers.length;
      const wins =
        system === main.pick
          ? tierOf(version, mainHits, bonusHits)
          : systemWins(version, system, mainHits, bonusHits).reduce((sum, count) => sum + count, 0);
      const ticket = { gameId: game, draw: 7, rows: [row], joker: null };
      expect(verdictOf(ticket, fileOf(game, drawn))).toBe(wins > 0 ? 'win' : 'none');
    }),
    { numRuns: 500 },
  );
});

/** Three places, drawn 1, X and open; three right and one right pay. */
const marksFile = (changes: object = {}) => ({
  gameId: 'other',
  results: [
    {
      draw: 7,
      rulesId: 'other-1',
      outcome: {
        marks: [
          { place: '1', text: '1' },
          { place: '2', text: 'X' },
          { place: '3', text: '–', isOpen: true },
        ],
      },
      wins: [
        { name: '3', amount: 50 },
        { name: '1', amount: 10 },
      ],
      ...changes,
    },
  ],
  rules: { 'other-1': { tiers: [3, 2, 1].map((right) => ({ condition: String(right), right })) } },
});
const marksOf = (...texts: string[]) =>
  texts.map((each, index) => ({ place: String(index + 1), texts: each.split('/') }));

test.each([
  [['1', 'X', '2'], 'win'],
  // Two right pay nothing here.
  [['1', '2', '2'], 'none'],
  [['2', '2', '2'], 'win'],
  // One of the rows of a system has three right; of the next, one row has one right, the other two.
  [['1', '1/X', '2'], 'win'],
  [['1/2', '1', 'X'], 'win'],
  [['1', '1/2', 'X'], 'none'],
])('marks %o of a game that the pages do not know: %s', (texts, verdict) => {
  const coupon = { gameId: 'other', draw: 7, name: 'Other', marks: [marksOf(...texts)] };
  expect(verdictOf(coupon, marksFile())).toBe(verdict);
  expect(verdictOf(coupon, marksFile({ wins: [] }))).toBe('unknown');
  expect(playedOf(coupon, {})).toEqual([texts.join(' ')]);
});

const drawn = { numbers: [1, 2, 3, 4, 5], bonusNumbers: [6] };
const ticket = (numbers: number[], joker: number[] | null = null): Ticket => ({
  gameId: 'lotto',
  draw: 7,
  rows: [{ numbers, bonusNumbers: [] }],
  joker,
});

test('never a guess: without the draw, its prizes, or a file it is not known', () => {
  const winner = ticket([1, 2, 3, 4, 5]);
  expect(verdictOf(winner, null)).toBe('unknown');
  expect(verdictOf({ ...winner, draw: 8 }, fileOf('lotto', drawn))).toBe('unknown');
  expect(verdictOf({ ...winner, gameId: 'eurojackpot' }, fileOf('lotto', drawn))).toBe('unknown');
  expect(verdictOf(winner, fileOf('lotto', drawn, { lottoWins: [] }))).toBe('unknown');
  expect(verdictOf(winner, fileOf('lotto', drawn, { cancelled: true }))).toBe('unknown');
});

test('a raffle: its winners by their marks, and not known yet until they are paid', () => {
  const [raffle, mark] = [{ condition: 'side', wins: ['aa', 'bb'] }, 'aa'];
  const lost = { ...ticket([11, 12, 13, 14, 15], [9, 9, 9, 9, 9]), mark };
  const verdict = (of: Ticket, held: object) => {
    const file = fileOf('lotto', drawn);
    return verdictOf(of, { ...file, raffles: { 7: { ...raffle, ...held } } });
  };
  expect(verdictOf(lost, fileOf('lotto', drawn))).toBe('none');
  expect(verdictOf(lost, { ...fileOf('lotto', drawn), raffles: { 8: raffle } })).toBe('none');
  expect(verdict(lost, {})).toBe('win');
  expect(verdict({ ...lost, mark: 'cc' }, {})).toBe('none');
  expect(verdict(lost, { wins: null })).toBe('unknown');
  // Kept before there were marks.
  const { mark: _, ...older } = lost;
  expect(verdict(older, {})).toBe('unknown');
  expect(verdict(ticket([1, 2, 3, 40, 41]), { wins: null })).toBe('win');
});

test('who takes part in a raffle follows from what was played', () => {
  const ten = { ...ticket([11, 12, 13, 14, 15]), mark: 'cc' };
  ten.rows = Array.from({ length: 10 }, () => ten.rows[0] as Row);
  const system = { ...ticket([11, 12, 13, 14, 15, 16]), mark: 'cc' };
  const joker = { ...ticket([11, 12, 13, 14, 15], [9, 9, 9, 9, 9]), mark: 'cc' };
  const conditions = raffleConditions.map((condition) => {
    const file = { ...fileOf('lotto', drawn), raffles: { 7: { condition, wins: null } } };
    const played = ({ rows, joker }: Ticket) => ({
      rows: rows.length,
      system: (rows[0]?.numbers.length ?? 0) > 5 ? 6 : 0,
      hasSide: joker !== null,
    });
    for (const each of [ten, system, joker, { ...ticket([11, 12, 13, 14, 15]), mark: 'cc' }])
      expect(verdictOf(each, file)).toBe(takesPart(condition, played(each)) ? 'unknown' : 'none');
    return condition;
  });
  expect(conditions).toHaveLength(4);
});

test('a tier that paid 0 kr. is no prize, and joker wins from either end', () => {
  const nothing = { lottoWins: [{ name: '5', amount: 0 }] };
  expect(verdictOf(ticket([1, 2, 3, 4, 5]), fileOf('lotto', drawn, nothing))).toBe('none');
  const lost = [40, 41, 42, 43, 44];
  expect(verdictOf(ticket(lost, [0, 1, 9, 9, 9]), fileOf('lotto', drawn))).toBe('win');
  expect(verdictOf(ticket(lost, [9, 9, 9, 3, 4]), fileOf('lotto', drawn))).toBe('win');
  expect(verdictOf(ticket(lost, [9, 1, 2, 3, 9]), fileOf('lotto', drawn))).toBe('none');
});

test('a file counts when a known key signed it, and not when a letter was changed', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const signedText = `result file 1\n${JSON.stringify(fileOf('lotto', drawn))}`;
  const signature = sign(null, Buffer.from(signedText), privateKey).toString('base64');
  const file = (signed: string) => JSON.stringify({ signed, signature, publicKey: key });
  expect(await openFile(file(signedText), [key])).toEqual(fileOf('lotto', drawn));
  expect(await openFile(file(signedText), ['another'])).toBeNull();
  expect(await openFile(file(signedText.replace('"draw":7', '"draw":8')), [key])).toBeNull();
  expect(await openFile(undefined, [key])).toBeNull();
  const good = { signed: signedText, signature, publicKey: key };
  const others = [...alterations(good)].map(({ altered }) => JSON.stringify(altered));
  const respelled = [
    ` ${file(signedText)}`,
    JSON.stringify(good, null, 1),
    `{"signed":"",${file(signedText).slice(1)}`,
  ];
  for (const other of [...others, ...respelled])
    expect(await openFile(other, [key]).catch(() => null), other).toBeNull();
});

test('what was played is spelled with its system, names of extra numbers and Joker, and a whole date', () => {
  const texts = {
    bonus: { vikinglotto: 'Víkingatala' },
    system: 'Kerfi {size}',
    joker: 'Jóker',
    date: '{day}. {month} {year}',
    months: ['janúar', 'febrúar'],
  };
  const row = { numbers: [1, 2, 3, 4, 5, 6], bonusNumbers: [3] };
  const played = { ...ticket([1, 2, 3, 4, 5, 6, 7], [0, 1, 2, 3, 4]), system: 7 };
  expect(playedOf(played, texts)).toEqual(['Kerfi 7: 1 2 3 4 5 6 7', 'Jóker 0 1 2 3 4']);
  const rows = { ...ticket([]), gameId: 'vikinglotto', rows: [row, row] };
  const spelled = '1 2 3 4 5 6 + Víkingatala 3';
  expect(playedOf(rows, texts)).toEqual([`${spelled} · ${spelled}`]);
  expect(dateYear('2026-02-08T18:55:00.000Z', texts)).toBe('8. febrúar 2026');
});
