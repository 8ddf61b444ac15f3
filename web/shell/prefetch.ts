/**
 * Fetches the code of a page when a link to it comes within 200 px of the window, unless the visitor saves
 * data. Only code: what a page says is fetched when it is opened, so that no amount is older than the press.
 */
const margin = '200px';

type WithConnection = Navigator & { connection?: { saveData?: boolean } };

/** Begins to watch all links of the document; returns the way to stop. */
export function prefetchNearLinks(codeOf: (path: string) => readonly string[]): () => void {
  if ((navigator as WithConnection).connection?.saveData) return () => {};
  const here = [...performance.getEntriesByType('resource')].map(({ name }) => new URL(name).pathname);
  const fetched = new Set(here);
  const seen = new WeakMap<Element, string>();

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        for (const href of codeOf((target as HTMLAnchorElement).pathname)) fetchOnce(href);
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
  const changes = new MutationObserver(watch);
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['href'] });
  return () => {
    changes.disconnect();
    observer.disconnect();
  };
}
