/** Pictures of the content service from our own origin: whose, how long, and what when it does not answer. */
import { brotliDecompressSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { errorBodySchema } from '#contract/errors.ts';
import { type ContentPicture, ContentServiceError } from '#integrations/content-service/face.ts';
import { createLog } from '#server/platform/log.ts';
import { createContentPictureRouter } from './content-pictures.ts';
import { createPictureCache } from './picture-cache.ts';
import { securityHeaders } from './security-headers.ts';

const day = 86_400_000;
const log = createLog('test', 2, 'silent');
const lasting: ContentPicture = { bytes: Buffer.from('bytes'), type: 'image/webp', isLasting: true };
const own = '/myndir/https/myndir.is';

type Answer = ContentPicture | Error | Promise<ContentPicture>;

function site(answer: (address: string, accept: string) => Answer = () => lasting, bytesMax?: number) {
  const asked: string[] = [];
  const answers = { next: answer };
  let clock = 0;
  const pictures = createPictureCache({
    fetchPicture: async (address, accept) => {
      asked.push(`${address} ${accept}`);
      const made = answers.next(address, accept);
      if (made instanceof Error) throw made;
      return made;
    },
    log,
    monotonicMs: () => clock,
    ...(bytesMax !== undefined && { bytesMax }),
  });
  const origins = ['https://myndir.is', 'http://127.0.0.1:3001'];
  const app = new Hono()
    .use(securityHeaders)
    .route('/', createContentPictureRouter({ origins, pictures, log }))
    .all('*', (context) => context.text('a page', 404));
  return {
    asked,
    answers,
    pass: (ms: number) => {
      clock += ms;
    },
    get: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      app.request(path, { headers, method }),
  };
}

const away = new ContentServiceError('unreachable', 'connect ECONNREFUSED 10.0.0.1');
const gone = new ContentServiceError('refused', 'no', 404);

async function expectRefusal(response: Response, status: number, code: string): Promise<void> {
  expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
  const body = errorBodySchema.parse(await response.json());
  expect([body.code, Object.keys(body.details)]).toEqual([code, ['errorId']]);
}

test('a picture comes as the content service sends it, to be kept by browsers', async () => {
  const { get, asked } = site();
  const response = await get(`${own}/a/%C3%BE%2Fb.png?auto=format%2Ccompress&w=1920`);
  expect([response.status, await response.text()]).toEqual([200, 'bytes']);
  expect(asked).toEqual(['https://myndir.is/a/%C3%BE%2Fb.png?auto=format%2Ccompress&w=1920 */*']);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-length': '5',
    vary: 'Accept',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(response.headers.has('content-disposition')).toBe(false);
});

test('what may change is kept for a day', async () => {
  const { get } = site(() => ({ ...lasting, isLasting: false }));
  expect((await get(`${own}/a`)).headers.get('cache-control')).toBe('public, max-age=86400');
});

test('HEAD says the same without the picture', async () => {
  const { get } = site();
  const response = await get(`${own}/a`, {}, 'HEAD');
  expect([response.status, await response.text()]).toEqual([200, '']);
  expect(response.headers.get('content-type')).toBe('image/webp');
  expect(response.headers.get('content-length')).toBe('5');
});

test('another method is no call of pictures', async () => {
  const { get, asked } = site();
  expect([(await get(`${own}/a`, {}, 'POST')).status, asked]).toEqual([404, []]);
});

test('the host may have a port, and either may be written large', async () => {
  const { get, asked } = site();
  expect((await get('/myndir/http/127.0.0.1:3001/a')).status).toBe(200);
  expect((await get('/myndir/HTTPS/Myndir.is/A')).status).toBe(200);
  expect(asked).toEqual(['http://127.0.0.1:3001/a */*', 'https://myndir.is/A */*']);
});

test.each([
  '/myndir/https/evil.example/a.png',
  '/myndir/http/myndir.is/a.png',
  '/myndir/https/myndir.is:8443/a',
  '/myndir/https/myndir.is.evil.example/a',
  '/myndir/https/myndir.is@evil.example/a',
  '/myndir/https/who@myndir.is/a',
  '/myndir/https/myndir.is%2f@evil.example/a',
  '/myndir/file/myndir.is/a',
  '/myndir/http/evil.example/..',
  '/myndir/https/myndir.is/../evil.example/a',
  '/myndir/https/%2e%2e/a/b',
  '/myndir/https/myndir.is',
  '/myndir/https//myndir.is/a',
  '/myndir/https/myndir.is%5c.evil.example/a',
  '/myndir/http/127.0.0.1/a',
  '/myndir/http/127.0.0.1:3002/a',
  '/myndir/http/[::1]:3001/a',
])('%s is not ours to fetch', async (path) => {
  const { get, asked } = site();
  expect((await get(path)).status).toBe(404);
  expect(asked).toEqual([]);
});

test('a foreign origin is answered as every address that does not exist', async () => {
  await expectRefusal(await site().get('/myndir/https/evil.example/a'), 404, 'EC_NO_DATA_FOUND');
});

test('a path never leaves its origin', async () => {
  const { get, asked } = site();
  await get(`${own}//evil.example/a`);
  await get(`${own}/a/../../../../myndir/https/myndir.is/b`);
  await get(`${own}/%2e%2e%2f%2e%2e/c?d=/../e`);
  await get(`${own}/\\evil.example/f`);
  expect(asked.map((each) => new URL(each.split(' ')[0] ?? '').origin)).toEqual(
    Array(4).fill('https://myndir.is'),
  );
  expect(asked[1]).toBe('https://myndir.is/b */*');
});

test('a drawing may run nothing, and opened by itself it is a file', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(500)}</svg>`;
  const { get } = site(() => ({ bytes: Buffer.from(svg), type: 'image/svg+xml', isLasting: true }));
  const response = await get(`${own}/a.svg`, { 'accept-encoding': 'gzip, br' });
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(response.headers.get('content-security-policy')).not.toContain('-src-');
  expect(response.headers.get('content-disposition')).toBe('attachment');
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding');
  expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(svg);
});

test('each choice of formats is fetched once, whatever else browsers say', async () => {
  const { get, asked } = site((_, accept) => ({ ...lasting, bytes: Buffer.from(accept) }));
  const chrome = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';
  const headers = { cookie: 'session=secret', authorization: 'secret', 'user-agent': 'me' };
  const formats = ['image/avif,image/webp,*/*', 'image/webp,*/*', '*/*'];
  for (const accept of [chrome, 'image/webp,*/*', 'image/webp', 'image/png', '*/*', chrome])
    expect(formats).toContain(await (await get(`${own}/a`, { ...headers, accept })).text());
  expect(asked).toEqual(formats.map((each) => `https://myndir.is/a ${each}`));
});

test('those who come together wait for one fetch', async () => {
  const fetched = Promise.withResolvers<ContentPicture>();
  const { get, asked } = site(() => fetched.promise);
  const answers = [get(`${own}/a`), get(`${own}/a`), get(`${own}/a`)];
  fetched.resolve(lasting);
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(asked).toHaveLength(1);
});

test.each([
  ['no answer', away],
  ['a failing service', new ContentServiceError('refused', 'no', 500)],
  ['a service that lets nobody in', new ContentServiceError('refused', 'no', 403)],
])('%s: 502 that nobody keeps and that tells nothing, and the next one asks again', async (_, error) => {
  const { get, answers } = site(() => error);
  await expectRefusal(await get(`${own}/a`), 502, 'EC_INVALID_OUTPUT');
  answers.next = () => lasting;
  expect((await get(`${own}/a`)).status).toBe(200);
});

test.each([
  ['what the service does not know', gone],
  ['parameters that it refuses', new ContentServiceError('refused', 'no', 400)],
  ['no picture, or one too large', new ContentServiceError('unreadable', 'text/html', 200)],
])('%s is not found here either', async (_, error) => {
  await expectRefusal(await site(() => error).get(`${own}/a`), 404, 'EC_NO_DATA_FOUND');
});

test('a fault of our own is told as one', async () => {
  await expectRefusal(await site(() => new TypeError('oops')).get(`${own}/a`), 500, 'EC_EXCEPTION');
});

test('what was fetched stays while the service is away', async () => {
  const { get, answers, asked, pass } = site(() => ({ ...lasting, isLasting: false }));
  await get(`${own}/a`);
  answers.next = () => away;
  for (const ms of [day - 1, 1, 30_000, 30_000]) {
    pass(ms);
    const response = await get(`${own}/a`);
    expect([response.status, await response.text()]).toEqual([200, 'bytes']);
  }
  // Once as it came, once after a day, and again a minute after that failed.
  expect(asked).toHaveLength(3);
});

test('after a day it is fetched anew, and nobody waits for that', async () => {
  const { get, answers, pass } = site(() => ({ ...lasting, isLasting: false }));
  const text = async () => (await get(`${own}/a`)).text();
  await text();
  pass(day);
  const fetched = Promise.withResolvers<ContentPicture>();
  answers.next = () => fetched.promise;
  expect(await text()).toBe('bytes');
  fetched.resolve({ ...lasting, bytes: Buffer.from('new') });
  await fetched.promise;
  await expect.poll(text).toBe('new');
});

test('a picture that was taken away goes after a day', async () => {
  const { get, answers, pass } = site(() => ({ ...lasting, isLasting: false }));
  await get(`${own}/a`);
  pass(day);
  answers.next = () => gone;
  await get(`${own}/a`);
  await expect.poll(async () => (await get(`${own}/a`)).status).toBe(404);
});

test('those that nobody asked for longest make room', async () => {
  const { get, asked } = site(() => ({ ...lasting, bytes: Buffer.alloc(10) }), 30);
  const askedFor = async (name: string) => {
    const before = asked.length;
    await get(`${own}/${name}`);
    return asked.length > before;
  };
  for (const name of ['a', 'b', 'c']) expect(await askedFor(name)).toBe(true);
  expect(await askedFor('a')).toBe(false);
  expect(await askedFor('d')).toBe(true);
  expect([await askedFor('a'), await askedFor('c'), await askedFor('d')]).toEqual([false, false, false]);
  expect(await askedFor('b')).toBe(true);
});

test('few may be under way at once; the rest are asked to come again', async () => {
  const fetched = Promise.withResolvers<ContentPicture>();
  const { get } = site(() => fetched.promise);
  const answers = Array.from({ length: 60 }, (_, n) => get(`${own}/${n}`));
  const refused = await Promise.all(answers.slice(40));
  for (const response of refused) {
    expect(response.headers.get('retry-after')).not.toBeNull();
    await expectRefusal(response, 503, 'EC_SYSTEM_CLOSED');
  }
  fetched.resolve(lasting);
  expect((await Promise.all(answers.slice(0, 40))).every(({ status }) => status === 200)).toBe(true);
  expect((await get(`${own}/59`)).status).toBe(200);
});
