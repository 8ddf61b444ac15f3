/**
 * The texts of the content service, compiled once and cut to what a page asks for. Server only: browsers
 * get the cut.
 */
import en from '#content/texts/en.json';
import is from '#content/texts/is.json';
import type { Messages } from '#contract/content.ts';
import { argumentsOf, compile } from '#texts/compile.ts';
import type { Locale, Message } from '#texts/evaluate.ts';
import { textAt } from '#texts/text-at.ts';
import type { SentTexts, Texts } from '#texts/text-key.ts';

/** What the content service says in each language, any shape: every text is looked at before it is used. */
export type Sources = Readonly<Record<Locale, Messages>>;

export type Catalogue = {
  messages: ReadonlyMap<string, Message>;
  cuts: Map<readonly string[], SentTexts>;
  /** Keys whose own text is missing or cannot be used, so that another one is shown. */
  missing: readonly string[];
  unusable: readonly string[];
};

type Text = { source: string; message: Message };

/** Every text that code may ask for, as it was when the product was built. */
const bundled: Record<Locale, ReadonlyMap<string, Text>> = { is: flatten(is), en: flatten(en) };
export const bundledTexts: Sources = { is, en };

const known = new WeakMap<Messages, { icelandic: Messages; catalogue: Catalogue }>();

/**
 * The catalogue of a language, the same object as long as the texts are. For each key the first that can be
 * used: the language's own text, the Icelandic one, the bundled one.
 */
export function catalogueOf(sources: Sources, locale: Locale): Catalogue {
  const found = known.get(sources[locale]);
  if (found?.icelandic === sources.is) return found.catalogue;
  const missing: string[] = [];
  const unusable: string[] = [];
  const messages = new Map<string, Message>();
  for (const [key, { message }] of bundled[locale]) {
    const own = textAt(sources[locale], key);
    const usable = compileLike(key, own);
    if (own === undefined) missing.push(key);
    else if (usable === null) unusable.push(key);
    messages.set(key, usable ?? compileLike(key, textAt(sources.is, key)) ?? message);
  }
  const catalogue = { messages, cuts: new Map(), missing, unusable };
  known.set(sources[locale], { icelandic: sources.is, catalogue });
  return catalogue;
}

/** The messages of these keys; the same list is cut once. */
export function cutOf({ messages, cuts }: Catalogue, keys: readonly string[]): SentTexts {
  const ready = cuts.get(keys);
  if (ready) return ready;
  const sent = JSON.stringify(Object.fromEntries(keys.map((key) => [key, messages.get(key)]))) as SentTexts;
  cuts.set(keys, sent);
  return sent;
}

/** Every message of a language, for what asks for them by itself: feeds, pictures, tests. */
export function allOf({ messages }: Catalogue): Texts {
  return Object.fromEntries(messages);
}

/** Null when the text cannot be read, or asks for an argument that code does not give. */
function compileLike(key: string, source: string | undefined): Message | null {
  const like = bundled.is.get(key);
  if (source === undefined || like === undefined) return null;
  if (source === like.source) return like.message;
  try {
    const message = compile(source);
    const given = argumentsOf(like.message);
    return argumentsOf(message).every((name) => given.includes(name)) ? message : null;
  } catch {
    return null;
  }
}

function flatten(tree: Messages, prefix = '', into = new Map<string, Text>()): Map<string, Text> {
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'string') into.set(prefix + name, { source: value, message: compile(value) });
    else flatten(value, `${prefix}${name}.`, into);
  }
  return into;
}
