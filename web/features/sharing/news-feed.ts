/** The newest news as RSS, in the language of the address. */
import type { LoaderFunctionArgs } from 'react-router';
import { apiContext, requestContext } from '#web/loaders/context.ts';
import { wordsIn } from '#web/loaders/page-texts.server.ts';
import { feedSlugs, localeOf, pathsFor } from '#web/page/paths.ts';
import { feedAnswer } from './feed.ts';

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { origin } = context.get(requestContext);
  const locale = localeOf(new URL(request.url).pathname);
  const paths = pathsFor(locale);
  const { t } = wordsIn(context, locale);
  const { articles } = await context.get(apiContext)('content.news', { query: { locale, page: '1' } });
  return feedAnswer({
    locale,
    title: t('brand.titleTemplate', { page: t('news.title') }),
    description: t('brand.description'),
    page: origin + paths.news(),
    self: origin + paths.local(`/${feedSlugs.news}`),
    items: articles.map(({ slug, title, intro, publishedAt, category }) => ({
      title,
      text: intro,
      link: origin + paths.article(slug),
      at: publishedAt,
      category: category.name,
    })),
  });
}
