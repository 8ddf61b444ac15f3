/** Which draws are counted; works without script. */
import { Form } from 'react-router';
import { pathsFor } from '#web/page/paths.ts';
import type { NumberGame } from '#web/shared/games/number-games.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import * as yearsCss from '#web/ui/years.module.css';
import type { Statistics, Tab } from './statistics-data.server.ts';

type Props = {
  gameId: NumberGame;
  tab: Tab;
  ar: string;
  always: string;
  view: 'chart' | 'table';
  years: readonly string[];
  statistics: Statistics;
};

export function PeriodForm({ gameId, tab, ar, always, view, years, statistics }: Props) {
  const { t, format, locale } = useText();
  const { from, to } = statistics;
  return (
    <Form
      className={yearsCss.years}
      method="get"
      action={pathsFor(locale).statistics(gameId)}
      preventScrollReset
      key={`${gameId} ${ar}`}
    >
      {tab !== 'tolur' && <input type="hidden" name="tab" value={tab} />}
      {view === 'table' && <input type="hidden" name="syn" value="tafla" />}
      <label>
        <span className={yearsCss.label}>{t('statistics.period')}</span>
        <select name="ar" defaultValue={ar}>
          <option value="">{t('statistics.sinceMatrix', { matrix: t(`games.${gameId}.matrix`) })}</option>
          <option value={always}>{t('statistics.always')}</option>
          {years.map((year) => (
            <option key={year}>{year}</option>
          ))}
        </select>
      </label>
      <button type="submit" className={`${buttonCss.button} ${buttonCss.secondary}`}>
        {t('common.show')}
      </button>
      <p className="soft" role="status">
        {t('statistics.draws', { count: statistics.draws })}
        {from && to && `. ${t('statistics.span', { from: format.dateYear(from), to: format.dateYear(to) })}`}
      </p>
    </Form>
  );
}
