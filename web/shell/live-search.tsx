/** What is found while one types, as links, announced politely. */
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { browserApi } from '#web/api/browser-api.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { find } from './find.ts';
import { countOf, type Found, FoundList, nothingFound, TicketHint } from './found-list.tsx';
import * as searchCss from './search.module.css';

const restMs = 250;

type State = { query: string; found: Found | 'failed' };

/** Search results, fetched when the query has not changed for 250 ms. */
function useFound(query: string) {
  const { locale } = useText();
  const isSignedIn = useShell().state !== 'out';
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const found = await find(browserApi, { locale, query, isSignedIn }).catch((): 'failed' => 'failed');
      if (isCurrent) setState({ query, found });
    }, restMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, locale, isSignedIn, attempt]);

  const isWaiting = state?.query !== query;
  const retry = (): void => {
    setState(null);
    setAttempt(attempt + 1);
  };
  return {
    found: state === null || state.found === 'failed' ? nothingFound : state.found,
    isWaiting,
    hasFailed: state?.found === 'failed' && !isWaiting,
    retry,
  };
}

export function LiveSearch({ query }: { query: string }) {
  const { t, locale } = useText();
  const { found, isWaiting, hasFailed, retry } = useFound(query);
  const count = countOf(found);
  return (
    <div aria-busy={isWaiting}>
      <p className={searchCss.said} role="status">
        {said()}
      </p>
      {hasFailed && (
        <button
          type="button"
          className={`${buttonCss.button} ${buttonCss.secondary} ${searchCss.retry}`}
          onClick={retry}
        >
          {t('common.retry')}
        </button>
      )}
      <TicketHint query={query} />
      <FoundList {...found} level={3} />
      {count > 0 && (
        <p className={searchCss.all}>
          <Link to={pathsFor(locale).search(query)}>{t('search.showAll')}</Link>
        </p>
      )}
    </div>
  );

  function said(): string {
    if (isWaiting) return t('search.loading');
    if (hasFailed) return t('search.failed');
    return count === 0 ? t('nav.searchEmpty', { query }) : t('search.results', { count, query });
  }
}
