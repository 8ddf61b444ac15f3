/** A game that is switched off in the content service has no way to play. */
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { SentTexts } from '#texts/text-key.ts';
import { rememberFrame, type SentSite } from '#web/page/frame-parts.ts';
import { allOf, bundledTexts, catalogueOf } from '#web/text/catalogue.server.ts';
import { TextProvider } from '#web/text/text.tsx';
import { GamePanel } from './game-panel.tsx';

const now = '2026-11-21T12:00:00Z';
const draw = {
  gameId: 'lotto' as const,
  closeDate: '2026-11-21T18:40:00Z',
  firstPrize: 129_000_000,
  potMultiple: 1,
  amountRow: 150,
};

function shown(off: readonly string[]): string {
  const texts = JSON.stringify(allOf(catalogueOf(bundledTexts, 'is'))) as SentTexts;
  const element = (
    <TextProvider locale="is" base={texts}>
      <GamePanel draw={draw} first now={now} />
    </TextProvider>
  );
  const frame = `/frame/${off.join()}.js`;
  rememberFrame(frame, { site: JSON.stringify({ off }) as SentSite, texts });
  const loaderData = { root: { locale: 'is', now, frame, state: 'out', own: 'null' } };
  const router = createMemoryRouter([{ id: 'root', path: '*', element }], { hydrationData: { loaderData } });
  return renderToString(<RouterProvider router={router} />);
}

test('a game that is on leads to its play page', () => {
  expect(shown(['xg'])).toContain('/lottoleikir/lotto/spila');
});

test('a game that is switched off says so and leads nowhere', () => {
  const html = shown(['lotto']);
  expect(html).not.toContain('/spila');
  expect(html).toContain('Lokað er fyrir sölu í þessum leik.');
});
