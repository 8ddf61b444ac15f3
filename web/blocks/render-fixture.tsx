/** Renders a component as the server does, with texts and a router around it. For tests. */
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import type { Locale } from '#texts/evaluate.ts';
import type { SentTexts } from '#texts/text-key.ts';
import { allOf, bundledTexts, catalogueOf } from '#web/text/catalogue.server.ts';
import { TextProvider } from '#web/text/text.tsx';

export function render(content: ReactNode, locale: Locale = 'is'): string {
  const texts = JSON.stringify(allOf(catalogueOf(bundledTexts, locale))) as SentTexts;
  const element = (
    <TextProvider locale={locale} base={texts}>
      {content}
    </TextProvider>
  );
  const router = createMemoryRouter([{ path: '*', element }]);
  return renderToString(<RouterProvider router={router} />);
}
