/** `/sw.js`: the service worker with the addresses of this build. */

import manifest from 'virtual:react-router/server-manifest';
import sprite from '#web/assets/symbols.svg?no-inline';
import { pathsFor } from '#web/page/paths.ts';
import styles from '#web/styles/app.css?url';
import font from '../../.fonts/text.woff2?no-inline';
import source from './service-worker.mjs?raw';

export function loader(): Response {
  const pages = [pathsFor('is').offline(), pathsFor('en').offline()];
  const files = new Set([
    styles,
    ...sheetsOf('root'),
    ...sheetsOf('is-offline'),
    font,
    sprite,
    '/an-nets.js',
  ]);
  const script = source.replace('FILES', JSON.stringify([...files])).replace('PAGES', JSON.stringify(pages));
  return new Response(script, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
}

/** The sheets that React Router links on a page; it marks each with `#`. */
function sheetsOf(route: string): string[] {
  return (manifest.routes[route]?.css ?? []).map((href) => href.replace(/#.*/, ''));
}
