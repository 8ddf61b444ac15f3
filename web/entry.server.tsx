/// <reference types="node" />
/**
 * Renders a page to one string: no page of ours defers data, and a whole string is quicker than a stream.
 * Exports the keys under which the server puts what pages need.
 */
import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { deferScripts } from './document/deferred-scripts.tsx';
import { NonceContext } from './document/nonce.ts';
import { requestContext } from './loaders/context.ts';
import { OwnContext } from './personal/own-part.ts';
import { fetchAuthDialog } from './shell/auth-code.ts';

export { createPageApi } from './api/page-api.server.ts';
export { apiContext, requestContext, sessionContext } from './loaders/context.ts';
export { pageRoutes, pageRoutesPath } from './page/page-routes.ts';
export { isOfAllPlayers, maintenancePath, pageUrl, showsTickets } from './page/paths.ts';
export { createOwnPlaces, placeMark } from './personal/own-places.server.tsx';

/** An answer that was thrown (no such page, sign in first) is none of our faults, nor is who left. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!isRouteErrorResponse(error) && !request.signal.aborted) context.get(requestContext).fault(error);
};

export const streamTimeout = 5_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  await fetchAuthDialog();
  const { nonce, places } = loadContext.get(requestContext);
  const html = await renderWhole(
    <NonceContext value={nonce}>
      <OwnContext value={places}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </OwnContext>
    </NonceContext>,
    nonce,
  );
  return new Response(html, { status, headers });
}

function renderWhole(page: React.ReactElement, nonce: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    const sink = new Writable({
      write(chunk: Uint8Array, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        const page = Buffer.concat(chunks);
        resolve(import.meta.env.DEV ? page : Buffer.from(deferScripts(page.toString())));
        done();
      },
    });
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Nothing is put in its place by a script: pages are read without one.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: reject,
    });
  });
}
