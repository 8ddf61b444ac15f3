/** The tiers that a ticket reached: its rows there, and what they got. */
import { groupDigits, money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import { Table } from '#web/ui/table.tsx';
import type { PoolPart } from './pool-part.ts';
import * as poolTicketCss from './pool-ticket.module.css';

export function PoolWinnings({ winnings }: Pick<PoolPart, 'winnings'>) {
  const { t } = useText();
  return (
    <div className={poolTicketCss.winnings}>
      <h3>{t('pools.ticket.winningRows')}</h3>
      <Table
        caption={t('pools.ticket.winningRows')}
        isCaptionHidden
        columns={[
          { name: t('results.tier') },
          { name: t('pools.ticket.rows'), align: 'end' },
          { name: t('pools.ticket.eachRow'), align: 'end' },
          { name: t('results.amountTotal'), align: 'end' },
        ]}
        rows={winnings.map(({ correctCount, winnerCount, amountWinner, amountTotal }) => ({
          key: String(correctCount),
          cells: [
            t('pools.right', { count: correctCount }),
            groupDigits(winnerCount),
            money(amountWinner),
            money(amountTotal),
          ],
        }))}
      />
    </div>
  );
}
