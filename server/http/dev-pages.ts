/** Pages from source with hot reload (`npm run dev`): Vite's development server inside the web role. */

import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import type { ServerBuild } from 'react-router';
import { type PageParts, pageRenderer, readOnly } from './pages.ts';
import { createSpellingRedirect } from './spelling.ts';

const buildModule = 'virtual:react-router/server-build';

export async function createDevPageRouter(parts: PageParts, root: string) {
  const { createServer } = await import('vite');
  const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true } });

  /** True when Vite answered: sources, styles, its client. */
  const answered = ({ incoming, outgoing }: HttpBindings): Promise<boolean> =>
    new Promise((resolve, reject) => {
      outgoing.once('finish', () => resolve(true));
      vite.middlewares(incoming, outgoing, (error?: unknown) => (error ? reject(error) : resolve(false)));
    });

  const router = new Hono()
    .use(readOnly)
    .use(createSpellingRedirect())
    .all('*', async (context) => {
      if (await answered(context.env as HttpBindings)) return RESPONSE_ALREADY_SENT;
      const build = (await vite.ssrLoadModule(buildModule)) as ServerBuild;
      const { visitorOf, render } = pageRenderer(parts, build, 'development');
      const visitor = { ...(await visitorOf(context)), isShared: false };
      const moment = { nonce: '', now: parts.now().toISOString(), own: visitor.own };
      return (await render(context, moment, visitor)).response;
    });
  return { router, stop: () => vite.close() };
}
