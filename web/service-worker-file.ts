/** `/sw.js`: the service worker with the addresses of this build. */
import font from '../.fonts/text.woff2?no-inline';
import sprite from './assets/symbols.svg?no-inline';
import { pathsFor } from './paths.ts';
import source from './shell/service-worker.mjs?raw';
import styles from './styles/app.css?url';

export function loader(): Response {
  const pages = [pathsFor('is').offline(), pathsFor('en').offline()];
  const script = source
    .replace('FILES', JSON.stringify([styles, font, sprite, '/an-nets.js']))
    .replace('PAGES', JSON.stringify(pages));
  return new Response(script, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
}
