/** One item of news: at most 70 characters a line, picture, what else there is to read. */

import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { ContentImage } from '#web/blocks/image.tsx';
import { RichText } from '#web/blocks/rich-text.tsx';
import { loadSectionData } from '#web/blocks/section-data.server.ts';
import { NewsTeasers } from '#web/blocks/teasers.tsx';
import { apiContext, requestContext } from '#web/loaders/context.ts';
import { noSuchPage, orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { localeOf, pageUrl, pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import { Section } from '#web/ui/section.tsx';
import { ShareButton } from '#web/ui/share-button.tsx';
import { isSlug } from './address.ts';
import texts from './article-page.tsx?texts';
import * as contentCss from './content.module.css';

export async function loader({ request, context, params: { slug } }: LoaderFunctionArgs) {
  if (!isSlug(slug)) throw noSuchPage();
  const { pathname, searchParams: query } = pageUrl(request);
  const api = context.get(apiContext);
  const locale = localeOf(pathname);
  const article = await orErrorPage(api('content.newsItem', { query: { locale, slug } }));
  const blocks = [...article.content.blocks, ...article.content.inlineBlocks];
  const { now } = context.get(requestContext);
  const data = await loadSectionData(api, { sections: [], blocks, locale, query, now });
  return { texts: textsFor({ request, context }, texts), article, data };
}

export default function ArticlePage() {
  const { article, data } = useLoaderData<typeof loader>();
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const { title, intro, slug, category, publishedAt, updatedAt, image } = article;
  return (
    <div className="wrap">
      <PageMeta
        title={title}
        description={intro}
        path={pathsFor('is').article(slug)}
        seo={article.seo}
        picture={pathsFor('is').article(slug).slice(1)}
        crumbs={[
          { name: t('news.title'), path: pathsFor('is').news() },
          { name: title, path: pathsFor('is').article(slug) },
        ]}
        article={{ publishedAt, updatedAt, category: category.name }}
      />
      <article className={contentCss.article}>
        <ArticleHead {...article} />
        {image && <ContentImage image={image} first sizes="(min-width: 1024px) 70ch, 100vw" />}
        <RichText text={article.content} data={data} />
        <p className={contentCss.share}>
          <ShareButton label={t('news.shareArticle')} text={title} path={paths.article(slug)} />
        </p>
      </article>
      {article.related.length > 0 && (
        <Section title={t('news.more')} aside={<Link to={paths.news()}>{t('news.all')}</Link>}>
          <NewsTeasers items={article.related} wide />
        </Section>
      )}
    </div>
  );
}

type Article = ReturnType<typeof useLoaderData<typeof loader>>['article'];
type HeadProps = Pick<Article, 'title' | 'intro' | 'category' | 'publishedAt'>;

function ArticleHead({ title, intro, category, publishedAt }: HeadProps) {
  const { t, format, locale } = useText();
  const paths = pathsFor(locale);
  return (
    <div className={layoutCss.pageHead}>
      <Breadcrumbs
        steps={[
          { name: t('nav.home'), to: paths.home() },
          { name: t('news.title'), to: paths.news() },
        ]}
      />
      <p className="meta">
        <Link to={paths.news(category.slug)}>{category.name}</Link> ·{' '}
        <time dateTime={publishedAt}>{t('news.published', { date: format.dateYear(publishedAt) })}</time>
      </p>
      <h1>{title}</h1>
      <p className="lead">{intro}</p>
    </div>
  );
}
