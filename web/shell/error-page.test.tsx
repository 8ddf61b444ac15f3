/** A mistyped address is no alarm: money and a number are spoken of where something failed. */
import { expect, test } from 'vitest';
import { render } from '#web/blocks/render-fixture.tsx';
import { ErrorPage } from './error-page.tsx';

const shown = (status: number, code?: string) =>
  render(<ErrorPage status={status} code={code} errorId="b7" />);

const charged = 'Aldrei er rukkað tvisvar';
const kept = 'Keyptir miðar eru öruggir';

test.each([
  [404, undefined, 'Síðan fannst ekki'],
  [400, undefined, 'Síðan fannst ekki'],
  [403, undefined, 'Þú hefur ekki aðgang'],
  [403, 'EC_PRODUCT_CLOSED', 'Lokað er fyrir þennan leik'],
])('%s %s: says so simply, with four ways on', (status, code, title) => {
  const html = shown(status, code);
  expect(html).toContain(title);
  expect(html).not.toContain('b7');
  for (const words of [charged, kept]) expect(html).not.toContain(words);
  expect(html.match(/<li>/g)).toHaveLength(4);
});

test.each([
  [500, charged],
  [503, charged],
  [0, kept],
])('%s: what became of the money, and the number', (status, words) => {
  const html = shown(status);
  expect(html).toContain(words);
  expect(html).toContain('b7');
});
