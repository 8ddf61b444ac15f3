/** `/api/openapi.json` and a readable page at `/api/docs`, with files of our own origin. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Hono } from 'hono';
import { createOpenApiDocument } from './openapi.ts';

const filesDir = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const files: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};
// Swagger's own script writes styles into the page.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hending API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="docs"></div><script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script></body></html>`;
const startScript = "SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true });";

export function createDocsRouter(version: string): Hono {
  const router = new Hono();
  let document: object | null = null;
  router.get('/api/openapi.json', (c) => {
    document ??= createOpenApiDocument(version);
    return c.json(document);
  });
  router.get('/api/docs', (c) => c.html(page, 200, { 'Content-Security-Policy': policy }));
  router.get('/api/docs/start.js', (c) => c.body(startScript, 200, { 'Content-Type': 'text/javascript' }));
  router.get('/api/docs/:file', async (c) => {
    const type = files[c.req.param('file')];
    if (!type) return c.notFound();
    const bytes = await readFile(join(filesDir, c.req.param('file')));
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=3600',
    });
  });
  return router;
}
