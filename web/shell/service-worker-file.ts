/** `/sw.js`: the service worker with the addresses of this build. */

import sprite from '#web/assets/symbols.svg?no-inline';
import { pathsFor } from '#web/page/paths.ts';
import styles from '#web/styles/app.css?url';
import font from '../../.fonts/text.woff2?no-inline';
import source from './service-worker.mjs?raw';

export function loader(): Response {
  const pages = [pathsFor('is').offline(), pathsFor('en').offline()];
  const script = source
    .replace('FILES', JSON.stringify([styles, font, sprite, '/an-nets.js']))
    .replace('PAGES', JSON.stringify(pages));
  return new Response(script, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
}
