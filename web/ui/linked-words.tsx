/** Words inside a sentence that lead somewhere; which and where is told by the frame of the page. */
import { Children, createContext, type ReactNode, use } from 'react';

export type LinkWords = (text: string) => ReactNode;

export const LinkWordsContext = /* @__PURE__ */ createContext<LinkWords>((text) => text);

export function LinkedWords({ children }: { children: ReactNode }) {
  const link = use(LinkWordsContext);
  return Children.map(children, (child) => (typeof child === 'string' ? link(child) : child));
}
