import sharp from 'sharp';
import type { ImageUpload } from './uploads.ts';

/** A tiny picture as a data address, to show while the real one is on its way. */
export type Previews = (image: ImageUpload) => Promise<string>;

const previewSize = 24;

/** Each is made once. */
export function createPreviews(): Previews {
  const made = new Map<string, Promise<string>>();
  return (image) => {
    const earlier = made.get(image.hash);
    if (earlier !== undefined) return earlier;
    const preview = sharp(image.path)
      .resize(previewSize, previewSize, { fit: 'inside' })
      .webp({ quality: 40 })
      .toBuffer()
      .then((bytes) => `data:image/webp;base64,${bytes.toString('base64')}`);
    made.set(image.hash, preview);
    return preview;
  };
}
