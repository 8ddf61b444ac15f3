/** Lists of news and pages: picture, words, one link a line. */
import { Link } from 'react-router';
import type { Image } from '#contract/content.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import * as imageCss from './image.module.css';
import { ContentImage } from './image.tsx';
import type { NewsTeaser } from './section-data.ts';
import * as teasersCss from './teasers.module.css';

type Line = { id: string; to: string; meta?: string; title: string; intro: string; image: Image | null };

function Lines({
  lines,
  wide,
  heading: Heading,
}: {
  lines: readonly Line[];
  wide: boolean;
  heading: 'h2' | 'h3';
}) {
  return (
    <ul className={wide ? `${teasersCss.teasers} ${teasersCss.teasers3}` : teasersCss.teasers}>
      {lines.map(({ id, to, meta, title, intro, image }, place) => (
        <li key={id}>
          <Link to={to}>
            {image ? (
              <ContentImage
                image={{ ...image, alt: '', responsiveImage: plain(image) }}
                sizes={wide && place < lines.length % 3 ? widerSizes : sizes}
              />
            ) : (
              <span className={`${imageCss.picture} ${teasersCss.pictureNone}`} />
            )}
            <div className={teasersCss.words}>
              {meta !== undefined && <p className="meta">{meta}</p>}
              <Heading>{title}</Heading>
              <p className="soft">{intro}</p>
            </div>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const sizes = '(min-width: 1024px) 400px, 128px';
/** Of those that fill a row by two, or alone. */
const widerSizes = '(min-width: 1024px) 640px, 128px';

/** Beside its own headline a picture says nothing new. */
function plain({ responsiveImage }: Image): Image['responsiveImage'] {
  return responsiveImage && { ...responsiveImage, alt: '' };
}

type Teasers<T> = { wide?: boolean; heading?: 'h2' | 'h3'; items: readonly T[] };

export function NewsTeasers({ items, wide = false, heading = 'h3' }: Teasers<NewsTeaser>) {
  const { format, locale } = useText();
  const lines = items.map((item) => ({
    ...item,
    to: pathsFor(locale).article(item.slug),
    meta: `${item.category.name} · ${format.dateYear(item.publishedAt)}`,
  }));
  return <Lines lines={lines} wide={wide} heading={heading} />;
}

type PageTeaser = Omit<Line, 'to' | 'meta'> & { slug: string };

export function PageTeasers({ items, wide = false, heading = 'h3' }: Teasers<PageTeaser>) {
  const { locale } = useText();
  const lines = items.map((item) => ({ ...item, to: pathsFor(locale).page(item.slug) }));
  return <Lines lines={lines} wide={wide} heading={heading} />;
}
