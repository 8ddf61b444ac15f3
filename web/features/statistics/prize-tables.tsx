/** Tables of prizes that lotteries and pools share: the largest ones, and those of each tier. */
import { Link } from 'react-router';
import { groupDigits, money } from '#texts/number.ts';
import { useShell } from '#web/page/shell.ts';
import { useText } from '#web/text/text.tsx';
import { Section } from '#web/ui/section.tsx';
import { Table } from '#web/ui/table.tsx';

export type LargePrize = { key: string; to: string; date: string; tier: string; amount: number };

type LargestProps = { heads: { date: string; amount: string }; prizes: readonly LargePrize[] };

/** @param heads names of the columns */
export function LargestPrizes({ heads, prizes }: LargestProps) {
  const { t, format } = useText();
  const { now } = useShell();
  return (
    <Section title={t('statistics.largest')}>
      <Table
        caption={t('statistics.largest')}
        isCaptionHidden
        columns={[{ name: heads.date }, { name: t('results.tier') }, { name: heads.amount, align: 'end' }]}
        rows={prizes.map(({ key, to, date, tier, amount }) => ({
          key,
          cells: [
            <Link key="week" to={to}>
              {format.dayOfYears(date, now)}
            </Link>,
            tier,
            money(amount),
          ],
        }))}
      />
    </Section>
  );
}

/** `winners` in all countries, `local` in Iceland. Without an amount nobody won the tier. */
export type TierPrizes = {
  key: string;
  tier: string;
  winners: number;
  local: number;
  amount: number | undefined;
};

/** @param head name of the column that counts */
export function PrizesByTier({ head, tiers }: { head: string; tiers: readonly TierPrizes[] }) {
  const { t } = useText();
  const isShared = tiers.some(({ winners, local }) => winners !== local);
  return (
    <Section title={t('statistics.byTier')}>
      <Table
        caption={t('statistics.byTier')}
        isCaptionHidden
        columns={[
          { name: t('results.tier') },
          { name: head, align: 'end' },
          ...(isShared ? [{ name: t('results.winnersLocal'), align: 'end' as const }] : []),
          { name: t('statistics.average'), align: 'end' },
        ]}
        rows={tiers.map(({ key, tier, winners, local, amount }) => ({
          key,
          cells: [
            tier,
            groupDigits(winners),
            ...(isShared ? [groupDigits(local)] : []),
            amount === undefined ? '–' : money(amount),
          ],
        }))}
      />
    </Section>
  );
}
