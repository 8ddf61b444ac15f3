/**
 * Fetches the code of a page when a link to it comes within 200 px of the window, unless the visitor saves
 * data. Only code: what a page says is fetched when it is opened, so that no amount is older than the press.
 */
import { matchRoutes } from 'react-router';
import { type PageRoute, pageRoutesPath } from '#web/page/page-routes.ts';

const margin = '200px';

type WithConnection = Navigator & { connection?: { saveData?: boolean } };

/** Begins to watch all links of the document, for as long as it is open. */
export async function prefetchNearLinks(): Promise<void> {
  if ((navigator as WithConnection).connection?.saveData) return;
  const answer = await fetch(pageRoutesPath);
  if (!answer.ok) return;
  const routes = (await answer.json()) as PageRoute[];
  const scriptsOf = (path: string): string[] =>
    (matchRoutes(routes, path) ?? []).flatMap(({ route }) => route.handle);
  const here = [...performance.getEntriesByType('resource')].map(({ name }) => new URL(name).pathname);
  const fetched = new Set(here);
  const seen = new WeakMap<Element, string>();

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        for (const href of scriptsOf((target as HTMLAnchorElement).pathname)) fetchOnce(href);
      }
    },
    { rootMargin: margin },
  );
  function fetchOnce(href: string): void {
    if (fetched.has(href)) return;
    fetched.add(href);
    const link = document.createElement('link');
    Object.assign(link, { rel: 'prefetch', as: 'script', href });
    document.head.append(link);
  }
  function watch(): void {
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')) {
      if (seen.get(link) === link.href) continue;
      seen.set(link, link.href);
      observer.observe(link);
    }
  }

  watch();
  new MutationObserver(watch).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['href'],
  });
}
