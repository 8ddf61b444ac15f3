/** Rows A to J of a coupon: the one being marked, a new one, and taking one away. */
import { panelsMax } from '#rules/pools/games.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import * as poolPlayCss from './pool-play.module.css';
import { activate, addRow, isCompleteRow, letterOf, removeRow } from './slip.ts';
import type { SlipDesk } from './use-pool-slip.ts';

export function RowTabs({ desk: { slip, update } }: { desk: SlipDesk }) {
  const { t } = useText();
  return (
    <div className={poolPlayCss.rows}>
      {slip.rows.map((row, index) => (
        <button
          key={letterOf(index)}
          type="button"
          aria-pressed={index === slip.active}
          aria-label={t('play.rowLabel', { row: letterOf(index) })}
          className={isCompleteRow(row) ? poolPlayCss.complete : undefined}
          onClick={() => update((old) => activate(old, index))}
        >
          {letterOf(index)}
        </button>
      ))}
      {slip.rows.length < panelsMax && (
        <button type="button" aria-label={t('xg.addRow')} onClick={() => update(addRow)}>
          <Icon name="plus" small />
        </button>
      )}
      {slip.rows.length > 1 && (
        <Button kind="plain" onClick={() => update((old) => removeRow(old, old.active), 'rowRemoved')}>
          {t('play.removeRow', { row: letterOf(slip.active) })}
        </Button>
      )}
    </div>
  );
}
