/** Markdown as editors write it → DAST, the structured text of DatoCMS. */
import { type Document, validate } from 'datocms-structured-text-utils';
import { type Directives, directiveFromMarkdown } from 'mdast-util-directive';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { directive } from 'micromark-extension-directive';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { remembering } from './remembering.ts';

/** What names become: ids of records and blocks, null for what does not exist. */
export type Names = {
  record(name: string): string | null;
  block(id: string): boolean;
};

export type Converted = {
  document: Document;
  /** Ids, in order of appearance, each once. */
  blocks: string[];
  inlineBlocks: string[];
  links: string[];
};

/** A node of DAST on its way: validated at the end. */
type Node = { type: string; children?: Node[]; [attribute: string]: unknown };

/** What a text says that structured text cannot, or a name that does not exist. */
export class TextError extends Error {}

type Context = { names: Names; blocks: Set<string>; inlineBlocks: Set<string>; links: Set<string> };

const read = remembering((markdown) =>
  fromMarkdown(markdown, {
    extensions: [gfmStrikethrough({ singleTilde: false }), directive()],
    mdastExtensions: [gfmStrikethroughFromMarkdown(), directiveFromMarkdown()],
  }),
);

/** Throws `TextError`. */
export function toStructuredText(markdown: string, names: Names): Converted {
  const context = {
    names,
    blocks: new Set<string>(),
    inlineBlocks: new Set<string>(),
    links: new Set<string>(),
  };
  const children = read(markdown).children.map((node) => blockNode(node, context));
  if (children.length === 0) throw new TextError('is empty');
  const document = { schema: 'dast', document: { type: 'root', children } } as Document;
  const { valid, message } = validate(document);
  if (!valid) throw new TextError(message?.split('\n')[0] ?? 'is no structured text');
  const { blocks, inlineBlocks, links } = context;
  return { document, blocks: [...blocks], inlineBlocks: [...inlineBlocks], links: [...links] };
}

type Markdown = ReturnType<typeof fromMarkdown>['children'][number];

function blockNode(node: Markdown, context: Context): Node {
  switch (node.type) {
    case 'paragraph':
      return { type: 'paragraph', children: inline(node.children, [], context) };
    case 'heading':
      return { type: 'heading', level: node.depth, children: inline(node.children, [], context) };
    case 'list':
      return {
        type: 'list',
        style: node.ordered ? 'numbered' : 'bulleted',
        children: node.children.map(({ children }) => ({
          type: 'listItem',
          children: children.map((child) => blockNode(child, context)),
        })),
      };
    case 'blockquote':
      return { type: 'blockquote', children: node.children.map((child) => blockNode(child, context)) };
    case 'containerDirective':
      return quote(node, context);
    case 'code':
      return { type: 'code', code: node.value, ...(node.lang && { language: node.lang }) };
    case 'thematicBreak':
      return { type: 'thematicBreak' };
    case 'leafDirective':
      return { type: 'block', item: blockNamed(node, context, context.blocks) };
    default:
      throw new TextError(`${inWords(node.type)} at line ${lineOf(node)} is not structured text`);
  }
}

/** `:::quote{attribution="Name"}`: a quotation that says whose it is. */
function quote(node: Extract<Directives, { type: 'containerDirective' }>, context: Context): Node {
  if (node.name !== 'quote') throw new TextError(`knows no :::${node.name}, line ${lineOf(node)}`);
  const attribution = node.attributes?.attribution;
  return {
    type: 'blockquote',
    ...(attribution && { attribution }),
    children: node.children.map((child) => blockNode(child, context)),
  };
}

function inline(nodes: readonly Markdown[], marks: readonly string[], context: Context): Node[] {
  const joined: Node[] = [];
  for (const node of nodes.flatMap((each) => inlineNode(each, marks, context))) {
    const last = joined.at(-1);
    if (last?.type === 'span' && node.type === 'span' && String(last.marks) === String(node.marks)) {
      joined[joined.length - 1] = { ...last, value: `${last.value}${node.value}` };
    } else joined.push(node);
  }
  return joined;
}

function inlineNode(node: Markdown, marks: readonly string[], context: Context): Node[] {
  switch (node.type) {
    case 'text':
      // A line of the file is no line of the page; two blanks or a backslash at its end make one.
      return [span(node.value.replaceAll('\n', ' '), marks)];
    case 'inlineCode':
      return [span(node.value, [...marks, 'code'])];
    case 'break':
      return [span('\n', marks)];
    case 'strong':
      return inline(node.children, [...marks, 'strong'], context);
    case 'emphasis':
      return inline(node.children, [...marks, 'emphasis'], context);
    case 'delete':
      return inline(node.children, [...marks, 'strikethrough'], context);
    case 'link':
      return [link(node.url, inline(node.children, marks, context), context)];
    case 'textDirective':
      return textDirective(node, marks, context);
    default:
      throw new TextError(`${inWords(node.type)} at line ${lineOf(node)} is not structured text`);
  }
}

function textDirective(
  node: Extract<Directives, { type: 'textDirective' }>,
  marks: readonly string[],
  context: Context,
): Node[] {
  const { name, children, attributes } = node;
  if (name === 'mark' && attributes?.name) return inline(children, [...marks, attributes.name], context);
  if (name === 'item') return [{ type: 'inlineItem', item: recordNamed(plain(children), context) }];
  if (name === 'block')
    return [{ type: 'inlineBlock', item: blockNamed(node, context, context.inlineBlocks) }];
  // “Klukkan:lotto” is a text with a colon.
  if (children.length === 0 && Object.keys(attributes ?? {}).length === 0) return [span(`:${name}`, marks)];
  throw new TextError(`knows no :${name}[], line ${lineOf(node)}`);
}

const span = (value: string, marks: readonly string[]): Node => ({
  type: 'span',
  value,
  ...(marks.length > 0 && { marks: [...new Set(marks)] }),
});

function link(url: string, children: Node[], context: Context): Node {
  if (children.some(({ type }) => type !== 'span')) throw new TextError(`a link (${url}) holds only text`);
  if (url.startsWith('item:')) {
    return { type: 'itemLink', item: recordNamed(decodeURI(url.slice('item:'.length)), context), children };
  }
  if (!isAllowedUrl(url)) throw new TextError(`a link leads to "${url}": https, http, mailto, tel or a path`);
  return { type: 'link', url, children };
}

export const isAllowedUrl = (url: string): boolean => /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/.test(url);

function recordNamed(name: string, { names, links }: Context): string {
  const id = names.record(name);
  if (id === null) throw new TextError(`names the record "${name}", which does not exist`);
  links.add(id);
  return id;
}

function blockNamed(node: Directives, { names }: Context, used: Set<string>): string {
  const id = node.attributes?.id;
  if (node.name !== 'block' || !id) throw new TextError(`knows no ::${node.name}, line ${lineOf(node)}`);
  if (!names.block(id)) throw new TextError(`names the block "${id}", which is not among its blocks`);
  used.add(id);
  return id;
}

const plain = (nodes: readonly Markdown[]): string =>
  nodes.map((node) => ('value' in node ? node.value : '')).join('');

const lineOf = (node: Markdown): number => node.position?.start.line ?? 0;

const words: Record<string, string> = {
  html: 'HTML',
  image: 'a picture (use a block)',
  definition: 'a reference',
  linkReference: 'a link by reference',
  imageReference: 'a picture by reference',
};
const inWords = (type: string): string => words[type] ?? type;
