/**
 * Structured text as pages may render it: only the nodes and attributes that we know, no dangerous
 * address, no reference to a record that is not there.
 */
import type { TextNode } from '#contract/content.ts';
import { isSafeAddress } from './safe-address.ts';

/** Ids that the text may refer to, by where their records stand beside it. */
export type TextReferences = {
  blocks: ReadonlySet<string>;
  inlineBlocks: ReadonlySet<string>;
  links: ReadonlySet<string>;
};

type Sent = Readonly<Record<string, unknown>>;
type Attribute = (value: unknown) => string | number | string[] | undefined;
type Rule = {
  children?: readonly string[];
  attributes?: Readonly<Record<string, Attribute>>;
  /** The node goes, with all below it, when an attribute of these is missing or wrong. */
  needs?: readonly string[];
};

/** Lists within lists within quotes: nobody writes deeper. */
const depthMax = 24;
const nodesMax = 20_000;

const text: Attribute = (value) => (typeof value === 'string' ? value : undefined);
const word: Attribute = (value) =>
  typeof value === 'string' && /^[\w-]{1,40}$/.test(value) ? value : undefined;
const words: Attribute = (value) =>
  Array.isArray(value) ? value.filter((each): each is string => word(each) !== undefined) : undefined;
const level: Attribute = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 6 ? value : undefined;
const listStyle: Attribute = (value) => (value === 'numbered' ? 'numbered' : 'bulleted');
const address: Attribute = (value) => (isSafeAddress(value) ? value : undefined);

const inline = ['span', 'link', 'itemLink', 'inlineItem', 'inlineBlock'];
const rules: Readonly<Record<string, Rule>> = {
  root: { children: ['paragraph', 'heading', 'list', 'code', 'blockquote', 'block', 'thematicBreak'] },
  paragraph: { children: inline, attributes: { style: word } },
  heading: { children: inline, attributes: { level, style: word }, needs: ['level'] },
  list: { children: ['listItem'], attributes: { style: listStyle } },
  listItem: { children: ['paragraph', 'list'] },
  blockquote: { children: ['paragraph'], attributes: { attribution: text } },
  code: { attributes: { code: text, language: word }, needs: ['code'] },
  block: { attributes: { item: text }, needs: ['item'] },
  inlineBlock: { attributes: { item: text }, needs: ['item'] },
  inlineItem: { attributes: { item: text }, needs: ['item'] },
  itemLink: { children: ['span'], attributes: { item: text }, needs: ['item'] },
  link: { children: ['span'], attributes: { url: address }, needs: ['url'] },
  thematicBreak: {},
  span: { attributes: { value: text, marks: words }, needs: ['value'] },
};

/** A link to nowhere keeps its words. */
const unwrapped = new Set(['link', 'itemLink']);

/** The cleaned tree; an empty root when `document` is none. */
export function cleanText(document: unknown, references: TextReferences): TextNode {
  const known: Readonly<Record<string, ReadonlySet<string>>> = {
    block: references.blocks,
    inlineBlock: references.inlineBlocks,
    itemLink: references.links,
    inlineItem: references.links,
  };
  let left = nodesMax;

  function clean(node: unknown, allowed: readonly string[], depth: number): TextNode[] {
    if (typeof node !== 'object' || node === null || depth > depthMax || left-- <= 0) return [];
    const sent = node as Sent;
    const type = typeof sent.type === 'string' ? sent.type : '';
    const rule = allowed.includes(type) ? rules[type] : undefined;
    if (!rule) return [];
    const made: Record<string, unknown> = { type };
    for (const [name, read] of Object.entries(rule.attributes ?? {})) {
      const value = read(sent[name]);
      if (value !== undefined) made[name] = value;
    }
    const children =
      rule.children && childrenOf(sent).flatMap((each) => clean(each, rule.children ?? [], depth + 1));
    const ids = known[type];
    const whole = (rule.needs ?? []).every((name) => made[name] !== undefined);
    if (!whole || (ids && !ids.has(String(made.item)))) return unwrapped.has(type) ? (children ?? []) : [];
    return [(children ? { ...made, children } : made) as TextNode];
  }

  return clean(document, ['root'], 0)[0] ?? { type: 'root', children: [] };
}

const childrenOf = ({ children }: Sent): readonly unknown[] => (Array.isArray(children) ? children : []);
