import { expect, test } from 'vitest';
import type { Block, Section } from '#contract/content.ts';
import { ApiError } from '#web/api/api-error.ts';
import type { Api } from '#web/api/client.ts';
import { loadSectionData } from './section-data.server.ts';

const record = { platforms: [], title: '' };
const sections: Section[] = [
  { ...record, __typename: 'LatestNewsSectionRecord', id: 'n', category: 'felogin', count: 1 },
  { ...record, __typename: 'ResultSectionRecord', id: 'r', gameId: 'lotto' },
  { ...record, __typename: 'GameMenuSectionRecord', id: 'g', gameIds: ['lotto'] },
];
const blocks: Block[] = [
  { ...record, __typename: 'ClubListBlockRecord', id: 'c' },
  { ...record, __typename: 'ContributionsBlockRecord', id: 'd' },
];
const asked = {
  locale: 'is',
  query: new URLSearchParams('ar=2025&vika=7'),
  now: '2026-09-19T12:00:00Z',
} as const;

function api(answers: Record<string, unknown>) {
  const calls: [string, unknown][] = [];
  const call = async (name: string, request: { query?: unknown }) => {
    calls.push([name, request.query]);
    if (answers[name] === undefined) throw new ApiError(502, { code: 'EC_INVALID_OUTPUT' });
    return answers[name];
  };
  return { call: call as unknown as Api, calls };
}

test('only what the page shows is read', async () => {
  const { call, calls } = api({});
  expect(await loadSectionData(call, { sections: [], ...asked })).toEqual({});
  expect(calls).toEqual([]);
});

test('what cannot be read is null, and the page stands', async () => {
  const { call } = api({});
  expect(await loadSectionData(call, { sections, blocks, ...asked })).toMatchObject({
    games: null,
    results: null,
    news: { n: null },
    clubs: null,
    contributions: { year: 2025, week: 7, order: { by: 'sala' }, contributions: null },
  });
});

test('as many news of the category as asked for; contributions of the week in the address', async () => {
  const contribution = {
    club: 1,
    clubName: 'KR',
    sale: 10,
    saleTotal: 20,
    percent: 3,
    saleCount: 4,
    amount: 1,
  };
  const { call, calls } = api({
    'content.news': { articles: [{ slug: 'a' }, { slug: 'b' }] },
    'system.contributions': { contributions: [contribution] },
  });
  const data = await loadSectionData(call, { sections, blocks, ...asked });
  expect(data.news).toEqual({ n: [{ slug: 'a' }] });
  expect(data.contributions?.contributions).toEqual([contribution]);
  expect(calls).toContainEqual(['content.news', { locale: 'is', category: 'felogin' }]);
  expect(calls).toContainEqual(['system.contributions', { year: '2025', week: '7' }]);
});

test('a fault of ours is not hidden', async () => {
  const broken = (async () => {
    throw new TypeError('ours');
  }) as unknown as Api;
  await expect(loadSectionData(broken, { sections, ...asked })).rejects.toThrow('ours');
});

test('the first teams of the season that a section names; one that cannot be read is null', async () => {
  const standing = { teamId: '1', place: 1, name: 'Sófinn', clubName: 'KA', total: 79, weeks: [] };
  const { call, calls } = api({
    'league.competition': { name: 'Vikur 31–40, 2026', divisions: [{ standings: [standing] }] },
  });
  const section = { ...record, __typename: 'CompetitionSectionRecord', text: null, button: null } as const;
  const named: Section[] = [
    { ...section, id: 'a', competitionId: '2026-4' },
    { ...section, id: 'b', competitionId: null },
  ];
  const { weeks: _, ...team } = standing;
  expect(await loadSectionData(call, { sections: named, ...asked })).toEqual({
    competitions: { '2026-4': { name: 'Vikur 31–40, 2026', teams: [team] } },
  });
  expect(calls).toEqual([['league.competition', { locale: 'is', division: '1', first: '10' }]]);
  const none = api({});
  expect(await loadSectionData(none.call, { sections: named, ...asked })).toEqual({
    competitions: { '2026-4': null },
  });
});
