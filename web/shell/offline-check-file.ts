/** `/an-nets.js`: what checks kept tickets on the pages that have no other script. */
import source from './offline-check.mjs?raw';

export function loader(): Response {
  return new Response(source, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
}
