import { Link } from 'react-router';
import * as resultLineCss from '#web/blocks/result-line.module.css';
import { ResultLine, type ShownResult } from '#web/blocks/result-line.tsx';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Section } from '#web/ui/section.tsx';

/** With nothing beside them, the games side by side. */
export function LatestResults({ results }: { results: readonly ShownResult[] }) {
  const { t, locale } = useText();
  const aside = <Link to={pathsFor(locale).results('lotto')}>{t('common.showAll')}</Link>;
  return (
    <Section title={t('home.latestResults')} aside={aside}>
      {results.length === 0 && <p>{t('empty.results')}</p>}
      <ul className={resultLineCss.resultList}>
        {results.map((result) => (
          <ResultLine key={result.gameId} result={result} />
        ))}
      </ul>
    </Section>
  );
}
