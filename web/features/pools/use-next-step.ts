/** What stands on the button while the slip cannot be sold: the step that it lacks. */
import { useText } from '#web/text/text.tsx';
import { markTableId } from './mark-table.tsx';
import type { Quote } from './quote.ts';
import { rowsFileId } from './rows-file.ts';
import { activeRow, isBegunRow, unmarkedIn } from './slip.ts';
import type { NextStep } from './slip-card.tsx';
import { focusCell } from './use-mark-keys.ts';
import type { SlipDesk } from './use-pool-slip.ts';
import type { Way } from './ways.tsx';

type Parts = { desk: SlipDesk; quote: Quote; way: Way; onMark: () => void };

export function useNextStep({ desk, quote, way, onMark }: Parts): NextStep {
  const { t } = useText();
  if (quote.total > 0 || quote.isTooMany) return null;
  const row = activeRow(desk.slip);
  const [unmarked] = unmarkedIn(row);
  if (way === 'skra')
    return { label: t('pools.chooseFile'), act: () => document.getElementById(rowsFileId)?.click() };
  if (way === 'kerfi') return { label: t('pools.markMatches'), act: onMark };
  if (unmarked !== undefined && isBegunRow(row) && quote.lacks.length === 0)
    return { label: t('toto.quickPickRest'), act: () => desk.fillBy('albert') };
  const act = (): void => focusCell(markTableId, { match: (unmarked ?? 1) - 1, outcome: 0 });
  return { label: t(quote.lacks.length > 0 ? 'pools.markLacking' : 'pools.markMatches'), act };
}
