import { rmSync } from 'node:fs';
import type { Hono } from 'hono';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentFolder } from '#test/harness/content-folder.ts';
import { createApp } from './app.ts';
import { createFaults } from './faults.ts';
import { sizeFor, srcSetFor } from './imgix.ts';
import { loadContent } from './load.ts';

let root = '';
let app: Hono;
let images: Record<string, string> = {};

beforeAll(async () => {
  root = await contentFolder();
  const { tree } = await loadContent(root);
  app = createApp({ key: 'token', content: () => tree, faults: createFaults() });
  images = Object.fromEntries(
    [...tree.uploads.images.values()].map(({ name, hash }) => [name, `/images/${hash}/${name}`]),
  );
});
afterAll(() => rmSync(root, { recursive: true }));

const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });
const picture = async (name: string, query: string, headers = {}) => {
  const answer = await get(`${images[name]}?${query}`, headers);
  expect(answer.status).toBe(200);
  const { width, height, format } = await sharp(await answer.arrayBuffer()).metadata();
  return { width, height, format, answer };
};

type Picture = Record<string, string | number | null>;
type Block = {
  image?: { alt: string; responsiveImage: Picture };
  document?: Record<string, string>;
  video?: { video: Record<string, string> };
};

/** Blocks of the page that has one of each kind. */
async function blocksOf(selection: string): Promise<Block[]> {
  const query = `{ generalPage(filter: {slug: {eq: "allt"}}) { sections {
    ... on RichTextSectionRecord { text { blocks { ${selection} } } } } } }`;
  const answer = await app.request('http://content.example/', {
    method: 'POST',
    headers: { authorization: 'token', 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  type Page = { sections: { text: { blocks: Block[] } }[] };
  const { data } = (await answer.json()) as { data: { generalPage: Page } };
  return data.generalPage.sections[0]?.text.blocks ?? [];
}

const asSpecified = 'imgixParams: {auto: [format, compress], w: 1920, fit: max}';

async function responsive(type: 'LinkableImageBlockRecord' | 'SplitBlockRecord'): Promise<Picture> {
  const blocks = await blocksOf(`... on ${type} { image { alt responsiveImage(${asSpecified}) {
    src srcSet webpSrcSet sizes width height aspectRatio alt base64 } } }`);
  return blocks.find(({ image }) => image)?.image?.responsiveImage ?? {};
}

test.each([
  [{ w: 400 }, 400, 200],
  [{ w: 1600 }, 1600, 800],
  [{ w: 1600, fit: 'max' }, 800, 400],
  [{ w: 100, h: 100, fit: 'crop' }, 100, 100],
  [{ w: 100, h: 100 }, 100, 50],
  [{ h: 100, fit: 'max' }, 200, 100],
  [{ w: 1, fit: 'max' }, 1, 1],
  [{}, 800, 400],
])('%j of 800 × 400 is %i × %i', (params, width, height) => {
  expect(sizeFor(params, { width: 800, height: 400 })).toEqual({ width, height });
});

test('a set of sizes never goes above the original', () => {
  const set = (width: number) =>
    srcSetFor('a', { w: 100 }, { width: 100, height: 50 }, { width, height: width / 2 })
      .split(',')
      .map((candidate) => candidate.split(' ')[1]);
  expect(set(100)).toEqual(['25w', '50w', '75w', '100w']);
  expect(set(220)).toEqual(['25w', '50w', '75w', '100w', '150w', '200w']);
  expect(set(900)).toEqual(['25w', '50w', '75w', '100w', '150w', '200w', '300w', '400w']);
});

test('a responsive picture: at most 1920 wide, formats and compression', async () => {
  const png = await responsive('LinkableImageBlockRecord');
  expect(png).toMatchObject({
    width: 800,
    height: 400,
    aspectRatio: 2,
    alt: null,
    src: expect.stringMatching(/\/mynd\.png\?auto=format%2Ccompress&fit=max&w=1920$/),
    sizes: '(max-width: 800px) 100vw, 800px',
    webpSrcSet: expect.stringContaining('fm=webp'),
  });
  const preview = String(png.base64);
  expect(preview).toMatch(/^data:image\/webp;base64,/);
  const { width, height } = await sharp(Buffer.from(preview.split(',')[1] ?? '', 'base64')).metadata();
  expect([width, height]).toEqual([24, 12]);
  // Every candidate is as wide as it says.
  for (const candidate of String(png.srcSet).split(',')) {
    const [address = '', width] = candidate.split(' ');
    const answer = await get(new URL(address).pathname + new URL(address).search);
    expect(`${(await sharp(await answer.arrayBuffer()).metadata()).width}w`).toBe(width);
  }
});

test('a drawing is one address for every size, and a bitmap when a format is asked for', async () => {
  const drawing = await responsive('SplitBlockRecord');
  expect(drawing).toMatchObject({ width: 400, height: 200, alt: 'Teikning' });
  expect(String(drawing.srcSet).split(',')).toHaveLength(1);
  const { answer } = await picture('teikning.svg', 'auto=format&w=100');
  expect(answer.headers.get('content-type')).toBe('image/svg+xml');
  const shared = await picture('teikning.svg', 'fm=png&fit=crop&w=1200&h=630');
  expect(shared).toMatchObject({ width: 1200, height: 630, format: 'png' });
});

test('w, h, fit, fm, q, dpr and auto', async () => {
  expect(await picture('mynd.png', 'w=200')).toMatchObject({ width: 200, height: 100, format: 'png' });
  expect(await picture('mynd.png', 'w=200&dpr=2')).toMatchObject({ width: 400, height: 200 });
  expect(await picture('mynd.png', 'w=100&h=100&fit=crop')).toMatchObject({ width: 100, height: 100 });
  expect(await picture('mynd.png', 'w=9000&fit=max').catch(() => null)).toBeNull();
  for (const fm of ['webp', 'jpg', 'avif', 'gif']) {
    const format = { jpg: 'jpeg', avif: 'heif' }[fm] ?? fm;
    expect(await picture('mynd.png', `fm=${fm}&w=80&q=30`)).toMatchObject({ width: 80, format });
  }
  const { format, answer } = await picture('mynd.png', 'auto=format&w=80', { accept: 'image/webp,*/*' });
  expect([format, answer.headers.get('vary')]).toEqual(['webp', 'accept']);
  expect((await picture('mynd.png', 'auto=format&w=80')).format).toBe('png');
});

test('bad parameters and bad names are refused, files outside are out of reach', async () => {
  for (const query of ['w=0', 'w=-1', 'w=x', 'w=99999', 'dpr=100', 'fit=nei', 'fm=exe', 'q=0'])
    expect((await get(`${images['mynd.png']}?${query}`)).status).toBe(400);
  for (const path of [
    '/images/x/nei.png',
    '/images/x/..%2fsite-config.yaml',
    '/documents/x/../../texts/is.json',
    '/documents/x/%2e%2e%2ftexts%2fis.json',
    '/video/x.m3u8',
    '/video/x/high.mp4',
    '/images/x/teikning.yaml',
  ])
    expect((await get(path)).status).toBe(404);
});

test('a file is kept for ever under its own hash, and runs nothing', async () => {
  const kept = await get(images['teikning.svg'] ?? '');
  expect(kept.headers.get('cache-control')).toContain('immutable');
  expect(kept.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(kept.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await get('/images/old/teikning.svg')).headers.get('cache-control')).toBe('public, max-age=5');
});

test('a document and a video with its parts', async () => {
  const blocks = await blocksOf(`... on DocumentBlockRecord { document { url title format size } }
    ... on VideoBlockRecord { video { video { muxPlaybackId mp4Url streamingUrl thumbnailUrl } } }`);
  const document = blocks.find((block) => block.document)?.document ?? {};
  expect(document).toMatchObject({ title: 'Skjalið', format: 'txt', size: 5 });
  const path = (address: string | undefined) => new URL(address ?? '').pathname;
  expect(await (await get(path(document.url))).text()).toBe('Skjal');
  const video = blocks.find((block) => block.video)?.video?.video ?? {};
  expect(await (await get(path(video.mp4Url))).text()).toBe('not really a video');
  expect(await (await get(path(video.thumbnailUrl))).text()).toBe('picture');
  const list = await (await get(path(video.streamingUrl))).text();
  const part = list.split('\n').find((line) => line.endsWith('part0.m4s'));
  expect(await (await get(new URL(part ?? '', video.streamingUrl).pathname)).text()).toBe('part');
  expect(list).toMatch(/URI="[\w-]{22}\/start\.m4s"/);
});

test('a player gets the range it asks for', async () => {
  const [video] = [...(await loadContent(root)).tree.uploads.videos.values()];
  const path = `/video/${video?.id}/high.mp4`;
  const range = async (value: string) => {
    const answer = await get(path, { range: value });
    return [answer.status, answer.headers.get('content-range'), await answer.text()];
  };
  expect(await range('bytes=0-2')).toEqual([206, 'bytes 0-2/18', 'not']);
  expect(await range('bytes=13-')).toEqual([206, 'bytes 13-17/18', 'video']);
  expect(await range('bytes=-5')).toEqual([206, 'bytes 13-17/18', 'video']);
  expect(await range('bytes=0-999')).toEqual([206, 'bytes 0-17/18', 'not really a video']);
  expect(await range('bytes=99-')).toEqual([416, 'bytes */18', '']);
  expect((await range('bytes=a-b'))[0]).toBe(200);
});
