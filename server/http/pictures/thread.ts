/** The thread that draws: lays out the text with our typeface as paths, puts it on the ground, writes PNG. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import satori from 'satori';
import sharp from 'sharp';
import type { Drawing, DrawingAnswer } from './drawing.ts';

const size = { width: 1200, height: 630 };
const name = 'Atkinson Hyperlegible Next';
const folder = dirname(
  createRequire(import.meta.url).resolve('@fontsource/atkinson-hyperlegible-next/package.json'),
);
const fonts = ([400, 700, 800] as const).map((weight) => ({
  name,
  weight,
  style: 'normal' as const,
  data: readFileSync(join(folder, `files/atkinson-hyperlegible-next-latin-${weight}-normal.woff`)),
}));

sharp.concurrency(1);

parentPort?.on('message', (drawing: Drawing) => {
  draw(drawing).then(
    (png) => parentPort?.postMessage({ png } satisfies DrawingAnswer, [png.buffer]),
    (error: unknown) => parentPort?.postMessage({ error: String(error) } satisfies DrawingAnswer),
  );
});

async function draw({ ground, front }: Drawing): Promise<Uint8Array<ArrayBuffer>> {
  const text = await satori(front as Parameters<typeof satori>[0], { ...size, fonts });
  const png = await sharp(Buffer.from(ground))
    .composite([{ input: Buffer.from(text) }])
    .png({ palette: true, quality: 90, compressionLevel: 9 })
    .toBuffer();
  return new Uint8Array(png);
}
