/** The sections of a page in order, each by its kind; an unknown kind shows nothing. */
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import type { Section as Content, TextNode } from '#contract/content.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import * as sectionCss from '#web/ui/section.module.css';
import { Section } from '#web/ui/section.tsx';
import { BannerSection } from './banner-section.tsx';
import { Buttons } from './buttons.tsx';
import { CompetitionTeams } from './competition-teams.tsx';
import { GameMenuSection } from './game-lines.tsx';
import { platformClass } from './platforms.ts';
import * as resultLineCss from './result-line.module.css';
import { ResultLine } from './result-line.tsx';
import { Retry } from './retry.tsx';
import { RichText, TableSection } from './rich-text.tsx';
import type { SectionData } from './section-data.ts';
import { Split } from './split.tsx';
import { StructuredText } from './structured-text.tsx';
import { NewsTeasers, PageTeasers } from './teasers.tsx';

// Seldom shown, and it brings the coast of Iceland with it.
const MapSection = lazy(async () => ({ default: (await import('./map-section.tsx')).MapSection }));

type Props = {
  sections: readonly Content[];
  data: SectionData;
  /** What headings are called in the address (`headingIds`). */
  ids?: ReadonlyMap<TextNode, string>;
  /** The first section is at the top of the page, so its picture is loaded first. */
  atTop?: boolean;
};

export function Sections({ sections, data, ids, atTop = false }: Props) {
  return sections.map((section, place) => {
    const shown = shownSection({ section, data, ids, first: atTop && place === 0 });
    const className = platformClass(section.platforms);
    return className === undefined ? (
      <Keyed key={section.id}>{shown}</Keyed>
    ) : (
      <div key={section.id} className={className}>
        {shown}
      </div>
    );
  });
}

function Keyed({ children }: { children: React.ReactNode }) {
  return children;
}

type One = {
  section: Content;
  data: SectionData;
  ids: ReadonlyMap<TextNode, string> | undefined;
  first: boolean;
};

function shownSection({ section, data, ids, first }: One) {
  switch (section.__typename) {
    case 'BannerSectionRecord':
      return <BannerSection section={section} first={first} />;
    case 'ContentPageSectionRecord':
      return (
        <Section title={section.title}>
          <PageTeasers items={section.pages} wide />
        </Section>
      );
    case 'ResultSectionRecord':
      return <ResultSection {...section} data={data} />;
    case 'RichTextSectionRecord':
      return <RichText text={section.text} data={data} {...(ids && { ids })} />;
    case 'CompetitionSectionRecord':
      return (
        <Section title={section.title}>
          {section.text !== null && <StructuredText text={section.text} />}
          {section.competitionId !== null && (
            <CompetitionTeams id={section.competitionId} top={data.competitions?.[section.competitionId]} />
          )}
          {section.button !== null && <Buttons buttons={[section.button]} />}
        </Section>
      );
    case 'MapSectionRecord':
      return (
        <Suspense>
          <MapSection section={section} />
        </Suspense>
      );
    case 'SplitSectionRecord':
      return (
        <section className={sectionCss.section}>
          <Split split={section}>
            <Buttons buttons={section.buttons} />
          </Split>
        </section>
      );
    case 'GameMenuSectionRecord':
      return <GameMenuSection {...section} games={data.games} />;
    case 'TableSectionRecord':
      return <TableSection section={section} />;
    case 'LatestNewsSectionRecord':
      return <LatestNews {...section} items={data.news?.[section.id]} />;
    default:
      return null;
  }
}

function ResultSection(props: { title: string; gameId: string; data: SectionData }) {
  const { t, locale } = useText();
  const result = props.data.results?.[props.gameId];
  const aside = result && <Link to={pathsFor(locale).results(result.gameId)}>{t('common.showAll')}</Link>;
  return (
    <Section title={props.title} aside={aside}>
      {!props.data.results ? (
        <Retry />
      ) : result === undefined ? (
        <p>{t('empty.results')}</p>
      ) : (
        <ul className={resultLineCss.resultList}>
          <ResultLine result={result} />
        </ul>
      )}
    </Section>
  );
}

type News = {
  title: string;
  category: string | null;
  items: NonNullable<SectionData['news']>[string] | undefined;
};

function LatestNews({ title, category, items }: News) {
  const { t, locale } = useText();
  const aside = <Link to={pathsFor(locale).news(category ?? undefined)}>{t('common.showAll')}</Link>;
  return (
    <Section title={title} aside={aside}>
      {!items ? (
        <Retry />
      ) : items.length === 0 ? (
        <p>{t('empty.news')}</p>
      ) : (
        <NewsTeasers items={items} wide />
      )}
    </Section>
  );
}
