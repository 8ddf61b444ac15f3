/** How the first prize grew from draw to draw, and when it was won. */
import { Link } from 'react-router';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import type { NumberGame } from '#web/shared/games/number-games.ts';
import { useText } from '#web/text/text.tsx';
import { foldedPart, NarrowFold } from '#web/ui/narrow-fold.tsx';
import { Section } from '#web/ui/section.tsx';
import { Table } from '#web/ui/table.tsx';
import * as resultsCss from './results.module.css';
import type { Pot } from './results-types.ts';

export function PotHistory({ gameId, pots }: { gameId: NumberGame; pots: readonly Pot[] }) {
  const { t, format, locale } = useText();
  const { now } = useShell();
  if (pots.length === 0) return null;
  const most = Math.max(1, ...pots.map(({ amount = 0 }) => amount));
  const hasSample = pots.some(({ sample }) => sample);
  const allSample = pots.every(({ sample }) => sample);
  return (
    <Section title={t('results.potHistory')}>
      <NarrowFold label={t('results.showPots')}>
        <div className={foldedPart}>
          <Table
            caption={t('results.potHistory')}
            isCaptionHidden
            columns={[
              { name: t('results.drawn') },
              { name: t('results.pot'), align: 'end' },
              { key: 'bar', name: t('results.potSize'), isWide: true },
              { name: t('results.potWon') },
            ]}
            rows={pots.map((pot) => ({
              key: String(pot.draw),
              cells: [
                <Link key="week" to={pathsFor(locale).results(gameId, pot)}>
                  {format.dayOfYears(pot.drawDate, now)}
                </Link>,
                pot.amount === undefined ? '–' : money(pot.amount),
                <svg
                  key="bar"
                  className={resultsCss.potBar}
                  viewBox="0 0 1000 20"
                  preserveAspectRatio="none"
                  aria-hidden="true"
                >
                  <rect width={Math.round(((pot.amount ?? 0) * 1000) / most)} height="20" />
                </svg>,
                [
                  pot.winners === 0
                    ? `${t('results.potUnwon')} · ${t('home.potTimes', { times: pot.potMultiple })}`
                    : t('results.potWinners', { count: pot.winners }),
                  ...(pot.sample && !allSample ? [t('results.potIsSample')] : []),
                ].join(' · '),
              ],
            }))}
            note={hasSample ? t(allSample ? 'results.potAllSample' : 'results.potSample') : undefined}
          />
        </div>
      </NarrowFold>
    </Section>
  );
}
