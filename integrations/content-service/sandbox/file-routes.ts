/** The files that records name: pictures, documents, videos. */
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { type Context, Hono } from 'hono';
import { createImageHost } from './image-host.ts';
import type { ContentTree } from './load.ts';
import { videoFiles } from './upload-fields.ts';
import { filenameOf, mimeTypes, type Upload } from './uploads.ts';

/** An address holds the hash of its file, so it never changes; one with an old hash is answered as now. */
const forEver = 'public, max-age=31536000, immutable';
const shortly = 'public, max-age=5';

const baseHeaders = {
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  // A drawing or a document opened by itself runs nothing.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

export function fileRoutes(content: () => ContentTree): Hono {
  const host = createImageHost();
  const routes = new Hono();
  routes.get('/images/:hash/:name{.+}', async (c) => {
    const image = content().uploads.images.get(c.req.param('name'));
    if (!image) return c.notFound();
    const picture = await host.picture(image, c.req.query(), c.req.header('accept') ?? '');
    if (!picture) return c.text('These parameters are not understood', 400);
    const { bytes, type } = picture;
    return send(c, bytes, type, image, { vary: 'accept' });
  });
  routes.get('/documents/:hash/:name{.+}', async (c) => {
    const document = content().uploads.documents.get(c.req.param('name'));
    if (!document) return c.notFound();
    const filename = encodeURIComponent(filenameOf(document));
    return send(c, await readFile(document.path), document.mimeType, document, {
      'content-disposition': `inline; filename*=UTF-8''${filename}`,
    });
  });
  routes.get('/video/:playlist{[\\w-]+\\.m3u8}', (c) => {
    const id = c.req.param('playlist').replace(/\.m3u8$/, '');
    const video = videoNamed(content(), id);
    if (!video) return c.notFound();
    // Parts are named beside the list on the disk; here they lie below the playback id.
    const list = readFileSync(beside(video.path, 'index.m3u8'), 'utf8');
    const served = list.replaceAll(/^(?!#)(\S+)$/gm, `${id}/$1`).replaceAll(/URI="/g, `URI="${id}/`);
    return c.body(served, 200, {
      ...baseHeaders,
      'content-type': mimeTypes.m3u8 ?? '',
      'cache-control': shortly,
    });
  });
  routes.get('/video/:id/:file{[\\w.-]+}', async (c) => {
    const video = videoNamed(content(), c.req.param('id'));
    const name = c.req.param('file');
    const path = video && (name === videoFiles.mp4 ? video.path : beside(video.path, basename(name)));
    if (!video || !path || !existsSync(path)) return c.notFound();
    return ranged(c, await readFile(path), mimeTypes[extname(path).slice(1)] ?? 'application/octet-stream');
  });
  return routes;
}

const videoNamed = ({ uploads }: ContentTree, id: string) =>
  [...uploads.videos.values()].find((video) => video.id === id);

/** Parts and picture of `kynning.mp4` lie in the folder `kynning`. */
const beside = (path: string, name: string): string =>
  join(dirname(path), basename(path, extname(path)), name);

function send(
  c: Context,
  bytes: Buffer,
  type: string,
  { hash }: Upload,
  more: Record<string, string>,
): Response {
  const caching = c.req.param('hash') === hash ? forEver : shortly;
  const headers = { ...baseHeaders, 'content-type': type, 'cache-control': caching, ...more };
  return c.body(new Uint8Array(bytes), 200, headers);
}

/** A player asks for parts of a video: one range, as RFC 9110 has it. */
function ranged(c: Context, bytes: Buffer, type: string): Response {
  const headers = {
    ...baseHeaders,
    'content-type': type,
    'accept-ranges': 'bytes',
    'cache-control': shortly,
  };
  const range = /^bytes=(\d*)-(\d*)$/.exec(c.req.header('range') ?? '');
  if (!range || (range[1] === '' && range[2] === '')) return c.body(new Uint8Array(bytes), 200, headers);
  const [, from = '', to = ''] = range;
  const start = from === '' ? Math.max(0, bytes.length - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1);
  if (start > end) return c.body(null, 416, { ...headers, 'content-range': `bytes */${bytes.length}` });
  return c.body(new Uint8Array(bytes.subarray(start, end + 1)), 206, {
    ...headers,
    'content-range': `bytes ${start}-${end}/${bytes.length}`,
  });
}
