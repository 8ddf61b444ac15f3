import { groupDigits, money } from '#texts/number.ts';
import { tierName } from '#texts/prize-name.ts';
import { pathsFor } from '#web/page/paths.ts';
import type { NumberGame } from '#web/shared/games/number-games.ts';
import { useText } from '#web/text/text.tsx';
import { Section } from '#web/ui/section.tsx';
import { Table } from '#web/ui/table.tsx';
import { LargestPrizes, PrizesByTier } from './prize-tables.tsx';
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
  const { t, locale } = useText();
  const prizes = largest.map((prize) => ({
    key: `${prize.draw} ${prize.name}`,
    to: pathsFor(locale).results(gameId, prize),
    date: prize.drawDate,
    tier: tierName(t, prize.name),
    amount: prize.amount,
  }));
  return (
    <LargestPrizes heads={{ date: t('results.drawn'), amount: t('results.amountEach') }} prizes={prizes} />
  );
}

function Tiers({ tiers }: Pick<Statistics, 'tiers'>) {
  const { t } = useText();
  const rows = tiers.map(({ name, winners, winnerCountLocal, amount }) => ({
    key: name,
    tier: tierName(t, name),
    winners,
    local: winnerCountLocal,
    amount,
  }));
  return <PrizesByTier head={t('results.winners')} tiers={rows} />;
}
