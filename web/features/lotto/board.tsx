/** The board: letters of the rows, the grid of the row being edited, the rows themselves, Joker and number of draws. */
import { useState } from 'react';
import { currentVersion } from '#rules/lotto/games.ts';
import { fillRow } from '#rules/lotto/quick-pick.ts';
import { useText } from '#web/text/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Toast, type ToastMessage } from '#web/ui/toast.tsx';
import { nextUint32 } from './browser-random.ts';
import { DrawsField } from './draws-field.tsx';
import { JokerField } from './joker-field.tsx';
import { NumberGrid } from './number-grid.tsx';
import { type PlayDraw, totalFor } from './quote.ts';
import { RowLines, RowTabs } from './rows.tsx';
import * as slips from './slip.ts';
import { quickRows } from './use-given-slip.ts';
import type { UpdateSlip } from './use-slip.ts';

type Props = {
  slip: slips.Slip;
  update: UpdateSlip;
  draw: PlayDraw;
  matrix: slips.Matrix;
  options: readonly number[];
  limit: { draws: number; rollDown: string } | null;
  notice: ToastMessage | null;
};

/** How many quick-pick rows one press adds. */
const rowsPerPress = 5;

export function Board({ slip, update, draw, matrix, options, limit, notice }: Props) {
  const { t } = useText();
  const [removed, setRemoved] = useState<ToastMessage | null>(null);
  const [seen, setSeen] = useState<ToastMessage | null>(null);
  const letter = slips.rowLetter(slip.active);
  const row = slips.activeRow(slip);

  const edit = (index: number): void => {
    update((old) => slips.activate(old, index));
    focusGrid();
  };
  const fill = (): void =>
    update((old) => {
      const { numbers } = fillRow(currentVersion(draw.gameId), slips.activeRow(old), nextUint32);
      return slips.setRow(old, old.active, { numbers, isQuickPick: true });
    });
  const remove = (index: number): void => {
    const gone = slip.rows[index];
    update((old) => slips.removeRow(old, index));
    document.getElementById(`row-${Math.max(0, index - 1)}`)?.focus();
    if (gone === undefined || gone.numbers.length === 0) return;
    const undo = () => update((old) => slips.insertRow(old, index, gone));
    const text = t('play.rowRemoved', { row: slips.rowLetter(index) });
    setRemoved({ text, action: { label: t('common.undo'), act: undo } });
  };

  return (
    <form className="playform" onSubmit={(event) => event.preventDefault()}>
      <RowTabs
        slip={slip}
        matrix={matrix}
        onChoose={edit}
        onAdd={() => {
          update((old) => slips.addRow(old, matrix));
          focusGrid();
        }}
      />
      <div className="board">
        <div id="grid">
          <NumberGrid
            letter={letter}
            chosen={row.numbers}
            pick={matrix.pick}
            max={matrix.max}
            onToggle={(number) => update((old) => slips.toggleNumber(old, number, matrix))}
            onLeave={() => document.getElementById(`row-${slip.active}`)?.focus()}
          />
          <div className="qp">
            <button type="button" className="btn btn-2" onClick={fill}>
              <Icon name="die" />
              {t(row.numbers.length === matrix.pick ? 'play.quickPickAnew' : 'play.quickPickRest')}
            </button>
            <button
              type="button"
              className="btn btn-3"
              onClick={() => update((old) => slips.clearRow(old, old.active))}
            >
              {t('play.clearRow', { row: letter })}
            </button>
          </div>
        </div>
        <section className="rowlist" aria-labelledby="rows-heading">
          <div className="rl-h">
            <h2 id="rows-heading">{t('play.yourRows')}</h2>
            <span className="meta num">
              {t('play.rowsOf', { count: slip.rows.length, max: matrix.rowsMax })}
            </span>
          </div>
          <RowLines
            slip={slip}
            matrix={matrix}
            onEdit={edit}
            onCopy={(index) => update((old) => slips.copyRow(old, index, matrix))}
            onRemove={remove}
          />
          <button
            type="button"
            className="btn btn-3"
            onClick={() => update((old) => slips.addRows(old, quickRows(draw.gameId, rowsPerPress), matrix))}
          >
            <Icon name="plus" small />
            {t('play.addRows')}
          </button>
          <p className="meta fair">{t('play.quickPickFair')}</p>
        </section>
      </div>
      <div className="extras">
        <JokerField slip={slip} price={draw.amountJoker} update={update} />
        <DrawsField
          options={options}
          chosen={slip.draws}
          limit={limit}
          priceOf={(draws) => totalFor(slip, draw, matrix, draws)}
          onChoose={(draws) => update((old) => ({ ...old, draws }))}
        />
      </div>
      <Toast
        message={removed ?? (notice === seen ? null : notice)}
        onGone={() => {
          setRemoved(null);
          setSeen(notice);
        }}
      />
    </form>
  );
}

/** To the number of the grid that holds the tab stop, once the new row stands there. */
function focusGrid(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('#grid input[tabindex="0"]')?.focus({ preventScroll: true });
  });
}
