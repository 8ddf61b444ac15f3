/** Renders a component as the server does, with texts and a router around it. For tests. */
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import type { Locale } from '#texts/evaluate.ts';
import type { SentTexts } from '#texts/text-key.ts';
import { bundledTexts, catalogueOf, cutOf } from '#web/text/catalogue.server.ts';
import { TextProvider } from '#web/text/text.tsx';

/** @param texts keys of the catalogue that the component asks for */
export function render(content: ReactNode, locale: Locale = 'is', texts = 'common'): string {
  const element = (
    <TextProvider locale={locale} base={'{}' as SentTexts}>
      {content}
    </TextProvider>
  );
  const router = createMemoryRouter([{ id: 'root', path: '*', element }], {
    hydrationData: { loaderData: { root: { texts: cutOf(catalogueOf(bundledTexts, locale), texts) } } },
  });
  return renderToString(<RouterProvider router={router} />);
}
