/** Draws the icons of `web/public` from the mark. Run it when the mark changes. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'web/public');
const svg = readFileSync(join(root, 'web/assets/favicon.svg'), 'utf8');
const mark = svg.replace(/<style>.*?<\/style>/s, '').replace(/^<svg[^>]*>|<\/svg>\s*$/g, '');
const canvas = /--color-canvas: (?:light-dark\()?(#[0-9a-f]{6})/.exec(
  readFileSync(join(root, 'web/styles/tokens.css'), 'utf8'),
)?.[1];

/** @param part how much of the side the mark takes: launchers cut off all but the middle four fifths */
function icon(size: number, part: number): Promise<Buffer> {
  const side = 32 / part;
  const edge = (side - 32) / 2;
  const box = `viewBox="${-edge} ${-edge} ${side} ${side}" width="${size}" height="${size}"`;
  const ground = `<rect x="${-edge}" y="${-edge}" width="${side}" height="${side}" fill="${canvas}"/>`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${ground}${mark}</svg>`;
  return sharp(Buffer.from(drawing)).png({ palette: true, compressionLevel: 9 }).toBuffer();
}

/** An ICO file with one PNG in it. */
function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'favicon.ico'), ico(await icon(32, 0.9), 32));
writeFileSync(join(folder, 'apple-touch-icon.png'), await icon(180, 0.66));
for (const size of [192, 512]) writeFileSync(join(folder, `icon-${size}.png`), await icon(size, 0.56));
