/** What each club got from sales in a year or a week, chosen in the address (`ar`, `vika`). */
import { Form, useLocation } from 'react-router';
import { money } from '#texts/number.ts';
import { allWeeks } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { Table } from '#web/ui/table.tsx';
import * as yearsCss from '#web/ui/years.module.css';
import * as contributionsCss from './contributions.module.css';
import { Retry } from './retry.tsx';
import type { Contribution, ContributionsData } from './section-data.ts';

export function Contributions({ data }: { data: ContributionsData | undefined }) {
  const { t } = useText();
  if (data === undefined) return null;
  const { year, week, contributions } = data;
  return (
    <div className={contributionsCss.contributions}>
      <Choice data={data} />
      {contributions === null ? (
        <Retry />
      ) : contributions.length === 0 ? (
        <p className="lead" role="status">
          {week === null
            ? t('validation.noContributionsForYear', { year })
            : t('validation.noContributionsForWeek', { week, year })}
        </p>
      ) : (
        <>
          {contributions.some(({ sample }) => sample) && (
            <Notice kind="warn">{t('contributions.sample')}</Notice>
          )}
          <ContributionTable contributions={contributions} year={year} week={week} />
        </>
      )}
    </div>
  );
}

function Choice({ data: { year, week, years, weeks } }: { data: ContributionsData }) {
  const { t } = useText();
  const { pathname } = useLocation();
  const numbers = Array.from({ length: weeks }, (_, ago) => weeks - ago);
  return (
    <Form
      className={yearsCss.years}
      method="get"
      action={pathname}
      preventScrollReset
      key={`${year}-${week}`}
    >
      <label>
        <span>{t('contributions.year')}</span>
        <select name="ar" defaultValue={year}>
          {years.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <label>
        <span>{t('contributions.week')}</span>
        <select name="vika" defaultValue={week ?? allWeeks}>
          <option value={allWeeks}>{t('contributions.allWeeks')}</option>
          {numbers.map((number) => (
            <option key={number} value={number}>
              {t('calendar.weekNumber', { week: number })}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className={`${buttonCss.button} ${buttonCss.secondary}`}>
        {t('common.show')}
      </button>
    </Form>
  );
}

type Period = { contributions: readonly Contribution[]; year: number; week: number | null };

function ContributionTable({ contributions, year, week }: Period) {
  const { t, locale } = useText();
  const sum = contributions.reduce((total, { sale }) => total + sale, 0);
  return (
    <Table
      caption={
        <>
          {week === null
            ? t('contributions.captionYear', { year })
            : t('contributions.captionWeek', { week, year })}{' '}
          <b className="money">{t('contributions.sum', { amount: money(sum) })}</b>
        </>
      }
      columns={[
        { name: t('contributions.clubName') },
        { name: t('contributions.club'), align: 'end' },
        { name: t('contributions.sale'), align: 'end' },
        { name: t('contributions.percent'), align: 'end' },
      ]}
      rows={contributions.map(({ club, clubName, sale, percent }) => ({
        key: String(club),
        cells: [clubName, club, money(sale), percentText(percent, locale)],
      }))}
    />
  );
}

/** `4,40%`: two decimals, so that they stand under each other. */
function percentText(percent: number, locale: 'is' | 'en'): string {
  const text = percent.toFixed(2);
  return `${locale === 'is' ? text.replace('.', ',') : text}%`;
}
