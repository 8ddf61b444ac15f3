/** Texts and formats for components: what root and the matched routes sent, joined. */
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useMatches } from 'react-router';
import { evaluate, type Locale, type Values } from '#texts/evaluate.ts';
import { createFormat, type Format, type Translate } from '#texts/format.ts';
import type { SentTexts, Texts } from '#texts/text-key.ts';
import { errorText, faultText, type Refused } from './errors.ts';

export type Text = {
  locale: Locale;
  t: Translate;
  format: Format;
  /** The text of a refusal, as said after `call`. */
  error: (refused: Refused, call?: string, values?: Values) => string;
  /** What is wrong with a field, from the word for it: a key below `validation`. */
  fault: (word: string) => string;
};

type Sent = { text: Text; sent: readonly SentTexts[] };

export const TextContext = createContext<Sent | null>(null);

export function createText(locale: Locale, texts: Texts): Text {
  const t: Translate = (key, values) => {
    const message = texts[key];
    return message === undefined ? key : evaluate(locale, message, values);
  };
  return {
    locale,
    t,
    format: createFormat(locale, t),
    error: (refused, call, values) => errorText(texts, t, refused, call, values),
    fault: (word) => faultText(texts, t, word),
  };
}

const known = new Map<string, Text>();

/** A handful of pages in two languages: each is read once and kept. */
function textOf(locale: Locale, sent: readonly SentTexts[]): Sent {
  const key = locale + sent.join();
  const text =
    known.get(key) ??
    createText(locale, Object.assign({}, ...sent.map((texts) => JSON.parse(texts) as Texts)));
  known.set(key, text);
  return { text, sent };
}

type ProviderProps = {
  locale: Locale;
  /** Texts of the frame, which are there although a page could not be read. */
  base: SentTexts;
  children: ReactNode;
};

export function TextProvider({ locale, base, children }: ProviderProps) {
  const matches = useMatches();
  const value = useMemo(() => {
    const sent = matches.map(
      ({ loaderData }) => (loaderData as { texts?: SentTexts } | null | undefined)?.texts,
    );
    return textOf(locale, [...new Set([base, ...sent.filter((texts) => texts !== undefined)])]);
  }, [locale, base, matches]);
  return <TextContext value={value}>{children}</TextContext>;
}

/** Texts that came later than the page, for what is shown with them. */
export function MoreTexts({ sent, children }: { sent: SentTexts; children: ReactNode }) {
  const around = useSent();
  const value = useMemo(() => textOf(around.text.locale, [...around.sent, sent]), [around, sent]);
  return <TextContext value={value}>{children}</TextContext>;
}

export function useText(): Text {
  return useSent().text;
}

function useSent(): Sent {
  const sent = use(TextContext);
  if (sent === null) throw new Error('useText needs a TextProvider above it');
  return sent;
}
