/** The rows of the slip: letters to choose which one is edited, and the lines themselves. */
import { useText } from '#web/text/text.tsx';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { isComplete, type Matrix, rowLetter, type Slip, type SlipRow } from './slip.ts';

type TabsProps = { slip: Slip; matrix: Matrix; onChoose: (index: number) => void; onAdd: () => void };

export function RowTabs({ slip, matrix, onChoose, onAdd }: TabsProps) {
  const { t } = useText();
  return (
    <nav className="row-tabs" aria-label={t('play.yourRows')}>
      {slip.rows.map((row, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: the letter is the identity of a row
          key={index}
          id={`row-${index}`}
          type="button"
          className={isComplete(row, matrix) ? 'is-done' : undefined}
          aria-current={index === slip.active ? 'true' : undefined}
          onClick={() => onChoose(index)}
        >
          <span className="visually-hidden">{t('play.rowLabel', { row: '' })}</span>
          {rowLetter(index)}
        </button>
      ))}
      {slip.rows.length < matrix.rowsMax && (
        <button type="button" className="is-empty" aria-label={t('play.addRow')} onClick={onAdd}>
          <Icon name="plus" small />
        </button>
      )}
    </nav>
  );
}

type ListProps = {
  slip: Slip;
  matrix: Matrix;
  onEdit: (index: number) => void;
  onCopy: (index: number) => void;
  onRemove: (index: number) => void;
};

export function RowLines({ slip, matrix, onEdit, onCopy, onRemove }: ListProps) {
  const { t } = useText();
  const action = (icon: IconName, label: string, act: () => void) => (
    <button type="button" className="icon-button" aria-label={label} onClick={act}>
      <Icon name={icon} small />
    </button>
  );
  return (
    <ol className="lines">
      {slip.rows.map((row, index) => {
        const letter = rowLetter(index);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the letter is the identity of a row
          <li key={index}>
            <RowLetter letter={letter} />
            <RowNumbers row={row} pick={matrix.pick} />
            <span className="actions">
              {action('edit', t('play.editRow', { row: letter }), () => onEdit(index))}
              {slip.rows.length < matrix.rowsMax &&
                action('copy', t('play.duplicateRow', { row: letter }), () => onCopy(index))}
              {action('bin', t('play.removeRow', { row: letter }), () => onRemove(index))}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

export function RowLetter({ letter }: { letter: string }) {
  const { t } = useText();
  return (
    <span className="row-mark">
      <span className="visually-hidden">{t('play.rowLabel', { row: '' })}</span>
      {letter}
    </span>
  );
}

export function RowNumbers({ row, pick }: { row: Pick<SlipRow, 'numbers'>; pick: number }) {
  const { t } = useText();
  const { length } = row.numbers;
  return (
    <span className="row-numbers">
      {Array.from({ length: pick }, (_, place) => {
        const number = row.numbers[place];
        return (
          <i key={number ?? -place} className={number === undefined ? 'blank' : undefined}>
            {number}
          </i>
        );
      })}
      {length < pick && (
        <span className="visually-hidden">
          {length === 0 ? t('play.rowEmpty') : t('play.left', { count: pick - length })}
        </span>
      )}
    </span>
  );
}
