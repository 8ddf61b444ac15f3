/** Statistics of a football pool: outcomes in all and by match, and prizes. */
import { Form } from 'react-router';
import { decimal, groupDigits, money } from '#texts/number.ts';
import { type PoolPage, pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { Table } from '#web/ui/table.tsx';
import * as yearsCss from '#web/ui/years.module.css';
import type { PoolStatistics, PoolTab } from './pool-statistics.server.ts';
import { LargestPrizes, PrizesByTier } from './prize-tables.tsx';
import * as statisticsCss from './statistics.module.css';

type PeriodProps = {
  gameId: PoolPage;
  tab: PoolTab;
  ar: string;
  years: readonly string[];
  statistics: PoolStatistics;
};

/** Which programs are counted; works without script. */
export function PoolPeriod({ gameId, tab, ar, years, statistics: { programs, from, to } }: PeriodProps) {
  const { t, format, locale } = useText();
  return (
    <Form
      className={yearsCss.years}
      method="get"
      action={pathsFor(locale).statistics(gameId)}
      preventScrollReset
      key={`${gameId} ${ar}`}
    >
      {tab !== 'merki' && <input type="hidden" name="tab" value={tab} />}
      <label>
        <span className={yearsCss.label}>{t('statistics.period')}</span>
        <select name="ar" defaultValue={ar}>
          <option value="">{t('pools.statistics.always')}</option>
          {years.map((year) => (
            <option key={year}>{year}</option>
          ))}
        </select>
      </label>
      <button type="submit" className={buttonClass({})}>
        {t('common.show')}
      </button>
      <p className="soft" role="status">
        {t('pools.statistics.programs', { count: programs })}
        {from && to && `. ${t('statistics.span', { from: format.dateYear(from), to: format.dateYear(to) })}`}
      </p>
    </Form>
  );
}

type Props = Pick<PeriodProps, 'gameId' | 'tab' | 'statistics'>;

export function PoolCounted({ gameId, tab, statistics }: Props) {
  const { t } = useText();
  const { samples, programs } = statistics;
  return (
    <>
      {samples > 0 && (
        <Notice kind="warn">
          {samples === programs
            ? t('pools.statistics.allSamples')
            : t('pools.statistics.samples', { count: samples })}
        </Notice>
      )}
      {tab === 'merki' && <Outcomes gameId={gameId} statistics={statistics} />}
      {tab === 'vinningar' && <Prizes gameId={gameId} statistics={statistics} />}
    </>
  );
}

type PartProps = Omit<Props, 'tab'>;

function Outcomes({ gameId, statistics }: PartProps) {
  const { t } = useText();
  const { favourite, people, lots } = statistics;
  return (
    <>
      <p className="lead measure">
        {t('pools.statistics.favourite', { right: favourite.right, count: favourite.of })}
        {people.of > 0 && ` ${t('pools.statistics.people', { right: people.right, count: people.of })}`}
        {lots > 0 && ` ${t('pools.statistics.lots', { count: lots })}`}
      </p>
      <div className={statisticsCss.evenColumns}>
        <InAll gameId={gameId} statistics={statistics} />
        <ByMatch gameId={gameId} statistics={statistics} />
      </div>
    </>
  );
}

/** Beside what the chances foretold. */
function InAll({ gameId, statistics: { outcomes, matches, expected, favourite } }: PartProps) {
  const { t, locale } = useText();
  const totals = outcomes.map((_, place) =>
    matches.reduce((sum, { counts }) => sum + (counts[place] ?? 0), 0),
  );
  const title = t(gameId === 'xg' ? 'pools.statistics.goalsInAll' : 'pools.statistics.signsInAll');
  return (
    <Section title={title}>
      <Table
        caption={`${title}, ${t(`games.${gameId}.name`)}`}
        isCaptionHidden
        narrow="scroll"
        columns={[
          { name: t(gameId === 'xg' ? 'pools.goals' : 'pools.outcome') },
          { name: t('statistics.count'), align: 'end' },
          { name: t('pools.statistics.share'), align: 'end' },
          { name: t('pools.statistics.expected'), align: 'end' },
        ]}
        rows={outcomes.map((outcome, place) => ({
          key: outcome,
          cells: [
            outcome,
            groupDigits(totals[place] ?? 0),
            `${decimal(locale, share(totals[place] ?? 0, favourite.of))}%`,
            decimal(locale, expected[place] ?? 0),
          ],
        }))}
        note={t('pools.statistics.expectedNote')}
      />
    </Section>
  );
}

/** In percent, with one decimal. */
const share = (part: number, of: number): number => (of === 0 ? 0 : Math.round((1000 * part) / of) / 10);

function ByMatch({ gameId, statistics: { outcomes, matches } }: PartProps) {
  const { t } = useText();
  return (
    <Section title={t('pools.statistics.byMatch')}>
      <Table
        caption={`${t('pools.statistics.byMatch')}, ${t(`games.${gameId}.name`)}`}
        isCaptionHidden
        narrow="scroll"
        columns={[
          { key: 'match', name: t('pools.match') },
          ...outcomes.map((outcome) => ({ name: outcome, align: 'end' as const })),
        ]}
        rows={matches.map(({ number, counts }) => ({
          key: String(number),
          cells: [t('toto.match', { number }), ...counts.map((count) => groupDigits(count))],
        }))}
        note={t('pools.statistics.byMatchNote')}
      />
    </Section>
  );
}

function Prizes({ gameId, statistics }: PartProps) {
  const { t } = useText();
  if (statistics.years.length === 0) return <p className="lead">{t('statistics.noPrizes')}</p>;
  return (
    <>
      <Years statistics={statistics} />
      <div className={statisticsCss.evenColumns}>
        <Largest gameId={gameId} statistics={statistics} />
        <Tiers statistics={statistics} />
      </div>
    </>
  );
}

type OwnProps = Pick<Props, 'statistics'>;

function Years({ statistics: { years } }: OwnProps) {
  const { t } = useText();
  return (
    <Section title={t('statistics.byYear')}>
      <Table
        caption={t('statistics.byYear')}
        isCaptionHidden
        columns={[
          { name: t('statistics.year') },
          { name: t('pools.statistics.rounds'), align: 'end' },
          { name: t('pools.ticket.winningRows'), align: 'end' },
          { name: t('pools.statistics.firstPrizes'), align: 'end' },
          { name: t('statistics.paid'), align: 'end' },
          { name: t('statistics.largestOne'), align: 'end' },
        ]}
        rows={years.map(({ year, programs, winnerCount, firstPrizes, amountTotal, largest }) => ({
          key: String(year),
          cells: [
            year,
            programs,
            groupDigits(winnerCount),
            groupDigits(firstPrizes),
            money(amountTotal),
            money(largest),
          ],
        }))}
      />
    </Section>
  );
}

function Largest({ gameId, statistics: { largest } }: PartProps) {
  const { t, locale } = useText();
  const prizes = largest.map(({ programId, playDate, correctCount, amount, week, year }) => ({
    key: `${programId} ${correctCount}`,
    to: pathsFor(locale).results(gameId, { week, year }),
    date: playDate,
    tier: t('pools.right', { count: correctCount }),
    amount,
  }));
  const heads = { date: t('pools.statistics.played'), amount: t('pools.ticket.eachRow') };
  return <LargestPrizes heads={heads} prizes={prizes} />;
}

function Tiers({ statistics: { tiers } }: OwnProps) {
  const { t } = useText();
  const rows = tiers.map(({ correctCount, winnerCount, winnerCountLocal, amountWinner }) => ({
    key: String(correctCount),
    tier: t('pools.right', { count: correctCount }),
    winners: winnerCount,
    local: winnerCountLocal,
    amount: amountWinner,
  }));
  return <PrizesByTier head={t('pools.ticket.rows')} tiers={rows} />;
}
