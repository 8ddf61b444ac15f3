/** The newest item of news, larger than the others. */
import { Link } from 'react-router';
import { ContentImage } from '#web/blocks/image.tsx';
import type { NewsTeaser } from '#web/blocks/section-data.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import * as contentCss from './content.module.css';

export function FirstArticle({ article }: { article: NewsTeaser }) {
  const { format, locale } = useText();
  const { title, intro, image, category, publishedAt, slug } = article;
  return (
    <article
      className={
        image ? contentCss.firstArticle : `${contentCss.firstArticle} ${contentCss.firstArticlePlain}`
      }
    >
      {image && <ContentImage image={image} first sizes="(min-width: 1024px) 58vw, 100vw" />}
      <div>
        <p className="meta">
          {category.name} · {format.dateYear(publishedAt)}
        </p>
        <h2>
          <Link to={pathsFor(locale).article(slug)}>{title}</Link>
        </h2>
        <p className="lead">{intro}</p>
      </div>
    </article>
  );
}
