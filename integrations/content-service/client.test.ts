import { expect, test, vi } from 'vitest';
import { createContentService } from './client.ts';
import { ContentServiceError } from './face.ts';

const url = 'https://content.example/';
const locale = 'is';

function answering(answer: Response | (() => Promise<Response>), over: object = {}) {
  const fetch = vi.fn(async () => (answer instanceof Response ? answer : answer()));
  return { fetch, ...createContentService({ url, key: 'token', fetch, ...over }) };
}
const json = (body: unknown, status = 200) => Response.json(body, { status });
const failure = (service: ReturnType<typeof createContentService>) =>
  service.ask('banner', { locale }).then(
    () => null,
    (error: unknown) => error as ContentServiceError,
  );

test('missing settings are said before any request', async () => {
  for (const [over, message] of [
    [{ url: null }, 'The content API URL is not defined'],
    [{ url: '' }, 'The content API URL is not defined'],
    [{ key: '' }, 'The content API key is not defined'],
  ] as const) {
    const service = answering(json({ data: {} }), over);
    expect(await failure(service)).toMatchObject({ kind: 'undefined', message, status: null });
    expect(service.fetch).not.toHaveBeenCalled();
  }
});

test('a request is GraphQL as JSON with key and locale, and asks for drafts only when told to', async () => {
  for (const includeDrafts of [false, true]) {
    const service = answering(json({ data: { banner: null } }), { includeDrafts });
    expect(await service.ask('banner', { locale: 'en' })).toBeNull();
    const [address, request] = service.fetch.mock.calls[0] as unknown as [string, RequestInit];
    expect(address).toBe(url);
    const headers = new Headers(request.headers);
    expect(headers.get('authorization')).toBe('Bearer token');
    expect(headers.get('x-include-drafts')).toBe(includeDrafts ? 'true' : null);
    expect(JSON.parse(String(request.body))).toMatchObject({
      operationName: 'Banner',
      variables: { locale: 'en' },
    });
  }
});

test.each([
  [json({ errors: [{ message: 'first' }, { message: 'second' }] }), 'refused', 'first', 200],
  [json({ data: null, errors: [{ message: 'bad' }] }, 400), 'refused', 'bad', 400],
  [new Response('gateway', { status: 502 }), 'refused', 'The content service answers 502', 502],
  [json({ errors: [] }, 429), 'refused', 'The content service answers 429', 429],
  [
    json({ data: [{ attributes: { code: 'INVALID_AUTHORIZATION_HEADER', details: {} } }] }, 401),
    ...(['refused', 'The content service answers 401: INVALID_AUTHORIZATION_HEADER', 401] as const),
  ],
  [new Response('<html>'), 'unreadable', 'The answer 200 of the content service is not data', 200],
  [json([]), 'unreadable', 'The answer 200 of the content service is not data', 200],
  [json({ data: [] }), 'unreadable', 'The answer 200 of the content service is not data', 200],
  [json({ data: null }), 'unreadable', 'The answer 200 of the content service is not data', 200],
])('failure %#', async (answer, kind, message, status) => {
  const error = await failure(answering(answer));
  expect(error).toBeInstanceOf(ContentServiceError);
  expect(error).toMatchObject({ kind, message, status });
});

test('no connection, silence, and an answer that breaks off are one kind of failure', async () => {
  const broken = new ReadableStream({
    start: (controller) => controller.error(new Error('connection reset')),
  });
  for (const answer of [
    () => Promise.reject(new TypeError('fetch failed')),
    () => Promise.resolve(new Response(broken)),
  ]) {
    expect(await failure(answering(answer))).toMatchObject({ kind: 'unreachable', status: null });
  }
});

test('an answer larger than the limit is not read to its end', async () => {
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(1_000));
    },
  });
  const error = await failure(answering(new Response(endless), { maxBytes: 10_000 }));
  expect(error).toMatchObject({ kind: 'unreadable', status: 200 });
  expect(sent).toBeLessThan(20);
});

const someSlugs = Array.from({ length: 500 }, (_, id) => ({ id: `${id}`, slug: `s${id}` }));

test.each<[string, (requests: number) => object]>([
  ['says no counts', () => ({ pages: someSlugs, articles: [] })],
  ['says counts that are none', () => ({ pages: someSlugs, pageCount: { count: 'x' }, articleCount: null })],
  [
    'has no end',
    () => ({ pages: someSlugs, articles: [], pageCount: { count: 1e12 }, articleCount: { count: 0 } }),
  ],
])('a list of slugs that %s is refused after a few requests', async (_, data) => {
  let requests = 0;
  const service = answering(async () => {
    requests += 1;
    if (requests > 100) throw new Error('asked without end');
    return json({ data: data(requests) });
  });
  const error = await service.ask('slugs', { locale }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ kind: 'unreadable' });
  expect(requests).toBeLessThanOrEqual(40);
});

test('a long list of slugs is read to its end', async () => {
  const data = { articles: [], pageCount: { count: 1200 }, articleCount: { count: 0 } };
  let requests = 0;
  const service = answering(async () => {
    requests += 1;
    return json({ data: { ...data, pages: someSlugs.slice(0, requests === 3 ? 200 : 500) } });
  });
  expect(await service.ask('slugs', { locale })).toHaveLength(1200);
  expect(requests).toBe(3);
});
