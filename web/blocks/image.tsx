/**
 * A picture of the content service in the sizes it offers. Its width and height keep its place free, so
 * nothing moves when it arrives.
 */
import type { Image } from '#contract/content.ts';
import * as imageCss from './image.module.css';
import { ownPicture } from './own-picture.ts';

type Props = {
  image: Image;
  /** The first picture of a page, which is seen at once: loaded first. Others wait until they come near. */
  first?: boolean;
  /** How wide it is shown, when narrower than the content service assumes. */
  sizes?: string;
  className?: string | undefined;
};

/** The preview is a picture behind the picture: a style in the page would break the security policy. */
export function ContentImage({ image, first = false, sizes, className }: Props) {
  const { responsiveImage: sized } = image;
  const loading = first
    ? ({ loading: 'eager', fetchPriority: 'high' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const);
  const preview = sized !== null && !isDrawing(sized.src) && isPreview(sized.base64) ? sized.base64 : null;
  return (
    <span className={className === undefined ? imageCss.picture : `${imageCss.picture} ${className}`}>
      {preview !== null && (
        <img className={imageCss.picturePreview} src={preview} alt="" aria-hidden="true" />
      )}
      {sized === null ? (
        <img src={ownPicture(image.url)} alt={image.alt ?? ''} {...loading} />
      ) : (
        <img
          {...loading}
          srcSet={sized.srcSet === '' ? undefined : ownPicture(sized.srcSet)}
          sizes={sizes ?? sized.sizes}
          src={ownPicture(sized.src)}
          width={sized.width}
          height={sized.height}
          alt={sized.alt ?? image.alt ?? ''}
        />
      )}
    </span>
  );
}

function isPreview(base64: string | null): base64 is string {
  return base64?.startsWith('data:image/') === true;
}

/** Drawings are small and may be seen through: nothing may lie behind them. */
function isDrawing(src: string): boolean {
  return /\.svg(?:[?#]|$)/.test(src);
}
