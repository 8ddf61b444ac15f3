import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ContentServiceError } from '#integrations/content-service/face.ts';
import { listen } from '#server/platform/listen.ts';
import { createLog } from '#server/platform/log.ts';
import { contentInMemory, generalPage, listed } from '#test/harness/content.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { builtIn } from './built-in.ts';
import { contentLimits } from './cache.ts';
import { type Content, type ContentParts, contentChannel, createContent } from './content.ts';

let data: TestDatabase;
const open: { stop(): Promise<void> | void }[] = [];

beforeAll(async () => {
  data = await testDatabase();
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.stop();
  // A copy may still be on its way into the table.
  await vi.waitFor(() => expect(data.pool.idleCount).toBe(data.pool.totalCount), 60_000);
  await data.pool.query('DELETE FROM content_last_good');
});
afterAll(() => data.close());

/** A node of the product, in front of a service. */
function node(service = contentInMemory().service, others: Partial<ContentParts> = {}): Content {
  const content = createContent({
    service,
    db: data.db,
    pool: data.pool,
    log: createLog('test', 2, 'silent'),
    includeDrafts: false,
    monotonicMs: () => performance.now(),
    limits: { ...contentLimits, patienceMs: 300, patienceWhenAwayMs: 20, pauseMs: [20, 50] },
    ...others,
  });
  open.push(content);
  return content;
}

async function hears(content: Content): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const listener = listen(data.url, [contentChannel], (channel, payload) => {
    if (channel === null) return resolve(); // connected
    content.onNotify(payload);
  });
  open.push(listener);
  await promise;
}

const nameOf = async (content: Content) => (await content.read('global-site-config', 'is')).siteName;
const site = (siteName: string) => ({ ...builtIn['global-site-config']('is'), siteName });
const copies = async () =>
  (await data.pool.query('SELECT content_key, locale, postfix FROM content_last_good ORDER BY 1, 2, 3')).rows;

test('the service is away from the first question: the built-in minimum is the frame', async () => {
  const away = contentInMemory();
  away.leave();
  const content = node(away.service);
  await content.start(50);
  for (const locale of ['is', 'en'] as const) {
    expect(await content.read('site-config', locale)).toEqual(builtIn['site-config'](locale));
    expect(await content.read('translations', locale)).toEqual(builtIn.translations(locale));
    expect(await content.read('news', locale)).toMatchObject({ articles: [] });
    expect(await content.read('banner', locale)).toBeNull();
  }
  await expect(content.read('general-page', 'is', 'hjalp')).rejects.toMatchObject({
    code: 'EC_INVALID_OUTPUT',
  });
});

test('the last good copy is the frame after a restart with the service away, and of pages too', async () => {
  const service = contentInMemory({
    'global-site-config': site('Fyrri'),
    'general-page/hjalp': generalPage('hjalp', 'Hjálp'),
  });
  const before = node(service.service);
  await before.start();
  await before.read('general-page', 'is', 'hjalp');
  await expect.poll(copies).toContainEqual({ content_key: 'general-page', locale: 'is', postfix: 'hjalp' });
  service.leave();
  const after = node(service.service);
  await after.start(50);
  expect(await nameOf(after)).toBe('Fyrri');
  expect(await after.read('general-page', 'is', 'hjalp')).toMatchObject({ title: 'Hjálp' });
  service.comeBack();
  service.records['global-site-config'] = site('Seinni');
  await expect.poll(() => nameOf(after)).toBe('Seinni');
});

test('a service that starts beside us is waited for, once', async () => {
  const service = contentInMemory({ 'global-site-config': site('Kom') });
  service.leave();
  const content = node(service.service);
  setTimeout(service.comeBack, 150);
  await content.start();
  expect(await nameOf(content)).toBe('Kom');
});

test('a service that comes back is noticed by itself, for the whole frame', async () => {
  const service = contentInMemory({ 'global-site-config': site('Kom') });
  service.leave();
  const content = node(service.service, { includeDrafts: true });
  await content.start(50);
  expect(await nameOf(content)).toBe('Hending');
  service.asked.length = 0;
  service.comeBack();
  await expect.poll(() => service.asked).toContain('en site-config');
  expect(await nameOf(content)).toBe('Kom');
});

test('every page gets its copy, though nobody read it', async () => {
  const service = contentInMemory({
    slugs: [listed('skilmalar', 'Skilmálar'), listed('frett', 'Frétt', 'article')],
    'general-page/skilmalar': generalPage('skilmalar', 'Skilmálar'),
  });
  await node(service.service).start();
  const copy = { content_key: 'general-page', locale: 'is', postfix: 'skilmalar' };
  await expect.poll(() => copies()).toContainEqual(copy);
  await expect.poll(() => service.asked).toContain('is news-item/frett');
});

test('a page that was deleted leaves no copy', async () => {
  const service = contentInMemory({ 'general-page/gamalt': generalPage('gamalt', 'Gamalt') });
  const content = node(service.service);
  await content.read('general-page', 'is', 'gamalt');
  const copy = { content_key: 'general-page', locale: 'is', postfix: 'gamalt' };
  await expect.poll(() => copies()).toContainEqual(copy);
  service.records['general-page/gamalt'] = null;
  await content.invalidate('general-page', 'gamalt');
  expect(await content.read('general-page', 'is', 'gamalt')).toBeNull();
  await expect.poll(() => copies()).not.toContainEqual(copy);
});

test('drafts are shown and never kept', async () => {
  const service = contentInMemory({ 'general-page/drog': generalPage('drog', 'Drög') });
  const content = node(service.service, { includeDrafts: true });
  expect(await content.read('general-page', 'is', 'drog')).toMatchObject({ title: 'Drög' });
  await content.start();
  await new Promise((done) => setTimeout(done, 50));
  expect(await copies()).toEqual([]);
});

test('a change is seen on every node by the next reader', async () => {
  const service = contentInMemory({ 'global-site-config': site('Eldri') });
  const changed = vi.fn();
  const [one, other] = [node(service.service), node(service.service, { changed })];
  await hears(other);
  expect([await nameOf(one), await nameOf(other)]).toEqual(['Eldri', 'Eldri']);
  service.records['global-site-config'] = site('Yngri');
  await one.invalidate('global-site-config');
  expect(await nameOf(one)).toBe('Yngri');
  await expect.poll(() => nameOf(other)).toBe('Yngri');
  expect(changed).toHaveBeenCalledTimes(1);
});

test('a postfix limits what is forgotten; a page takes lists of pages along', async () => {
  const service = contentInMemory({
    slugs: [listed('a', 'A'), listed('b', 'B')],
    'general-page/a': generalPage('a', 'A'),
    'general-page/b': generalPage('b', 'B'),
  });
  const content = node(service.service);
  const everything = () =>
    Promise.all([
      ...['a', 'b'].map((slug) => content.read('general-page', 'is', slug)),
      ...(['slugs', 'site-config'] as const).flatMap((key) => [
        content.read(key, 'is'),
        content.read(key, 'en'),
      ]),
    ]);
  await everything();
  service.asked.length = 0;
  await content.invalidate('general-page', 'a');
  await everything();
  const asked = service.asked.filter((each) => !each.includes('front-page'));
  expect(asked.sort()).toEqual(['en slugs', 'is general-page/a', 'is slugs']);

  service.asked.length = 0;
  await content.invalidate('site-config', 'en');
  await everything();
  expect(service.asked).toEqual(['en site-config']);
});

test('a key that nobody knows is refused', async () => {
  await expect(node().invalidate('site-confi')).rejects.toMatchObject({ code: 'EC_NO_DATA_FOUND' });
});

test('flags: on until somebody switches off, known without waiting', async () => {
  const service = contentInMemory();
  const content = node(service.service);
  expect(content.isOn('lotto')).toBe(true); // nothing is known yet
  const { games, featureFlags } = builtIn['game-configs']('is');
  service.records['game-configs'] = {
    games,
    featureFlags: [{ key: 'lotto', enabled: false }, { key: 'aur' }, { key: 'unknown', enabled: false }],
  };
  await content.invalidate('game-configs');
  await expect.poll(() => content.isOn('lotto')).toBe(false);
  expect(content.isOn('aur')).toBe(true); // broken, and left out
  expect(content.isOn('xg')).toBe(true);
  expect(featureFlags.every(({ enabled }) => enabled)).toBe(true);
});

test.each([
  ['answers 500', new ContentServiceError('refused', 'The content service answers 500', 500)],
  ['answers 429', new ContentServiceError('refused', 'The content service answers 429', 429)],
  ['answers garbage', new ContentServiceError('unreadable', 'not data', 200)],
  ['answers too much', new ContentServiceError('unreadable', 'larger than 4000000 bytes', 200)],
  ['answers an error of GraphQL', new ContentServiceError('refused', 'Field "x" is missing', 200)],
  ['fails in a way of its own', new RangeError('Maximum call stack size exceeded')],
])('a service that %s: what was known stays', async (_, trouble) => {
  const service = contentInMemory({ 'global-site-config': site('Þekkt') });
  const content = node(service.service);
  expect(await nameOf(content)).toBe('Þekkt');
  service.leave(trouble);
  await content.invalidate('global-site-config');
  expect(await nameOf(content)).toBe('Þekkt');
  expect(await content.read('site-config', 'is')).toEqual(builtIn['site-config']('is'));
});

test('an answer that is no such record keeps what was known', async () => {
  const service = contentInMemory({ 'global-site-config': site('Þekkt') });
  const content = node(service.service);
  await nameOf(content);
  for (const broken of [null, [], { siteName: 5 }, 'texti']) {
    service.records['global-site-config'] = broken;
    await content.invalidate('global-site-config');
    expect(await nameOf(content)).toBe('Þekkt');
  }
});

test('a service that hangs delays only the first', async () => {
  const content = node({ ask: () => new Promise(() => {}) });
  const since = performance.now();
  expect(await nameOf(content)).toBe('Hending');
  expect(performance.now() - since).toBeLessThan(1_000);
});
