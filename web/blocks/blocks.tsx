/** A block of structured text by its kind; an unknown kind shows nothing. */
import type { Block } from '#contract/content.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { ClubList } from './club-list.tsx';
import { ContentLink, safeUrl } from './content-link.tsx';
import { Contributions } from './contributions.tsx';
import { DataTable } from './data-table.tsx';
import { DocumentBlock } from './document.tsx';
import * as imageCss from './image.module.css';
import { ContentImage } from './image.tsx';
import { platformClass } from './platforms.ts';
import type { SectionData } from './section-data.ts';
import { Split } from './split.tsx';
import * as structuredTextCss from './structured-text.module.css';
import { VideoBlock } from './video.tsx';

type Props = { block: Block; data: SectionData; inline: boolean };

/** Inside words and headings only what can stand in a line is shown. */
export function ContentBlock({ block, data, inline }: Props) {
  const line = inLine(block);
  const shown = line ?? (inline ? null : standing(block, data));
  if (shown === null) return null;
  const where = platformClass(block.platforms);
  if (inline) return <span className={where}>{shown}</span>;
  const looks = [structuredTextCss.contentBlock, line !== null && structuredTextCss.blockLine, where];
  return <div className={looks.filter(Boolean).join(' ')}>{shown}</div>;
}

function inLine(block: Block) {
  if (block.__typename === 'ButtonBlockRecord') {
    if (safeUrl(block.url) === null) return null;
    return (
      <ContentLink url={block.url} className={buttonClass({ color: block.color })}>
        {block.text}
      </ContentLink>
    );
  }
  if (block.__typename === 'DocumentBlockRecord') return <DocumentBlock block={block} />;
  return null;
}

function standing(block: Block, data: SectionData) {
  switch (block.__typename) {
    case 'TableBlockRecord':
      return <DataTable table={block} />;
    case 'LinkableImageBlockRecord':
      return block.url === null ? (
        <ContentImage image={block.image} />
      ) : (
        <ContentLink url={block.url} className={imageCss.link}>
          <ContentImage image={block.image} />
        </ContentLink>
      );
    case 'VideoBlockRecord':
      return <VideoBlock block={block} />;
    case 'ClubListBlockRecord':
      return <ClubList title={block.title} clubs={data.clubs} />;
    case 'ContributionsBlockRecord':
      return <Contributions data={data.contributions} />;
    case 'SplitBlockRecord':
      return <Split split={block} />;
    default:
      return null;
  }
}
