/** The chapters of a page, each with its address and the words below its heading. */
import type { ApiAnswer } from '#contract/api.ts';
import type { TextNode } from '#contract/content.ts';
import { childrenOf, headingIds, wordsOf } from '#texts/text-nodes.ts';

type Page = Pick<ApiAnswer<'content.generalPage'>, 'sections'>;
export type Chapter = { id: string; title: string; body: string };

export function chaptersOf({ sections }: Page): Chapter[] {
  const roots = sections.flatMap((section): TextNode[] =>
    section.__typename === 'RichTextSectionRecord' ? [section.text.value.document] : [],
  );
  const ids = headingIds(roots);
  const chapters: Chapter[] = [];
  for (const node of roots.flatMap((root) => childrenOf(root))) {
    const id = ids.get(node);
    const last = chapters.at(-1);
    if (id !== undefined) chapters.push({ id, title: wordsOf(node), body: '' });
    else if (last) last.body = `${last.body} ${wordsOf(node)}`.trim();
  }
  return chapters;
}
