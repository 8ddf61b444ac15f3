/** Files of `content/`: pictures, documents and videos, with what is known of each. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import sharp from 'sharp';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Locale } from './locales.ts';
import type { Problem } from './problem.ts';

const localizedText = z.union([z.string(), z.object({ is: z.string(), en: z.string().optional() }).strict()]);
const aboutSchema = z.object({ alt: localizedText.optional(), title: localizedText.optional() }).strict();
const aboutVideoSchema = z
  .object({ title: localizedText, width: z.int(), height: z.int(), duration: z.int() })
  .strict();
type LocalizedText = z.infer<typeof localizedText>;

type File = {
  id: string;
  /** Below `images/`, `documents/` or `videos/`; also the name in an address. */
  name: string;
  path: string;
  /** Changes with the content. */
  hash: string;
  size: number;
  format: string;
  mimeType: string;
  title: { [Name in Locale]?: string };
};
export type ImageUpload = File & {
  kind: 'image';
  alt: { [Name in Locale]?: string };
  width: number;
  height: number;
};
export type DocumentUpload = File & { kind: 'document' };
export type VideoUpload = File & { kind: 'video'; width: number; height: number; duration: number };
export type Upload = ImageUpload | DocumentUpload | VideoUpload;
export type Uploads = {
  images: ReadonlyMap<string, ImageUpload>;
  documents: ReadonlyMap<string, DocumentUpload>;
  videos: ReadonlyMap<string, VideoUpload>;
};

export const mimeTypes: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/mp4',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};
const imageFormats = new Set(['svg', 'png', 'jpg', 'jpeg', 'webp', 'avif', 'gif']);

/** Reads the three folders; what cannot be read is a problem and left out. */
export async function readUploads(root: string, problems: Problem[]): Promise<Uploads> {
  const images = new Map<string, ImageUpload>();
  for (const name of filesBelow(join(root, 'images'))) {
    const image = await readImage(root, name, problems);
    if (image) images.set(name, image);
  }
  const documents = new Map<string, DocumentUpload>();
  for (const name of filesBelow(join(root, 'documents'))) {
    const about = readAbout(root, join('documents', name), aboutSchema, problems);
    documents.set(name, { ...fileAt(root, 'documents', name, about?.title), kind: 'document' });
  }
  const videos = new Map<string, VideoUpload>();
  for (const name of filesBelow(join(root, 'videos')).filter((file) => extname(file) === '.mp4')) {
    const about = readAbout(root, join('videos', name), aboutVideoSchema, problems);
    if (!about) {
      problems.push({
        file: join('videos', name),
        message: 'has no YAML with title, width, height, duration',
      });
      continue;
    }
    const { title, ...size } = about;
    videos.set(name, { ...fileAt(root, 'videos', name, title), ...size, kind: 'video' });
  }
  return { images, documents, videos };
}

async function readImage(root: string, name: string, problems: Problem[]): Promise<ImageUpload | null> {
  const file = join('images', name);
  if (!imageFormats.has(extname(name).slice(1))) {
    problems.push({ file, message: 'is no picture: svg, png, jpg, webp, avif or gif' });
    return null;
  }
  const about = readAbout(root, file, aboutSchema, problems);
  try {
    // As it is shown: a photograph may say that it lies on its side.
    const { width, height } = (await sharp(join(root, file)).metadata()).autoOrient;
    return {
      ...fileAt(root, 'images', name, about?.title),
      kind: 'image',
      alt: textOf(about?.alt),
      width,
      height,
    };
  } catch (error) {
    problems.push({ file, message: `cannot be read as a picture: ${String(error)}` });
    return null;
  }
}

/** The YAML of the same name beside a file; null when there is none that can be read. */
function readAbout<T>(root: string, file: string, schema: z.ZodType<T>, problems: Problem[]): T | null {
  const about = `${file.slice(0, -extname(file).length)}.yaml`;
  if (!existsSync(join(root, about))) return null;
  try {
    const read = schema.safeParse(parse(readFileSync(join(root, about), 'utf8')));
    if (read.success) return read.data;
    problems.push({ file: about, message: z.prettifyError(read.error) });
  } catch (error) {
    problems.push({ file: about, message: String(error) });
  }
  return null;
}

function fileAt(root: string, folder: string, name: string, title: LocalizedText | undefined): File {
  const path = join(root, folder, name);
  const hash = hashOf(readFileSync(path));
  const format = extname(name).slice(1);
  return {
    id: hashOf(`${folder}/${name}`),
    name,
    path,
    hash,
    size: statSync(path).size,
    format,
    mimeType: mimeTypes[format] ?? 'application/octet-stream',
    title: textOf(title),
  };
}

const textOf = (text: LocalizedText | undefined): { [Name in Locale]?: string } =>
  typeof text === 'string' ? { is: text, en: text } : ((text ?? {}) as { [Name in Locale]?: string });

/** Names below a folder, with `/`, without the YAML that describes and without hidden files. */
function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && extname(entry.name) !== '.yaml')
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .toSorted();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** 22 characters, like the ids of DatoCMS. */
export const hashOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22);

export const filenameOf = ({ name }: File): string => basename(name);
