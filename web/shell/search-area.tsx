/**
 * Search. A form that leads to the page of search, which needs no script; what answers while one types is
 * fetched when somebody comes to the field.
 */
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import * as fieldCss from '#web/ui/field.module.css';
import { Icon } from '#web/ui/icon.tsx';
import { SearchLinks } from './found-list.tsx';
import * as searchCss from './search.module.css';

const loadLive = () =>
  import('./live-search.tsx').then(
    ({ LiveSearch }) => ({ default: LiveSearch }),
    () => ({ default: NotLive }),
  );
const Live = lazy(loadLive);

type FormProps = { query?: string; onQuery?: (query: string) => void };

/** `onQuery` hears what stands in the field, as it is typed. */
export function SearchForm({ query, onQuery }: FormProps) {
  const { t, locale } = useText();
  const navigate = useNavigate();
  const paths = pathsFor(locale);
  const field = useRef<HTMLInputElement>(null);
  // What was typed before the panel woke.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (field.current?.value) onQuery?.(field.current.value);
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void navigate(paths.search(String(new FormData(event.currentTarget).get('q') ?? '').trim()));
  };
  return (
    <search>
      <form className={searchCss.form} action={paths.search()} method="get" onSubmit={submit}>
        <input
          ref={field}
          className={fieldCss.input}
          type="search"
          name="q"
          maxLength={100}
          autoComplete="off"
          aria-label={t('nav.searchPlaceholder')}
          placeholder={t('nav.searchPlaceholder')}
          defaultValue={query}
          onInput={(event) => onQuery?.(event.currentTarget.value)}
        />
        <button
          type="submit"
          className={`${buttonCss.button} ${buttonCss.secondary}`}
          aria-label={t('common.search')}
        >
          <Icon name="search" />
        </button>
      </form>
    </search>
  );
}

/** @param links where nothing is typed, the links that are asked for most */
export function SearchArea({ links = true }: { links?: boolean }) {
  const { t } = useText();
  const [query, setQuery] = useState('');
  const area = useRef<HTMLDivElement>(null);
  const isAsked = query.trim() !== '';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows only add to Tab among field and links
    <div
      ref={area}
      className={searchCss.area}
      onFocus={() => void loadLive()}
      onKeyDown={(event) => moveByArrows(event, area.current)}
    >
      <SearchForm onQuery={setQuery} />
      {isAsked ? (
        <Suspense fallback={<p className="soft">{t('search.loading')}</p>}>
          <Live query={query.trim()} />
        </Suspense>
      ) : (
        links && <SearchLinks level={3} />
      )}
    </div>
  );
}

/** Stands in when the code of the search could not be fetched: the form still leads to the page of search. */
function NotLive() {
  const { t } = useText();
  return <p role="status">{t('search.failed')}</p>;
}

/** Down and up lead from the field through the links and back. */
function moveByArrows(event: KeyboardEvent, area: HTMLElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || area === null) return;
  const stops = [...area.querySelectorAll<HTMLElement>(`input, a, .${searchCss.retry}`)];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[at + step];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}
