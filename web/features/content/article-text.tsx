/** The text of a news item with its blocks: the server draws it, its script comes later. */
import type { StructuredText as Text } from '#contract/content.ts';
import { ContentBlock } from '#web/blocks/blocks.tsx';
import type { SectionData } from '#web/blocks/section-data.ts';
import { StructuredText } from '#web/blocks/structured-text.tsx';

export function ArticleText({ text, data }: { text: Text; data: SectionData }) {
  return (
    <StructuredText
      text={text}
      renderBlock={(block, inline) => <ContentBlock {...{ block, inline, data }} />}
    />
  );
}
