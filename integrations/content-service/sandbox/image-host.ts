/** Pictures resized and recoded on request, by the parameters of imgix. */
import { readFile } from 'node:fs/promises';
import sharp, { type FitEnum, type Sharp } from 'sharp';
import { z } from 'zod';
import { type ImgixParams, sizeFor } from './imgix.ts';
import { type ImageUpload, mimeTypes } from './uploads.ts';

const number = (least: number, most: number) => z.coerce.number().min(least).max(most).optional();

/** A picture costs memory by its size: larger than this is refused. */
const pixelsMax = 4096;

const querySchema = z.object({
  w: number(1, pixelsMax),
  h: number(1, pixelsMax),
  dpr: number(0.05, 5),
  q: number(1, 100),
  fit: z.enum(['clamp', 'clip', 'crop', 'facearea', 'fill', 'fillmax', 'max', 'min', 'scale']).optional(),
  fm: z.enum(['avif', 'gif', 'jpg', 'png', 'pjpg', 'webp', 'svg']).optional(),
  auto: z
    .string()
    .transform((text) => text.split(','))
    .optional(),
});
type Query = z.infer<typeof querySchema>;

export type Picture = { bytes: Buffer; type: string };
export type ImageHost = {
  /** Null when the parameters are none. `accept` decides the format under `auto=format`. */
  picture(image: ImageUpload, query: Record<string, string>, accept: string): Promise<Picture | null>;
};

const fits: Partial<Record<NonNullable<Query['fit']>, keyof FitEnum>> = {
  crop: 'cover',
  facearea: 'cover',
  fill: 'contain',
  fillmax: 'contain',
  scale: 'fill',
};

/** @param cacheBytes how much of what was made is kept for the next request */
export function createImageHost(cacheBytes = 64_000_000): ImageHost {
  const made = new Map<string, Promise<Picture>>();
  let kept = 0;
  const remember = async (key: string, picture: Promise<Picture>) => {
    made.set(key, picture);
    try {
      kept += (await picture).bytes.length;
    } catch {
      made.delete(key);
    }
    for (const [oldest, old] of made) {
      if (kept <= cacheBytes || oldest === key) break;
      made.delete(oldest);
      kept -= (await old).bytes.length;
    }
  };
  return {
    async picture(image, query, accept) {
      const parsed = querySchema.safeParse(query);
      if (!parsed.success) return null;
      const format = formatOf(image, parsed.data, accept);
      const key = JSON.stringify([image.hash, parsed.data, format]);
      const earlier = made.get(key);
      if (earlier !== undefined) return earlier;
      const picture = render(image, parsed.data, format);
      void remember(key, picture);
      return picture;
    },
  };
}

/** A drawing stays a drawing unless another format is asked for: it is small, and sharp at any size. */
function formatOf({ format }: ImageUpload, { fm, auto = [] }: Query, accept: string): string {
  if (fm) return fm;
  if (format === 'svg') return 'svg';
  return auto.includes('format') && accept.includes('image/webp') ? 'webp' : format;
}

async function render(image: ImageUpload, query: Query, format: string): Promise<Picture> {
  const isAsked = query.w ?? query.h ?? query.dpr ?? query.q ?? query.fm;
  const isCompressed = query.auto?.includes('compress') ?? false;
  if (format === 'svg' || (isAsked === undefined && !isCompressed && format === image.format))
    return { bytes: await readFile(image.path), type: image.mimeType };
  const { dpr = 1, fit = 'clip' } = query;
  const size = sizeFor(query as ImgixParams, image);
  const width = Math.min(pixelsMax, Math.max(1, Math.round(size.width * dpr)));
  const height = Math.min(pixelsMax, Math.max(1, Math.round(size.height * dpr)));
  const density = Math.min(2400, Math.ceil((72 * width) / image.width));
  const source = sharp(image.path, image.format === 'svg' ? { density: Math.max(72, density) } : {});
  const resized = source.rotate().resize(width, height, { fit: fits[fit] ?? 'fill' });
  const { as, type } = encoders[format] ?? encoders.png ?? fail(format);
  return { bytes: await as(resized, query.q ?? (isCompressed ? 70 : 75)).toBuffer(), type };
}

function fail(format: string): never {
  throw new Error(`no encoder for ${format}`);
}

type Encoder = { as(picture: Sharp, quality: number): Sharp; type: string };
const jpeg: Encoder = {
  as: (picture, quality) => picture.flatten({ background: '#fff' }).jpeg({ quality, progressive: true }),
  type: 'image/jpeg',
};
const encoders: Record<string, Encoder | undefined> = {
  jpg: jpeg,
  jpeg,
  pjpg: jpeg,
  png: { as: (picture) => picture.png(), type: 'image/png' },
  webp: { as: (picture, quality) => picture.webp({ quality }), type: 'image/webp' },
  avif: {
    as: (picture, quality) => picture.avif({ quality: Math.round(quality * 0.7), effort: 2 }),
    type: 'image/avif',
  },
  gif: { as: (picture) => picture.gif(), type: mimeTypes.gif ?? '' },
};
