/** Pictures are drawn once, kept as files, one at a time, and a fault in one spoils no other. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPictures, type Pictures } from './pictures.ts';

let dataDir: string;
let pictures: Pictures;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'hending-pictures-'));
  pictures = createPictures(dataDir);
});
afterAll(async () => {
  await pictures.stop();
  rmSync(dataDir, { recursive: true });
});

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">${inside}</svg>`;
const say = (text: string) => ({
  ground: svg('<rect width="1200" height="630" fill="#fff"/>'),
  front: { type: 'div', props: { style: { fontSize: 120, color: '#000' }, children: text } },
});
const files = () => readdirSync(join(dataDir, 'pictures'));

async function darkest(png: Buffer): Promise<number> {
  return (await sharp(png).greyscale().stats()).channels[0]?.min ?? 255;
}

test('text is drawn with every Icelandic letter, in the size that sharing wants', async () => {
  const png = await pictures.png(say('Þórður á æði, hvíti úðinn „öx“'));
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  expect(await darkest(png)).toBeLessThan(60);
  expect(await darkest(await pictures.png(say('')))).toBe(255);
});

test('the same words are the same file, drawn once, also when they are asked for together', async () => {
  const before = files().length;
  const all = await Promise.all(Array.from({ length: 8 }, () => pictures.png(say('Saman'))));
  expect(new Set(all.map((png) => png.toString('base64'))).size).toBe(1);
  expect(files().length).toBe(before + 1);
  const again = createPictures(dataDir);
  expect((await again.png(say('Saman'))).equals(all[0] ?? Buffer.alloc(0))).toBe(true);
  await again.stop();
});

test('a drawing that cannot be made is refused, and the next one is drawn', async () => {
  await expect(pictures.png({ ...say('x'), ground: 'no svg' })).rejects.toThrow(/svg|image/i);
  expect((await pictures.png(say('Áfram'))).length).toBeGreaterThan(1000);
});

test('few may wait; the rest are asked to come again', async () => {
  const asked = await Promise.allSettled(Array.from({ length: 40 }, (_, n) => pictures.png(say(`nr. ${n}`))));
  const refused = asked.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  expect(refused.length).toBeGreaterThan(0);
  expect(asked.length - refused.length).toBeGreaterThanOrEqual(20);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'EC_SYSTEM_CLOSED' });
});

test('the oldest files make room, so the folder does not grow for ever', async () => {
  const folder = join(dataDir, 'pictures');
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n < 3000; n += 1) {
    writeFileSync(join(folder, `old-${n}.png`), '');
    utimesSync(join(folder, `old-${n}.png`), 1, n);
  }
  await pictures.png(say('Nýtt'));
  expect(files().length).toBeLessThan(3000);
  expect(files()).not.toContain('old-0.png');
  expect(files()).toContain('old-2999.png');
});
