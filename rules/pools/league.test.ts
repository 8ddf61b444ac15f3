import { describe, expect, it, test } from 'vitest';
import { isk } from '../values/money.ts';
import { type Played, prizesOf, seasonAt, seasonOf, seasonsOf, standingsOf } from './league.ts';

describe('seasons', () => {
  it('are weeks 1–10, 11–20, 21–30, 31–40 and 42–51', () => {
    expect(seasonsOf(2026).map(({ id, from, to }) => [id, from, to])).toEqual([
      ['2026-1', '2025-12-29', '2026-03-08'],
      ['2026-2', '2026-03-09', '2026-05-17'],
      ['2026-3', '2026-05-18', '2026-07-26'],
      ['2026-4', '2026-07-27', '2026-10-04'],
      ['2026-5', '2026-10-12', '2026-12-20'],
    ]);
    expect(seasonsOf(2025)).toEqual([]);
  });

  it('are played on from the week after, also over the new year', () => {
    expect(seasonOf('2026-4')?.playOffMondays.slice(0, 2)).toEqual(['2026-10-05', '2026-10-12']);
    expect(seasonOf('2026-5')?.playOffMondays.slice(0, 3)).toEqual([
      ...['2026-12-21', '2026-12-28', '2027-01-04'],
    ]);
  });

  it.each([
    ['2026-10-04', '2026-4'],
    ['2026-10-05', '2026-5'],
    ['2026-12-20', '2026-5'],
    // Week 53, and the Friday that belongs to it.
    ['2026-12-28', '2027-1'],
    ['2027-01-01', '2027-1'],
    ['2025-12-29', '2026-1'],
  ])('on %s it is %s', (day, id) => {
    expect(seasonAt(day).id).toBe(id);
  });

  it.each(['2026-0', '2026-6', '2025-1', '26-1', '2026-1 ', '', '2026'])('%j is none', (id) => {
    expect(seasonOf(id)).toBeNull();
  });

  it('have divisions by rows, and the last one a prize for its champion alone', () => {
    expect(seasonOf('2026-1')?.divisions).toEqual([
      { id: 1, maxRows: 1653, prizes: [70_000, 60_000, 50_000] },
      { id: 2, maxRows: 512, prizes: [60_000, 50_000, 40_000] },
      { id: 3, maxRows: 128, prizes: [50_000, 40_000, 30_000] },
    ]);
    expect(seasonOf('2026-5')?.divisions.map(({ prizes }) => prizes)).toEqual([
      ...[[100_000], [100_000], [100_000]],
    ]);
  });
});

const played = (teamId: string, weeks: number[], playOff: number[] = []): Played => {
  return { teamId, weeks, playOff };
};
const places = (...teams: Played[]) => standingsOf(teams).map(({ teamId, place }) => `${place} ${teamId}`);
const eight = (...weeks: number[]) => [...weeks, ...Array.from({ length: 8 - weeks.length }, () => 5)];

describe('standings', () => {
  it('drop the two worst of ten weeks, of equal ones the later', () => {
    const [team] = standingsOf([played('a', [7, 9, 10, 11, 8, 9, 11, 8, 8, 12])]);
    expect(team).toMatchObject({ total: 78, dropped: [0, 8] });
    expect(standingsOf([played('b', [11, 10, 8, 8, 9, 8, 9, 10, 9, 10])])[0]).toMatchObject({
      ...{ total: 76, dropped: [3, 5] },
    });
    expect(standingsOf([played('c', [9, 8, 7])])[0]).toMatchObject({ total: 24, dropped: [] });
    expect(standingsOf([played('d', [9, 9, 9, 9, 9, 9, 9, 9, 1])])[0]).toMatchObject({ total: 72 });
  });

  test.each([
    ['the sum', eight(9, 9), eight(9, 8)],
    ['weeks with 13', eight(13, 6), eight(12, 7)],
    ['weeks with 12', eight(12, 9, 6), eight(11, 10, 6)],
    ['weeks with 11', eight(11, 9, 9), eight(10, 10, 9)],
    ['weeks with 10', eight(10, 6), eight(9, 7)],
  ])('are decided by %s', (_, better, worse) => {
    expect(places(played('b', worse), played('a', better))).toEqual(['1 a', '2 b']);
  });

  it('weeks with 13 go before those with 12, however many', () => {
    expect(places(played('b', eight(12, 12, 12, 5)), played('a', eight(13, 9, 9, 10)))).toEqual([
      ...['1 a', '2 b'],
    ]);
  });

  it('a dropped week counts in no tie', () => {
    // Both have 8 × 10; the ninth and tenth week of one were 10 too.
    const tens = Array.from({ length: 8 }, () => 10);
    expect(places(played('a', [...tens, 10, 10]), played('b', [...tens, 1, 1]))).toEqual(['1 a', '1 b']);
  });

  it('equal teams share a place, and the next one is left out', () => {
    const nines = eight(9);
    expect(places(played('c', eight(8)), played('a', nines), played('b', nines))).toEqual([
      ...['1 a', '1 b', '3 c'],
    ]);
  });
});

describe('playing on', () => {
  const nines = eight(9);

  it('decides among those who are equal for one of the first places, week by week', () => {
    const teams = [
      played('b', nines, [9, 8]),
      played('c', nines, [7, 13]),
      played('a', nines, [9, 10]),
      played('d', eight(8), [13, 13]),
    ];
    expect(places(...teams)).toEqual(['1 a', '2 b', '3 c', '4 d']);
    expect(standingsOf(teams).map(({ playsOffFor, isTied }) => [playsOffFor, isTied])).toEqual([
      ...[
        [1, false],
        [1, false],
        [1, false],
        [null, false],
      ],
    ]);
  });

  it('leaves who is equal still, and asks nobody below the third place', () => {
    const above = ['a', 'b', 'c'].map((id, index) => played(id, eight(13 - index), [0]));
    const below = [played('d', nines, [9]), played('e', nines, [8])];
    expect(standingsOf([...above, ...below]).map(({ place, playsOffFor }) => [place, playsOffFor])).toEqual([
      ...[
        [1, null],
        [2, null],
        [3, null],
        [4, null],
        [4, null],
      ],
    ]);
    const tied = standingsOf([
      ...above.slice(0, 2),
      ...below.map(({ teamId }) => played(teamId, nines, [9])),
    ]);
    expect(tied.map(({ place, isTied }) => [place, isTied])).toEqual([
      ...[
        [1, false],
        [2, false],
        [3, true],
        [3, true],
      ],
    ]);
  });

  it('is for nobody who has no right match', () => {
    const nobody = standingsOf([played('a', [0, 0]), played('b', [0, 0])]);
    expect(nobody.map(({ place, playsOffFor, isTied }) => [place, playsOffFor, isTied])).toEqual([
      ...[
        [1, null, false],
        [1, null, false],
      ],
    ]);
    expect(prizesOf(nobody, [isk(70_000)])).toEqual([]);
  });
});

describe('prizes', () => {
  const prizes = [70_000, 60_000, 50_000].map(isk);
  const amounts = (...teams: Played[]) => prizesOf(standingsOf(teams), prizes).map(({ amount }) => amount);
  const nines = eight(9);

  it('go to the first three, and equal teams share those of their places', () => {
    const [first, second, third, fourth] = [13, 12, 11, 10].map((best, id) => played(`${id}`, eight(best)));
    expect(amounts(first as Played, second as Played, third as Played, fourth as Played)).toEqual(prizes);
    expect(amounts(first as Played)).toEqual([70_000]);
    expect(amounts(played('a', nines), played('b', nines), played('c', nines), played('d', nines))).toEqual(
      Array.from({ length: 4 }, () => 45_000),
    );
    // 180,000 among seven is 25,714.28.
    const seven = Array.from({ length: 7 }, (_, id) => played(`${id}`, nines));
    expect(new Set(amounts(...seven))).toEqual(new Set([25_714]));
  });

  it('of the last season go to the champion alone', () => {
    const standings = standingsOf([played('a', eight(10)), played('b', nines)]);
    expect(prizesOf(standings, [isk(100_000)]).map(({ amount }) => amount)).toEqual([100_000, 0]);
  });
});
