/** Says at the review button how many numbers each row lacks, and offers to fill or drop these rows. */
import { fillRow } from '#rules/numbers/quick-pick.ts';
import { nextUint32 } from '#web/shared/games/browser-random.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { BoardParts } from './board-parts.ts';
import type { Quote } from './quote.ts';
import * as slips from './slip.ts';

type Props = BoardParts & { quote: Quote };

export function MissingNumbers({ desk, draw, matrix, quote }: Props) {
  const { t } = useText();
  const { unfinished, rows, system, days } = quote;
  const lacksDays = days !== null && days.length === 0;
  if (lacksDays && unfinished.length === 0 && rows.length > 0)
    return (
      <Notice kind="warn" role="alert">
        {t('subscription.noDays')}
      </Notice>
    );
  const fill = (): void => desk.update((old) => filled(old, draw, matrix));
  const leaveOut = (): void =>
    desk.update((old) => slips.withRows(old, slips.completeRows(old, matrix), 0), { what: 'rowsFewer' });
  return (
    <Notice
      kind="warn"
      role="alert"
      secondary={
        <>
          <Button onClick={fill}>{t('play.fillMissing')}</Button>
          {rows.length > 0 && unfinished.length > 0 && (
            <Button kind="plain" onClick={leaveOut}>
              {t('play.leaveOut', { count: unfinished.length })}
            </Button>
          )}
        </>
      }
    >
      {unfinished.length === 0 && t('slip.empty')}
      {unfinished.map(({ letter, left }) => (
        <p key={letter}>
          {system > 0
            ? t('system.incomplete', { count: left })
            : t('play.rowNotCounted', { row: letter, left })}
        </p>
      ))}
    </Notice>
  );
}

/** Fills the begun rows by quick pick; without a begun row, the row being edited. */
function filled(slip: slips.Slip, draw: BoardParts['draw'], matrix: slips.Matrix): slips.Slip {
  const size = slips.neededOf(slip, matrix, 'numbers');
  const hasBegun = slip.rows.some(slips.isBegunRow);
  return slip.rows.reduce((all, row, index) => {
    const isMeant = hasBegun ? slips.isBegunRow(row) : index === slip.active;
    if (!isMeant || slips.leftIn(slip, row, matrix) === 0) return all;
    return slips.setRow(all, index, slips.slipRow(fillRow(draw.rules, row, nextUint32, size)));
  }, slip);
}
