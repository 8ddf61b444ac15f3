/** A draw of a game that the pages do not know: what was drawn, as marks, and its prizes. */
import { useId } from 'react';
import { Link } from 'react-router';
import { pathsFor } from '#web/page/paths.ts';
import { Marks } from '#web/shared/games/marks.tsx';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { MainPrizes } from './prize-table.tsx';
import * as resultsCss from './results.module.css';
import type { DescribedResult as Result } from './results-types.ts';

export function DescribedResult({ result, isCounting }: { result: Result; isCounting: boolean }) {
  const { t, format, locale } = useText();
  const id = useId();
  const { drawDate, cancelled, outcome, wins, confirmedAt } = result;
  const nameOf = ({ name }: { name: string }) =>
    wins.find((win) => win.name === name)?.words?.[locale] ?? name;
  return (
    <div className={resultsCss.prizeTables}>
      <section className={resultsCss.drawn} aria-labelledby={id}>
        <h2 id={id} className="first-capital">
          {format.weekdayDate(drawDate)} {drawDate.slice(0, 4)}
        </h2>
        {cancelled && <Notice kind="warn">{t('results.cancelled')}</Notice>}
        {outcome && (
          <>
            <h3>{outcome.name[locale]}</h3>
            <Marks marks={outcome.marks} />
          </>
        )}
        <div className={resultsCss.drawnActions}>
          <Link className={`${buttonCss.button} ${buttonCss.primary}`} to={pathsFor(locale).tickets()}>
            {t('results.checkMine')}
          </Link>
        </div>
      </section>
      {!cancelled && (
        <MainPrizes
          rows={wins}
          nameOf={nameOf}
          confirmedAt={confirmedAt}
          isCounting={isCounting}
          isShared={false}
        />
      )}
    </div>
  );
}
