/** `/urslit/skrar/<game>/<draw>.json` and `…/newest.json`: files, also while the database is away. */
import { Hono } from 'hono';
import type { ResultFiles } from '#server/results/result-files.ts';
import { compressed } from './compressed.ts';
import { conditional } from './conditional.ts';

export const resultFilesPath = '/urslit/skrar';

export function createResultFileRouter(files: ResultFiles): Hono {
  return new Hono()
    .use(`${resultFilesPath}/*`, compressed, conditional)
    .get(`${resultFilesPath}/:game/:name{[a-z0-9]+\\.json}`, async (context) => {
      const { game, name } = context.req.param();
      const text = await files.read(game, name.slice(0, -'.json'.length));
      if (text === null) return context.json({}, 404);
      // A confirmed result has its prizes minutes later.
      return context.body(text, 200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'public, max-age=60',
      });
    });
}
