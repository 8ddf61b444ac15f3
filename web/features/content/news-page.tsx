/** News, newest first: all, or those of a category; older ones on further pages. */
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { NewsTeasers } from '#web/blocks/teasers.tsx';
import { apiContext } from '#web/loaders/context.ts';
import { noSuchPage, orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { allNews, localeOf, pageUrl, pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { FilterLinks } from '#web/ui/filter-links.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import * as listsCss from '#web/ui/lists.module.css';
import { Pages } from '#web/ui/pages.tsx';
import { isSlug, pageNumberOf } from './address.ts';
import { FirstArticle } from './first-article.tsx';
import texts from './news-page.tsx?texts';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const locale = localeOf(pageUrl(request).pathname);
  const page = pageNumberOf(params['pageNumber']);
  const { filter = allNews } = params;
  if (page === null || !isSlug(filter)) throw noSuchPage();
  const category = filter === allNews ? undefined : filter;
  const spelled = pathsFor(locale).news(category, page);
  if (page === 1 && pageUrl(request).pathname !== spelled) throw redirect(spelled);
  const query = { locale, page: String(page), ...(category !== undefined && { category }) };
  const news = await orErrorPage(context.get(apiContext)('content.news', { query }));
  if (page > Math.max(1, news.pageCount)) throw noSuchPage();
  return { texts: textsFor({ request, context }, texts), news, page, category: category ?? null };
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

const categoryOf = ({ news, category }: Pick<Data, 'news' | 'category'>) =>
  news.categories.find(({ slug }) => slug === category);

type MetaProps = Pick<Data, 'news' | 'page' | 'category'> & { title: string };

function NewsMeta({ news, page, category, title }: MetaProps) {
  const { t } = useText();
  const paths = pathsFor('is');
  const chosen = categoryOf({ news, category });
  return (
    <PageMeta
      title={page > 1 ? `${title}, ${t('common.pageOf', { page, pages: news.pageCount })}` : title}
      description={news.articles.map((article) => article.title).join('. ')}
      path={paths.news(category ?? undefined, page)}
      crumbs={[
        { name: t('news.title'), path: paths.news() },
        ...(chosen ? [{ name: chosen.name, path: paths.news(chosen.slug) }] : []),
      ]}
      feed={{ title: t('news.title'), path: '/um-okkur/frettir/rss.xml' }}
    />
  );
}

export default function NewsPage() {
  const { news, page, category } = useLoaderData<typeof loader>();
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const [first, ...rest] = news.articles;
  const chosen = categoryOf({ news, category });
  const title = chosen?.name ?? t('news.title');
  const links = [
    { name: allNews, label: t('news.all'), to: paths.news() },
    ...news.categories.map(({ slug, name }) => ({ name: slug, label: name, to: paths.news(slug) })),
  ];
  return (
    <div className="wrap">
      <NewsMeta news={news} page={page} category={category} title={title} />
      <div className={layoutCss.pageHead}>
        <Breadcrumbs
          steps={[
            { name: t('nav.home'), to: paths.home() },
            ...(chosen ? [{ name: t('news.title'), to: paths.news() }] : []),
          ]}
        />
        <h1>{title}</h1>
      </div>
      {news.categories.length > 0 && (
        <FilterLinks label={t('news.filter')} links={links} chosen={category ?? allNews} />
      )}
      {first === undefined ? (
        <p className={`lead ${listsCss.empty}`}>{t('empty.news')}</p>
      ) : page === 1 ? (
        <>
          <FirstArticle article={first} />
          <NewsTeasers items={rest} wide heading="h2" />
        </>
      ) : (
        <NewsTeasers items={news.articles} wide heading="h2" />
      )}
      <Pages
        page={page}
        pageCount={news.pageCount}
        to={(other) => paths.news(category ?? undefined, other)}
      />
    </div>
  );
}
