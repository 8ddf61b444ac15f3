/**
 * The places of one page that show personal data (`own-part.ts`): marked while the page is made for all
 * players alike, and drawn for each request by the components that stand there in the browser.
 */
import { type Context, Fragment, type ReactElement, type ReactNode, use } from 'react';
import { renderToString } from 'react-dom/server';
import {
  UNSAFE_DataRouterContext,
  UNSAFE_DataRouterDataContext,
  UNSAFE_DataRouterStateContext,
  UNSAFE_FrameworkContext,
  UNSAFE_LocationContext,
  UNSAFE_NavigationContext,
  UNSAFE_RouteContext,
} from 'react-router';
import type { OwnPage } from '#contract/own-page.ts';
import { TextContext } from '#web/text/text.tsx';
import { OwnContext, type OwnPlaces } from './own-part.ts';

/** What own parts take from around them: ways and words. */
const around = [
  UNSAFE_DataRouterContext,
  UNSAFE_DataRouterDataContext,
  UNSAFE_DataRouterStateContext,
  UNSAFE_FrameworkContext,
  UNSAFE_LocationContext,
  UNSAFE_NavigationContext,
  UNSAFE_RouteContext,
  TextContext,
] as readonly Context<unknown>[];

const cut = '<hr data-cut=""/>';

export type PlacesOfPage = OwnPlaces & {
  /** What stands in each place of such a player, in the order of `placeMark`. */
  fill(own: OwnPage): string[];
};

export const placeMark = /<own-part data-at="(\d+)"><\/own-part>/;

export function createOwnPlaces(): PlacesOfPage {
  const parts: ReactNode[] = [];
  return {
    mark(part: ReactElement) {
      let inside: ReactNode = part;
      for (const Each of around) inside = <Each value={use(Each)}>{inside}</Each>;
      const at = parts.push(inside) - 1;
      return <own-part data-at={at} />;
    },
    fill: (own) =>
      renderToString(
        <OwnContext value={own}>
          {parts.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are drawn once
            <Fragment key={at}>
              {part}
              <hr data-cut="" />
            </Fragment>
          ))}
        </OwnContext>,
        // No id of the page around them is one of theirs.
        { identifierPrefix: 'own' },
      ).split(cut),
  };
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'own-part': { 'data-at': number };
    }
  }
}
