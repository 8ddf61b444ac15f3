/** `/leit?q=`: what a search found, without script too. */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { readTyped } from '#rules/values/typed.ts';
import { apiContext, sessionOf } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { localeOf, pageUrl } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { useText } from '#web/text/text.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import { find } from './find.ts';
import { countOf, FoundList, nothingFound, SearchLinks, TicketHint } from './found-list.tsx';
import * as searchCss from './search.module.css';
import { SearchForm } from './search-area.tsx';
import sentTexts from './search-page.tsx?texts';

const queryMax = 100;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = pageUrl(request);
  const query = readTyped(url.searchParams.get('q') ?? '').slice(0, queryMax);
  const texts = textsFor({ request, context }, sentTexts);
  if (query === '') return { texts, query, found: nothingFound };
  const locale = localeOf(url.pathname);
  const isSignedIn = sessionOf(context) !== null;
  const found = await orErrorPage(find(context.get(apiContext), { locale, query, isSignedIn }));
  return { texts, query, found };
}

export default function SearchPage() {
  const { query, found } = useLoaderData<typeof loader>();
  const { t } = useText();
  const { state } = useShell();
  const count = countOf(found);
  return (
    <div className="wrap">
      <PageMeta title={t('search.title')} />
      <div className={`${layoutCss.pageHead} measure`}>
        <h1>{t('search.title')}</h1>
        <p className="soft">{t(state === 'out' ? 'search.introSignedOut' : 'search.intro')}</p>
      </div>
      <div className={`${searchCss.area} measure`}>
        <SearchForm key={query} query={query} />
        {query !== '' && (
          <p className={searchCss.said} role="status">
            {count === 0 ? t('nav.searchEmpty', { query }) : t('search.results', { count, query })}
          </p>
        )}
        <TicketHint query={query} />
        <FoundList {...found} level={2} />
        {count === 0 && <SearchLinks level={2} />}
      </div>
    </div>
  );
}
