/** `/robots.txt`: calls and the catalogue of components are not for search engines. */
import type { LoaderFunctionArgs } from 'react-router';
import { requestContext } from '#web/loaders/context.ts';
import { slugs } from '#web/page/paths.ts';

export function loader({ context }: LoaderFunctionArgs): Response {
  const { origin } = context.get(requestContext);
  const closed = ['/api/', `/${slugs.catalogue}`, `/en/${slugs.catalogue}`].map(
    (path) => `Disallow: ${path}`,
  );
  const lines = ['User-agent: *', ...closed, `Sitemap: ${origin}/sitemap.xml`, ''];
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
