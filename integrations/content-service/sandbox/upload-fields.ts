/** Fields of files in the schema: addresses, sizes, and the responsive picture. */
import type { GraphQLFieldResolver } from 'graphql';
import { type ImgixParams, sizeFor, srcSetFor, toQuery } from './imgix.ts';
import type { Scope } from './locale.ts';
import type { Locale } from './locales.ts';
import type { Request } from './request.ts';
import {
  type DocumentUpload,
  filenameOf,
  type ImageUpload,
  type Upload,
  type VideoUpload,
} from './uploads.ts';

type View<Kind extends Upload> = { upload: Kind; scope: Scope };
type Fields<Kind extends Upload> = Record<
  string,
  GraphQLFieldResolver<View<Kind>, Request, { imgixParams?: ImgixParams | null; sizes?: string | null }>
>;

const inScope = (texts: { [Name in Locale]?: string }, { locale, fallbacks }: Scope): string | null =>
  [locale, ...fallbacks].map((name) => texts[name]).find((text) => text) ?? null;

const common: Fields<Upload> = {
  id: ({ upload }) => upload.id,
  title: ({ upload, scope }) => inScope(upload.title, scope),
  format: ({ upload }) => upload.format,
  filename: ({ upload }) => filenameOf(upload),
  mimeType: ({ upload }) => upload.mimeType,
  size: ({ upload }) => upload.size,
};

const imageAddress = (upload: ImageUpload, { files }: Request): string =>
  `${files}/images/${upload.hash}/${upload.name}`;

export const imageFields: Fields<ImageUpload> = {
  ...(common as Fields<ImageUpload>),
  alt: ({ upload, scope }) => inScope(upload.alt, scope),
  width: ({ upload }) => upload.width,
  height: ({ upload }) => upload.height,
  blurUpThumb: ({ upload }, _args, { previews }) => previews(upload),
  url: ({ upload }, { imgixParams }, request) =>
    `${imageAddress(upload, request)}${toQuery(imgixParams ?? {})}`,
  responsiveImage: ({ upload, scope }, { imgixParams, sizes }, request) => {
    const params = imgixParams ?? {};
    const address = imageAddress(upload, request);
    const base = sizeFor(params, upload);
    const setFor = (set: ImgixParams) => srcSetFor(address, set, base, upload);
    const src = `${address}${toQuery(params)}`;
    // A drawing is sharp at any size: one address serves every screen.
    const isDrawing = upload.format === 'svg' && params.fm === undefined;
    return {
      src,
      srcSet: isDrawing ? `${src} ${base.width}w` : setFor(params),
      webpSrcSet: setFor({ ...params, fm: 'webp' }),
      sizes: sizes ?? `(max-width: ${base.width}px) 100vw, ${base.width}px`,
      ...base,
      aspectRatio: base.width / base.height,
      alt: inScope(upload.alt, scope),
      title: inScope(upload.title, scope),
      base64: () => request.previews(upload),
      bgColor: null,
    };
  },
};

export const documentFields: Fields<DocumentUpload> = {
  ...(common as Fields<DocumentUpload>),
  title: ({ upload, scope }) => inScope(upload.title, scope) ?? filenameOf(upload),
  url: ({ upload }, _args, { files }) => `${files}/documents/${upload.hash}/${upload.name}`,
};

/** Below `video/<playback id>`. */
export const videoFiles = { mp4: 'high.mp4', thumbnail: 'thumbnail.jpg' };

export const videoFields: Fields<VideoUpload> = {
  ...(common as Fields<VideoUpload>),
  url: ({ upload }, _args, { files }) => `${files}/video/${upload.id}/${videoFiles.mp4}`,
  video: ({ upload: { id, width, height, duration } }, _args, { files }) => ({
    muxPlaybackId: id,
    playbackId: id,
    width,
    height,
    duration,
    streamingUrl: `${files}/video/${id}.m3u8`,
    mp4Url: `${files}/video/${id}/${videoFiles.mp4}`,
    thumbnailUrl: `${files}/video/${id}/${videoFiles.thumbnail}`,
  }),
};
