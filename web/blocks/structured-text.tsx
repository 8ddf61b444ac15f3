/**
 * Structured text of the content service, all nodes and marks. Each node stands only where its kind is
 * allowed, so that hostile text cannot make a page that browsers read otherwise than we; what is unknown,
 * misplaced or dangling shows nothing.
 */
import { Fragment, type JSX, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Block, StructuredText as Content, TextNode } from '#contract/content.ts';
import { childrenOf, depthMax, headingIds } from '#texts/text-nodes.ts';
import { type Paths, pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { ContentLink, pathOfRecord, type TextLink } from './content-link.tsx';
import * as structuredTextCss from './structured-text.module.css';

type Props = {
  /** Text with or without blocks of its own. */
  text: Pick<Content, 'value' | 'links'> & Partial<Pick<Content, 'blocks' | 'inlineBlocks'>>;
  /** Shows a block; without it blocks show nothing. `inline` is set inside headings and words. */
  renderBlock?: (block: Block, inline: boolean) => ReactNode;
  /** What the headings are called in the address, from `headingIds`; made here when absent. */
  ids?: ReadonlyMap<TextNode, string>;
};

type Scene = {
  paths: Paths;
  ids: ReadonlyMap<TextNode, string>;
  links: ReadonlyMap<string, TextLink>;
  blocks: ReadonlyMap<string, Block>;
  inlineBlocks: ReadonlyMap<string, Block>;
  renderBlock: (block: Block, inline: boolean) => ReactNode;
};

export function StructuredText({ text, renderBlock = () => null, ids }: Props) {
  const { locale } = useText();
  const root = text?.value?.document;
  if (root?.type !== 'root') return null;
  const scene: Scene = {
    paths: pathsFor(locale),
    ids: ids ?? headingIds([root]),
    links: byId(text.links),
    blocks: byId(text.blocks),
    inlineBlocks: byId(text.inlineBlocks),
    renderBlock,
  };
  return <div className={structuredTextCss.prose}>{kids(root, scene, 0)}</div>;
}

function byId<T extends { id: string }>(records: readonly T[] | undefined): ReadonlyMap<string, T> {
  const given: (T | null)[] = Array.isArray(records) ? records : [];
  return new Map(given.flatMap((record) => (record ? [[record.id, record]] : [])));
}

const inline = ['span', 'link', 'itemLink', 'inlineItem', 'inlineBlock'];
/** Which kinds may stand in which. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  root: ['paragraph', 'heading', 'list', 'code', 'blockquote', 'block', 'thematicBreak'],
  paragraph: inline,
  heading: inline,
  list: ['listItem'],
  listItem: ['paragraph', 'list'],
  blockquote: ['paragraph'],
  link: ['span'],
  itemLink: ['span'],
};

function kids(node: TextNode, scene: Scene, depth: number): ReactNode {
  if (depth > depthMax) return null;
  const kinds = allowed[node.type] ?? [];
  return childrenOf(node).map((child, place) =>
    kinds.includes(child.type) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text is shown whole and never reordered
      <Fragment key={place}>{shown(child, node, scene, depth + 1)}</Fragment>
    ) : null,
  );
}

function shown(node: TextNode, parent: TextNode, scene: Scene, depth: number): ReactNode {
  const children = kids(node, scene, depth);
  switch (node.type) {
    case 'paragraph':
      return <Paragraph node={node}>{children}</Paragraph>;
    case 'heading':
      return (
        <Heading node={node} id={scene.ids.get(node)}>
          {children}
        </Heading>
      );
    case 'list':
      return node.style === 'numbered' ? <ol>{children}</ol> : <ul>{children}</ul>;
    case 'listItem':
      return <li>{children}</li>;
    case 'blockquote':
      return <Quote attribution={node.attribution}>{children}</Quote>;
    case 'code':
      return (
        <pre>
          <code>{wordOf(node.code)}</code>
        </pre>
      );
    case 'thematicBreak':
      return <hr />;
    case 'block':
      return blockOf(scene.blocks, node, scene, false);
    case 'inlineBlock':
      return blockOf(scene.inlineBlocks, node, scene, parent.type === 'heading');
    case 'link':
      return <ContentLink url={node.url}>{children}</ContentLink>;
    default:
      return shownWords(node, scene, children);
  }
}

function shownWords(node: TextNode, scene: Scene, children: ReactNode): ReactNode {
  if (node.type === 'span') return <Span node={node} />;
  const record = scene.links.get(wordOf(node.item));
  const path = record === undefined ? null : pathOfRecord(scene.paths, record);
  const words = node.type === 'inlineItem' ? record?.title : children;
  return path === null ? words : <Link to={path}>{words}</Link>;
}

function blockOf(blocks: Scene['blocks'], node: TextNode, scene: Scene, isInline: boolean): ReactNode {
  const block = blocks.get(wordOf(node.item));
  return block === undefined ? null : scene.renderBlock(block, isInline);
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Names that editors give: styles and custom marks, which the style sheet may know. */
function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w-]{1,40}$/.test(value) ? value : undefined;
}

/** A block may stand among the words, and no paragraph of HTML can hold a table. */
function Paragraph({ node, children }: { node: TextNode; children: ReactNode }) {
  const style = nameOf(node.style);
  const hasBlock = childrenOf(node).some(({ type }) => type === 'inlineBlock');
  return hasBlock ? (
    <div className={structuredTextCss.paragraph} data-style={style}>
      {children}
    </div>
  ) : (
    <p data-style={style}>{children}</p>
  );
}

/** The page has one heading of level 1, its title: those of the text begin at 2. */
function Heading({ node, id, children }: { node: TextNode; id: string | undefined; children: ReactNode }) {
  const asked = typeof node.level === 'number' ? Math.trunc(node.level) : 2;
  const Tag = `h${Math.min(Math.max(asked, 2), 6) || 2}` as 'h2';
  return (
    <Tag id={id} data-style={nameOf(node.style)}>
      {children}
    </Tag>
  );
}

function Quote({ attribution, children }: { attribution: unknown; children: ReactNode }) {
  const who = wordOf(attribution);
  return (
    <figure className={structuredTextCss.quote}>
      <blockquote>{children}</blockquote>
      {who !== '' && <figcaption>{who}</figcaption>}
    </figure>
  );
}

const tags: Readonly<Record<string, keyof JSX.IntrinsicElements>> = {
  strong: 'strong',
  code: 'code',
  emphasis: 'em',
  underline: 'u',
  strikethrough: 's',
  highlight: 'mark',
};

function Span({ node }: { node: TextNode }) {
  const lines = wordOf(node.value).split('\n');
  const marks = Array.isArray(node.marks) ? node.marks.slice(0, depthMax) : [];
  const words: ReactNode = lines.map((line, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a line
    <Fragment key={place}>
      {place > 0 && <br />}
      {line}
    </Fragment>
  ));
  return marks.reduceRight<ReactNode>(marked, words);
}

function marked(words: ReactNode, mark: unknown): ReactNode {
  const name = nameOf(mark);
  if (name === undefined) return words;
  const Tag = Object.hasOwn(tags, name) ? (tags[name] as 'em') : null;
  return Tag === null ? <span data-mark={name}>{words}</span> : <Tag>{words}</Tag>;
}
