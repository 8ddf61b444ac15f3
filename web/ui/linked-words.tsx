/** Makes links of certain words in a sentence; `LinkWordsContext` says which words and where to. */
import { Children, createContext, type ReactNode, use } from 'react';

export type LinkWords = (text: string) => ReactNode;

export const LinkWordsContext = /* @__PURE__ */ createContext<LinkWords>((text) => text);

export function LinkedWords({ children }: { children: ReactNode }) {
  const link = use(LinkWordsContext);
  return Children.map(children, (child) => (typeof child === 'string' ? link(child) : child));
}
