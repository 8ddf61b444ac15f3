import { expect, test } from 'vitest';
import { menuOf, shownOf } from './site-data.server.ts';

type Sent = Parameters<typeof menuOf>[0][number];

const link = (id: string, over: { parent?: string; gameId?: Sent['gameId'] } = {}): Sent => ({
  id,
  localizedBlock: { id: `${id}-is`, icon: null, name: id, url: `/${id}` },
  parent: over.parent === undefined ? null : { id: over.parent },
  gameId: over.gameId ?? null,
});
const closes = (gameId: string, closeDate: string) => ({ gameId, closeDate });
const shape = (links: Sent[], sale: Parameters<typeof menuOf>[1]) =>
  menuOf(links, sale).map(({ name, below }) => [name, ...below.map((way) => way.name)]);

const games = [
  link('numbers'),
  link('lotto', { parent: 'numbers', gameId: 'lotto' }),
  link('eurojackpot', { parent: 'numbers', gameId: 'eurojackpot' }),
  link('rules', { parent: 'numbers' }),
];

test('a game is in the menu while it is on sale, the nearest close first, and then everything else', () => {
  const sale = [closes('eurojackpot', '2026-12-01T17:00:00Z'), closes('lotto', '2026-12-05T18:40:00Z')];
  expect(shape(games, sale)).toEqual([['numbers', 'eurojackpot', 'lotto', 'rules']]);
  expect(shape(games, sale.slice(1))).toEqual([['numbers', 'lotto', 'rules']]);
  expect(menuOf(games, sale)[0]?.below[0]).toMatchObject({
    gameId: 'eurojackpot',
    closeDate: '2026-12-01T17:00:00Z',
  });
});

test('a group of nothing but games is there while one of them is on sale', () => {
  const pools = [link('pools'), link('saturday', { parent: 'pools', gameId: 'totoeng' })];
  expect(shape([...games, ...pools], [])).toEqual([['numbers', 'rules']]);
  expect(shape(pools, [closes('totoeng', '2026-12-05T14:00:00Z')])).toEqual([['pools', 'saturday']]);
});

test('a group that never had anything below it stays, and so does a link whose parent is not there', () => {
  expect(shape([link('clubs'), link('lost', { parent: 'nobody' })], [])).toEqual([['clubs'], ['lost']]);
});

test('links that name each other as parents in a circle stand at the top', () => {
  expect(shape([link('a', { parent: 'b' }), link('b', { parent: 'a' })], [])).toEqual([['a'], ['b']]);
});

test('a link of the header is there while the menu has a group at its address', () => {
  const pools = [link('pools'), link('saturday', { parent: 'pools', gameId: 'totoeng' })];
  const header = [link('pools'), link('results')];
  const names = (sale: Parameters<typeof menuOf>[1]) =>
    shownOf(header, pools, menuOf(pools, sale)).map(({ name }) => name);
  expect(names([closes('totoeng', '2026-12-05T14:00:00Z')])).toEqual(['pools', 'results']);
  expect(names([])).toEqual(['results']);
});
