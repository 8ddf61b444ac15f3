/** A mistyped address is no alarm: money and a number are spoken of where something failed. */
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import is from '#content/texts/is.json' with { type: 'json' };
import type { SentTexts } from '#texts/text-key.ts';
import { allOf, bundledTexts, catalogueOf } from '#web/text/catalogue.server.ts';
import { TextProvider } from '#web/text/text.tsx';
import { ErrorPage } from './error-page.tsx';

function shown(status: number, code?: string): string {
  const texts = JSON.stringify(allOf(catalogueOf(bundledTexts, 'is'))) as SentTexts;
  const element = (
    <TextProvider locale="is" base={texts}>
      <ErrorPage status={status} code={code} errorId="b7" />
    </TextProvider>
  );
  return renderToString(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
}

const { page } = is;
const moneyWords = [page.serverError.money, page.network.money];

test.each([
  [404, undefined, page.notFound.title],
  [400, undefined, page.notFound.title],
  [403, undefined, page.forbidden.title],
  [403, 'EC_PRODUCT_CLOSED', page.closed.title],
])('%s %s: says so simply, with four ways on', (status, code, title) => {
  const html = shown(status, code);
  expect(html).toContain(title);
  expect(html).not.toContain('b7');
  for (const words of moneyWords) expect(html).not.toContain(words);
  expect(html.match(/<li>/g)).toHaveLength(4);
});

test.each([
  [500, page.serverError.money],
  [503, page.serverError.money],
  [0, page.network.money],
])('%s: what became of the money, and the number', (status, words) => {
  const html = shown(status);
  expect(html).toContain(words);
  expect(html).toContain('b7');
});
