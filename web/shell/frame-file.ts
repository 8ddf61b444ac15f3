/** `/frame/{edition}.json`: what the frame of every page shows in one language. */
import type { LoaderFunctionArgs } from 'react-router';
import { pageUrl } from '#web/paths.ts';
import { frameAt } from '#web/ui/frame-parts.ts';
import { loadFrame } from './shell-data.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const asked = pageUrl(request).pathname;
  const address = await loadFrame(request, context);
  const parts = await frameAt(address);
  return new Response(JSON.stringify(parts), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      // Another edition is a page's that was made just before a change: it gets what holds now.
      'Cache-Control': asked === address ? 'public, max-age=31536000, immutable' : 'no-store',
    },
  });
}
