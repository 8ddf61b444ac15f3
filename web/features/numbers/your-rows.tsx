/** All rows of the slip, more of them by quick pick, and taking rows off. */
import { Link } from 'react-router';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Icon } from '#web/ui/icon.tsx';
import type { BoardParts } from './board-parts.ts';
import { focusFull, focusGrid, focusRow } from './focus.ts';
import * as rowsCss from './rows.module.css';
import { RowLines } from './rows.tsx';
import * as slips from './slip.ts';
import { UndoButton } from './undo-parts.tsx';
import { quickRows } from './use-given-slip.ts';

/** How many quick-pick rows one press adds, where there is room for them. */
const rowsPerPress = 5;

export function YourRows({ desk, draw, matrix, onEdit }: BoardParts & { onEdit: (index: number) => void }) {
  const { t, locale } = useText();
  const { slip, update } = desk;
  const remove = (index: number): void => {
    update((old) => slips.removeRow(old, index), { what: 'rowRemoved', row: slips.rowLetter(index) });
    focusRow(index);
  };
  const copy = (index: number): void => {
    update((old) => slips.copyRow(old, index, matrix));
    // The buttons that copy go with the last place.
    if (slip.rows.length + 1 === matrix.rowsMax) focusRow(index);
  };
  return (
    <section className={rowsCss.list} aria-labelledby="rows-heading">
      <div className={rowsCss.head}>
        <h2 id="rows-heading">{t('play.yourRows')}</h2>
        <span className="meta figures">
          {t('play.rowsOf', { count: slips.completeRows(slip, matrix).length, max: matrix.rowsMax })}
        </span>
      </div>
      <RowLines
        gameId={draw.gameId}
        slip={slip}
        matrix={matrix}
        onEdit={onEdit}
        onCopy={copy}
        onRemove={remove}
      />
      <RowsFoot desk={desk} draw={draw} matrix={matrix} />
      <p className="meta fair">
        {t('play.quickPickFair')} <Link to={pathsFor(locale).game(draw.gameId)}>{t('chances.title')}</Link>
      </p>
    </section>
  );
}

/** Adds quick-pick rows, removes all rows, and takes the last change back. */
function RowsFoot({ desk, draw, matrix }: BoardParts) {
  const { t } = useText();
  const { slip, update } = desk;
  const room = slips.roomFor(slip, matrix);
  const count = Math.min(rowsPerPress, room);
  const addQuickPick = (): void => {
    update((old) => slips.addRows(old, quickRows(draw, count), matrix));
    if (count === room) focusFull();
  };
  const removeAll = (): void => {
    update((old) => slips.withRows(old, [], 0), { what: 'rowsRemoved' });
    focusGrid({ preventScroll: true });
  };
  return (
    <div className={rowsCss.foot}>
      {count > 0 ? (
        <button type="button" className={`${buttonCss.button} ${buttonCss.plain}`} onClick={addQuickPick}>
          <Icon name="plus" small />
          {t('play.addRows', { count, price: money(count * draw.amountRow * slip.draws) })}
        </button>
      ) : (
        <p id="rows-full" className="meta" tabIndex={-1}>
          {t('play.rowsFull', { max: matrix.rowsMax })}
        </p>
      )}
      {slip.rows.length > 1 && (
        <button type="button" className={`${buttonCss.button} ${buttonCss.plain}`} onClick={removeAll}>
          {t('play.removeAll')}
        </button>
      )}
      <UndoButton desk={desk} />
    </div>
  );
}
