/**
 * The places of one page that show personal data (`own-part.ts`): marked while the page is made for all
 * players alike, and drawn for each request by the components that stand there in the browser.
 */
import { Fragment, type ReactElement, type ReactNode, use } from 'react';
import { renderToString } from 'react-dom/server';
import { type Location, StaticRouter, useLocation } from 'react-router';
import type { OwnPage } from '#contract/own-page.ts';
import { ContactWords } from '#web/page/contact-words.tsx';
import { type Shell, ShellContext, useShell } from '#web/page/shell.ts';
import { TextContext } from '#web/text/text.tsx';
import { OwnContext, type OwnPlaces } from './own-part.ts';

const cut = '<hr data-cut=""/>';

export type PlacesOfPage = OwnPlaces & {
  /** The HTML of each place for this player, in the order of the marks. */
  fill(own: OwnPage): string[];
};

export const placeMark = /<own-part data-at="(\d+)"><\/own-part>/;

/** Parts in the order of their places, and what they take from the page around them besides words. */
type Marked = { parts: ReactNode[]; around?: { location: Location; shell: Shell } };

export function createOwnPlaces(): PlacesOfPage {
  const marked: Marked = { parts: [] };
  return {
    mark: (part) => <Place marked={marked} part={part} />,
    fill: (own) => renderToString(<Parts {...marked} own={own} />, { identifierPrefix }).split(cut),
  };
}

function Place({ marked, part }: { marked: Marked; part: ReactElement }): ReactElement {
  marked.around = { location: useLocation(), shell: useShell() };
  const at =
    marked.parts.push(
      <TextContext value={use(TextContext)}>
        <ContactWords>{part}</ContactWords>
      </TextContext>,
    ) - 1;
  return <own-part data-at={at} />;
}

/** No id of the page around the parts is one of theirs. */
const identifierPrefix = 'own';

function Parts({ parts, around, own }: Marked & { own: OwnPage }): ReactElement | null {
  if (around === undefined) return null;
  return (
    <StaticRouter location={around.location}>
      <ShellContext value={around.shell}>
        <OwnContext value={own}>
          {parts.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are drawn once
            <Fragment key={at}>
              {part}
              <hr data-cut="" />
            </Fragment>
          ))}
        </OwnContext>
      </ShellContext>
    </StaticRouter>
  );
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'own-part': { 'data-at': number };
    }
  }
}
