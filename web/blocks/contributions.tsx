/** What each club got in a year or a week; the address chooses (`ar`, `vika`) and sorts (`rod`). */
import { Form, Link, useLocation } from 'react-router';
import { groupDigits, money } from '#texts/number.ts';
import { allWeeks, pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import * as yearsCss from '#web/ui/years.module.css';
import { type Contribution, type OrderColumn, orderAfter } from './contribution-order.ts';
import * as contributionsCss from './contributions.module.css';
import { Retry } from './retry.tsx';
import type { ContributionsData } from './section-data.ts';

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
          <Sums contributions={contributions} />
          <ContributionTable {...data} contributions={contributions} />
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

type Shown = ContributionsData & { contributions: readonly Contribution[] };

function Sums({ contributions }: Pick<Shown, 'contributions'>) {
  const { t } = useText();
  return (
    <dl className={contributionsCss.sums}>
      <div>
        <dt>{t('contributions.saleSum')}</dt>
        <dd>{money(sumOf(contributions, 'sale'))}</dd>
      </div>
      <div>
        <dt>{t('contributions.amountSum')}</dt>
        <dd>{money(sumOf(contributions, 'amount'))}</dd>
      </div>
    </dl>
  );
}

const sumOf = (contributions: Shown['contributions'], part: 'sale' | 'amount' | 'saleCount'): number =>
  contributions.reduce((total, one) => total + one[part], 0);

function ContributionTable({ contributions, year, week, order }: Shown) {
  const { t, locale } = useText();
  const caption =
    week === null ? t('contributions.captionYear', { year }) : t('contributions.captionWeek', { week, year });
  return (
    <>
      <h2>{caption}</h2>
      <Table
        caption={caption}
        isCaptionHidden
        columns={useColumns({ year, week, order })}
        rows={contributions.map((one) => ({
          key: String(one.club),
          cells: [
            <>
              <Link to={pathsFor(locale).club(one.club, { ar: year })}>{one.clubName}</Link>
              <span className={`${contributionsCss.narrow} meta`}>
                {one.club} · {percentText(one.percent, locale)}
              </span>
            </>,
            one.club,
            money(one.sale),
            money(one.amount),
            money(one.saleTotal),
            percentText(one.percent, locale),
            groupDigits(one.saleCount),
          ],
        }))}
        foot={[
          t('contributions.clubs', { count: contributions.length }),
          '',
          money(sumOf(contributions, 'sale')),
          money(sumOf(contributions, 'amount')),
          '',
          '100%',
          groupDigits(sumOf(contributions, 'saleCount')),
        ]}
      />
    </>
  );
}

/** The heads sort; `Hlutfall` is the club's part of all sales, rounded, so that the sum is 100%. */
function useColumns({ year, week, order }: Pick<Shown, 'year' | 'week' | 'order'>): Column[] {
  const { t } = useText();
  const { pathname } = useLocation();
  const column = (by: OrderColumn, name: string, look: Partial<Column>): Column => {
    const query = new URLSearchParams({ ar: String(year), vika: String(week ?? allWeeks) });
    const rod = orderAfter(order, by);
    if (rod !== undefined) query.set('rod', rod);
    const sort = { to: `${pathname}?${query}`, by: order.by === by ? order.direction : undefined };
    return { name, sort, ...look };
  };
  const figure = { align: 'end' } as const;
  const wide = { align: 'end', isWide: true } as const;
  return [
    column('felag', t('contributions.clubName'), {}),
    column('nr', t('contributions.club'), wide),
    column('sala', t('contributions.sale'), figure),
    column('framlag', t('contributions.amount'), figure),
    column('sala-alls', t('contributions.saleTotal'), wide),
    column('hlutfall', t('contributions.percent'), wide),
    column('fjoldi', t('contributions.saleCount'), wide),
  ];
}

/** `4,40%`: two decimals, so that they stand under each other. */
function percentText(percent: number, locale: 'is' | 'en'): string {
  const text = percent.toFixed(2);
  return `${locale === 'is' ? text.replace('.', ',') : text}%`;
}
