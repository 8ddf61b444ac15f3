/** Running text with what can stand in it, and a table with a heading of its own. */
import type { Section as Content, StructuredText as Text, TextNode } from '#contract/content.ts';
import { Section } from '#web/ui/section.tsx';
import { ContentBlock } from './blocks.tsx';
import { DataTable } from './data-table.tsx';
import type { SectionData } from './section-data.ts';
import { StructuredText } from './structured-text.tsx';

type Props = { text: Text; data: SectionData; ids?: ReadonlyMap<TextNode, string> };

export function RichText({ text, data, ids }: Props) {
  return (
    <StructuredText
      text={text}
      {...(ids && { ids })}
      renderBlock={(block, inline) => <ContentBlock block={block} inline={inline} data={data} />}
    />
  );
}

export function TableSection({
  section,
}: {
  section: Extract<Content, { __typename: 'TableSectionRecord' }>;
}) {
  if (section.title === null) return <DataTable table={section} />;
  return (
    <Section title={section.title}>
      <DataTable table={section} name={section.title} />
    </Section>
  );
}
