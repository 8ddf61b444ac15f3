import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';

/** Its own, since React Router's default would have its builder install a package. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Response {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const html = renderToString(h(ServerRouter, { context, url: request.url }));
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}
