/** `/frame/{version}.json`: what the frame of every page shows in one language. */
import type { LoaderFunctionArgs } from 'react-router';
import { frameAt, frameIfKnown } from '#web/page/frame-parts.ts';
import { pageUrl } from '#web/page/paths.ts';
import { loadFrame } from './shell-data.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const asked = pageUrl(request).pathname;
  const address = await loadFrame(request, context);
  const known = frameIfKnown(asked);
  const parts = await (known ?? frameAt(address));
  return new Response(JSON.stringify(parts), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      // A version that nobody here remembers is an old page's: it gets what holds now.
      'Cache-Control': known === undefined ? 'no-store' : 'public, max-age=31536000, immutable',
    },
  });
}
