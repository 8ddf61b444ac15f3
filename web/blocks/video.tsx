/**
 * A video by its playback id: only its picture, until somebody presses it. Without script the press
 * opens the file.
 */
import { type MouseEvent, useState } from 'react';
import type { Block } from '#contract/content.ts';
import { useText } from '#web/text/text.tsx';
import { safeUrl } from './content-link.tsx';
import { ownPicture } from './own-picture.ts';
import * as videoCss from './video.module.css';

type Props = { block: Extract<Block, { __typename: 'VideoBlockRecord' }> };

export function VideoBlock({ block: { title, video } }: Props) {
  const { t } = useText();
  const [isPlaying, setPlaying] = useState(false);
  const { width, height } = video;
  const mp4 = safeUrl(video.mp4Url);
  const stream = safeUrl(video.streamingUrl);
  const file = mp4 ?? stream;
  const picture = ownPicture(video.thumbnailUrl);
  if (file === null) return null;
  const press = (event: MouseEvent): void => {
    event.preventDefault();
    setPlaying(true);
  };
  return (
    <figure className={videoCss.video}>
      {isPlaying ? (
        // biome-ignore lint/a11y/useMediaCaption: the content service has none; they are in the picture
        <video
          ref={(element) => element?.focus()}
          width={width}
          height={height}
          title={title}
          controls
          autoPlay
          playsInline
          poster={picture}
        >
          {mp4 !== null && <source src={mp4} type="video/mp4" />}
          {stream !== null && <source src={stream} type="application/vnd.apple.mpegurl" />}
        </video>
      ) : (
        <a
          className={videoCss.poster}
          href={file}
          onClick={press}
          aria-label={`${t('content.playVideo')}: ${title}`}
        >
          <img src={picture} alt="" width={width} height={height} loading="lazy" decoding="async" />
          <svg viewBox="0 0 72 72" aria-hidden="true">
            <circle cx="36" cy="36" r="35" />
            <path d="M29 23v26l21-13z" />
          </svg>
        </a>
      )}
      <figcaption>{title}</figcaption>
    </figure>
  );
}
