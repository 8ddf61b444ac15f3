/** Prizes and winners of the period: by tier, by year, and the largest of them. */
import { Link } from 'react-router';
import { groupDigits, money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import type { NumberGame } from '#web/shared/games/number-games.ts';
import { tierName } from '#web/shared/games/prize-name.ts';
import { useText } from '#web/text/text.tsx';
import { Section } from '#web/ui/section.tsx';
import { Table } from '#web/ui/table.tsx';
import * as statisticsCss from './statistics.module.css';
import type { Statistics } from './statistics-data.server.ts';

export function PrizesTab({ gameId, statistics }: { gameId: NumberGame; statistics: Statistics }) {
  const { t } = useText();
  if (statistics.years.length === 0) return <p className="lead">{t('statistics.noPrizes')}</p>;
  return (
    <>
      <Years years={statistics.years} />
      <div className={statisticsCss.evenColumns}>
        <Largest gameId={gameId} largest={statistics.largest} />
        <Tiers tiers={statistics.tiers} />
      </div>
    </>
  );
}

function Years({ years }: Pick<Statistics, 'years'>) {
  const { t } = useText();
  const draws = years.reduce((sum, year) => sum + year.draws, 0);
  return (
    <Section title={t('statistics.byYear')}>
      <Table
        caption={t('statistics.byYear')}
        isCaptionHidden
        columns={[
          { name: t('statistics.year') },
          { name: t('statistics.drawsHeld'), align: 'end' },
          { name: t('results.winners'), align: 'end' },
          { name: t('statistics.firstPrizes'), align: 'end' },
          { name: t('statistics.paid'), align: 'end' },
          { name: t('statistics.largestOne'), align: 'end' },
        ]}
        rows={years.map((year) => ({
          key: String(year.year),
          cells: [
            year.year,
            year.draws,
            groupDigits(year.winners),
            groupDigits(year.firstPrizes),
            money(year.amountTotal),
            money(year.largest),
          ],
        }))}
        note={t('statistics.prizesOf', { count: draws })}
      />
    </Section>
  );
}

function Largest({ gameId, largest }: { gameId: NumberGame; largest: Statistics['largest'] }) {
  const { t, format, locale } = useText();
  const { now } = useShell();
  return (
    <Section title={t('statistics.largest')}>
      <Table
        caption={t('statistics.largest')}
        isCaptionHidden
        columns={[
          { name: t('results.drawn') },
          { name: t('results.tier') },
          { name: t('results.amountEach'), align: 'end' },
        ]}
        rows={largest.map((prize) => ({
          key: `${prize.draw} ${prize.name}`,
          cells: [
            <Link key="week" to={pathsFor(locale).results(gameId, prize)}>
              {format.dayOfYears(prize.drawDate, now)}
            </Link>,
            tierName(t, prize.name),
            money(prize.amount),
          ],
        }))}
      />
    </Section>
  );
}

function Tiers({ tiers }: Pick<Statistics, 'tiers'>) {
  const { t } = useText();
  const isShared = tiers.some(({ winners, winnerCountLocal }) => winners !== winnerCountLocal);
  return (
    <Section title={t('statistics.byTier')}>
      <Table
        caption={t('statistics.byTier')}
        isCaptionHidden
        columns={[
          { name: t('results.tier') },
          { name: t('results.winners'), align: 'end' },
          ...(isShared ? [{ name: t('results.winnersLocal'), align: 'end' as const }] : []),
          { name: t('statistics.average'), align: 'end' },
        ]}
        rows={tiers.map(({ name, winners, winnerCountLocal, amount }) => ({
          key: name,
          cells: [
            tierName(t, name),
            groupDigits(winners),
            ...(isShared ? [groupDigits(winnerCountLocal)] : []),
            amount === undefined ? '–' : money(amount),
          ],
        }))}
      />
    </Section>
  );
}
