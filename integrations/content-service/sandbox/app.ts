/** The sandbox over HTTP: the delivery API, its files, a page for people, and a control for testers. */
import { createYoga } from 'graphql-yoga';
import { Hono } from 'hono';
import { headers } from '../wire.ts';
import type { Faults } from './faults.ts';
import { fileRoutes } from './file-routes.ts';
import type { ContentTree } from './load.ts';
import { page } from './page.ts';
import { createPreviews } from './previews.ts';
import type { Request as GraphqlRequest } from './request.ts';
import { attachResolvers } from './resolvers.ts';
import { buildSchema } from './schema.ts';
import { createStore, type Store } from './store.ts';

export type AppOptions = {
  key: string;
  /** What is served now; changes when a file does. */
  content(): ContentTree;
  faults: Faults;
};

/** Everything below `/content`. */
export function createApp({ key, content, faults }: AppOptions): Hono {
  const schema = buildSchema();
  attachResolvers(schema);
  const yoga = createYoga<GraphqlRequest>({
    schema,
    graphqlEndpoint: '*',
    logging: false,
    graphiql: false,
    landingPage: false,
    cors: false,
  });
  const storeOf = storesOf(content);
  const previews = createPreviews();
  const app = new Hono();
  app.get('/', (c) => c.html(page(content())));
  app.route('/', fileRoutes(content));
  app.post('/', async (c) => {
    const refused = refusal(c.req.raw.headers, key);
    if (refused) return c.json(...refused);
    const operation = await operationOf(c.req.raw);
    const fault = await faults.next(operation);
    if (fault) return fault;
    if (c.req.raw.signal.aborted) return c.body(null, 408); // who asked did not wait
    const includeDrafts = c.req.header(headers.includeDrafts) === 'true';
    const tags = new Set<string>();
    const files = new URL(c.req.url);
    const request = {
      store: storeOf(includeDrafts),
      tags,
      previews,
      files: `${files.origin}${files.pathname.replace(/\/$/, '')}`,
    };
    const response = await yoga.fetch(c.req.raw, request);
    // Yoga's own kind of answer is not one that the server below understands.
    const type = response.headers.get('content-type') ?? 'application/json';
    const answer = new Response(response.body, {
      status: response.status,
      headers: { 'content-type': type },
    });
    if (c.req.header(headers.cacheTags) === 'true')
      answer.headers.set(headers.cacheTags, [...tags].join(' '));
    return answer;
  });
  return app;
}

/** One store for each mode, until the content changes. */
function storesOf(content: () => ContentTree): (includeDrafts: boolean) => Store {
  let made: { tree: ContentTree; stores: Map<boolean, Store> } | null = null;
  return (includeDrafts) => {
    const tree = content();
    if (made?.tree !== tree) made = { tree, stores: new Map() };
    const store = made.stores.get(includeDrafts) ?? createStore(tree, includeDrafts);
    made.stores.set(includeDrafts, store);
    return store;
  };
}

async function operationOf(request: Request): Promise<string> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null);
  const name = typeof body === 'object' && body !== null && 'operationName' in body && body.operationName;
  return typeof name === 'string' ? name : '';
}

/** The vendor's error object, null for a request that may pass. */
function refusal(sent: Headers, key: string): [object, 401 | 400] | null {
  const shown = sent.get(headers.key)?.replace(/^Bearer\s+/i, '');
  if (shown !== key)
    return [apiError('INVALID_AUTHORIZATION_HEADER', 'The token is missing or not ours'), 401];
  const drafts = sent.get(headers.includeDrafts);
  if (drafts !== null && drafts !== 'true')
    return [apiError('INVALID_X_INCLUDE_DRAFTS_HEADER', 'X-Include-Drafts must be "true" or left out'), 400];
  return null;
}

const apiError = (code: string, message: string): object => ({
  data: [{ id: code.toLowerCase(), type: 'api_error', attributes: { code, details: { message } } }],
});
