/** What is found while one types: games, pages, news and clubs as links, announced politely. */
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { browserApi } from '#web/browser-api.ts';
import { pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { FoundList } from './found-list.tsx';

const restMs = 250;

type Found = ApiAnswer<'content.search'>['found'];
type State = { query: string; found: Found | 'failed' };

export function LiveSearch({ query }: { query: string }) {
  const { t, locale } = useText();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const found = await browserApi('content.search', { query: { locale, query } }).then(
        (answer) => answer.found,
        (): 'failed' => 'failed',
      );
      if (isCurrent) setState({ query, found });
    }, restMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, locale, attempt]);

  const isWaiting = state?.query !== query;
  const found = state === null || state.found === 'failed' ? [] : state.found;
  const hasFailed = state?.found === 'failed' && !isWaiting;
  return (
    <div aria-busy={isWaiting}>
      <p className="search-said" role="status">
        {said()}
      </p>
      {hasFailed && (
        <button
          type="button"
          className="button button-secondary search-retry"
          onClick={() => {
            setState(null);
            setAttempt(attempt + 1);
          }}
        >
          {t('common.retry')}
        </button>
      )}
      <FoundList found={found} level={3} />
      {found.length > 0 && (
        <p className="search-all">
          <Link to={pathsFor(locale).search(query)}>{t('search.showAll')}</Link>
        </p>
      )}
    </div>
  );

  function said(): string {
    if (isWaiting) return t('search.loading');
    if (hasFailed) return t('search.failed');
    return found.length === 0
      ? t('nav.searchEmpty', { query })
      : t('search.results', { count: found.length, query });
  }
}
