/** The weeks of a club in a year: bars, what was booked and paid, and a table of the same. */
import { Form, Link } from 'react-router';
import { groupDigits, money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import * as statusPillCss from '#web/shared/tickets/status-pill.module.css';
import { useText } from '#web/text/text.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Section } from '#web/ui/section.tsx';
import { Table } from '#web/ui/table.tsx';
import * as yearsCss from '#web/ui/years.module.css';
import type { ClubData, ClubWeek } from './club-data.server.ts';
import * as clubsCss from './clubs.module.css';
import { WeekBars } from './week-bars.tsx';

const weeksAtFirst = 6;

export function ClubWeeks(data: ClubData) {
  const { t, locale } = useText();
  const { year, weeks } = data;
  const newest = weeks[0]?.week;
  const aside = newest !== undefined && (
    <Link to={pathsFor(locale).contributions({ ar: year, vika: newest })}>{t('clubs.weeks.all')}</Link>
  );
  return (
    <Section title={t('clubs.weeks.title')} aside={aside}>
      <div className={clubsCss.weeks}>
        <YearChoice {...data} />
        {weeks.length === 0 ? (
          <p className="lead" role="status">
            {t('clubs.weeks.none', { year })}
          </p>
        ) : (
          <>
            <div className={clubsCss.year}>
              <WeekBars {...data} />
              <Account weeks={weeks} />
            </div>
            <WeekTable {...data} />
          </>
        )}
      </div>
    </Section>
  );
}

function YearChoice({ club, year, years }: ClubData) {
  const { t, locale } = useText();
  return (
    <Form
      className={yearsCss.years}
      method="get"
      action={pathsFor(locale).club(club.number)}
      preventScrollReset
      key={year}
    >
      <label>
        <span className={yearsCss.label}>{t('contributions.year')}</span>
        <select name="ar" defaultValue={year}>
          {years.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <button type="submit" className={buttonClass({})}>
        {t('common.show')}
      </button>
    </Form>
  );
}

/** The amounts booked, paid and still owed to the club. Sample weeks are left out: they were never owed. */
function Account({ weeks }: { weeks: readonly ClubWeek[] }) {
  const { t } = useText();
  const booked = weeks.filter(({ sample }) => !sample);
  if (booked.length === 0) return null;
  const sum = (some: readonly ClubWeek[]): number => some.reduce((total, { amount }) => total + amount, 0);
  const paid = sum(booked.filter(({ isPaid }) => isPaid));
  return (
    <dl className={clubsCss.ledger}>
      <div>
        <dt>{t('clubs.weeks.bookedSum')}</dt>
        <dd>{money(sum(booked))}</dd>
      </div>
      <div>
        <dt>{t('clubs.weeks.paidSum')}</dt>
        <dd>{money(-paid)}</dd>
      </div>
      <div className={clubsCss.end}>
        <dt>{t('clubs.weeks.owed')}</dt>
        <dd>{money(sum(booked) - paid)}</dd>
      </div>
    </dl>
  );
}

function WeekTable({ club, year, weeks, running, showsAll }: ClubData) {
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const shown = showsAll ? weeks : weeks.slice(0, weeksAtFirst);
  const isRunning = running !== null && !weeks.some(({ week }) => week === running);
  const title = t('clubs.weeks.title');
  return (
    <>
      <Table
        caption={`${title}, ${year}`}
        isCaptionHidden
        narrow="scroll"
        columns={[
          { name: t('contributions.week') },
          { name: t('contributions.sale'), align: 'end' },
          { name: t('clubs.weeks.tickets'), align: 'end', isWide: true },
          { name: t('clubs.weeks.amount'), align: 'end' },
          { name: t('clubs.weeks.status'), align: 'end' },
        ]}
        rows={[
          ...(isRunning
            ? [{ key: 'now', cells: [running, '–', '–', '–', <Status key="now" of="onTheWay" />] }]
            : []),
          ...shown.map((one) => ({
            key: String(one.week),
            cells: [
              one.programs.length > 0 ? (
                <Link key="week" to={`${paths.club(club.number, { ar: year, vika: one.week })}#vika`}>
                  {one.week}
                </Link>
              ) : (
                one.week
              ),
              money(one.sale),
              groupDigits(one.saleCount),
              <b key="amount">{money(one.amount)}</b>,
              <Status key="status" of={one.sample ? 'sample' : one.isPaid ? 'paid' : 'booked'} />,
            ],
          })),
        ]}
        {...(isRunning && { note: t('clubs.weeks.runningNote', { week: running }) })}
      />
      {shown.length < weeks.length && (
        <p className="actions">
          <Link
            className={buttonClass({ kind: 'plain' })}
            to={paths.club(club.number, { ar: year, allt: 'true' })}
            preventScrollReset
          >
            {t('clubs.weeks.showAll')}
          </Link>
        </p>
      )}
    </>
  );
}

const looks = {
  onTheWay: [statusPillCss.waiting, 'hour'],
  booked: [statusPillCss.won, 'check'],
  paid: [statusPillCss.none, 'check'],
  sample: [statusPillCss.none, 'info'],
} as const;

function Status({ of }: { of: keyof typeof looks }) {
  const { t } = useText();
  const [look, icon] = looks[of];
  return (
    <span className={`${statusPillCss.pill} ${look}`}>
      <Icon name={icon} small />
      {t(`clubs.weeks.${of}`)}
    </span>
  );
}
