/**
 * The message catalogues, compiled once and cut to what a page asks for. Server only: browsers get the cut.
 */
import en from '#content/texts/en.json';
import is from '#content/texts/is.json';
import { compile } from './compile.ts';
import type { Locale, Message } from './evaluate.ts';
import type { SentTexts } from './text-key.ts';

type Tree = { readonly [key: string]: string | Tree };

const catalogues: Record<Locale, ReadonlyMap<string, Message>> = { is: flatten(is), en: flatten(en) };
const cuts = new Map<string, SentTexts>();

/** Every message whose key is in the list, or lies below one that is (`play` takes all of `play.*`). */
export function textsFor(locale: Locale, list: string): SentTexts {
  const cutKey = `${locale}:${list}`;
  const known = cuts.get(cutKey);
  if (known) return known;
  const wanted = list.trim().split(/\s+/);
  const cut: Record<string, Message> = {};
  for (const [key, message] of catalogues[locale]) {
    if (wanted.some((name) => key === name || key.startsWith(`${name}.`))) cut[key] = message;
  }
  const sent = JSON.stringify(cut) as SentTexts;
  cuts.set(cutKey, sent);
  return sent;
}

function flatten(tree: Tree, prefix = '', into = new Map<string, Message>()): Map<string, Message> {
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'string') into.set(prefix + name, compile(value));
    else flatten(value, `${prefix}${name}.`, into);
  }
  return into;
}
