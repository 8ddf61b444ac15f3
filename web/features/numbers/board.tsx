/**
 * The board: letters of the rows, the grid of the row being edited, the rows themselves, Joker and
 * number of draws.
 */
import { useState } from 'react';
import { rulesOf } from '#rules/numbers/games.ts';
import { fillRow } from '#rules/numbers/quick-pick.ts';
import { useText } from '#web/text/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Toast, type ToastMessage } from '#web/ui/toast.tsx';
import { nextUint32 } from './browser-random.ts';
import { DrawsField } from './draws-field.tsx';
import { focusGrid } from './focus-grid.ts';
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
  /** The review waits for the digits that the Joker lacks. */
  isJokerAsked: boolean;
};

/** How many quick-pick rows one press adds. */
const rowsPerPress = 5;

export function Board({ slip, update, draw, matrix, options, limit, notice, isJokerAsked }: Props) {
  const [removed, setRemoved] = useState<ToastMessage | null>(null);
  const [seen, setSeen] = useState<ToastMessage | null>(null);
  const edit = (index: number): void => {
    update((old) => slips.activate(old, index));
    focusGrid({ preventScroll: true });
  };
  const add = (): void => {
    update((old) => slips.addRow(old, matrix));
    focusGrid({ preventScroll: true });
  };
  return (
    <form className="play-form" method="dialog" onSubmit={(event) => event.preventDefault()}>
      <RowTabs slip={slip} matrix={matrix} onChoose={edit} onAdd={add} />
      <div className="board">
        <RowEditor slip={slip} update={update} draw={draw} matrix={matrix} />
        <YourRows
          slip={slip}
          update={update}
          draw={draw}
          matrix={matrix}
          onEdit={edit}
          onRemoved={setRemoved}
        />
      </div>
      <div className="extras">
        <JokerField slip={slip} price={draw.amountJoker} update={update} isAsked={isJokerAsked} />
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

type PartProps = Pick<Props, 'slip' | 'update' | 'draw' | 'matrix'>;

/** The grid of the row being edited, quick pick for what it lacks, and emptying it. */
function RowEditor({ slip, update, draw, matrix }: PartProps) {
  const { t } = useText();
  const letter = slips.rowLetter(slip.active);
  const { numbers } = slips.activeRow(slip);
  const isFull = numbers.length === matrix.pick;
  const fill = (): void =>
    update((old) => {
      const row = slips.activeRow(old);
      const partial = row.numbers.length === matrix.pick ? { numbers: [] } : row;
      const filled = fillRow(rulesOf(draw), partial, nextUint32);
      return slips.setRow(old, old.active, { numbers: filled.numbers, isQuickPick: true });
    });
  return (
    <div id="grid">
      <NumberGrid
        letter={letter}
        chosen={numbers}
        pick={matrix.pick}
        max={matrix.max}
        onSet={(number, isChosen) => update((old) => slips.setNumber(old, number, isChosen, matrix))}
        onLeave={() => document.getElementById(`row-${slip.active}`)?.focus()}
      />
      <div className="quick-picks">
        <button type="button" className="button button-secondary" onClick={fill}>
          <Icon name="die" />
          {isFull ? t('play.quickPickAnew', { row: letter }) : t('play.quickPickRest')}
        </button>
        <button
          type="button"
          className="button button-plain"
          onClick={() => update((old) => slips.clearRow(old, old.active))}
        >
          {t('play.clearRow', { row: letter })}
        </button>
      </div>
    </div>
  );
}

type RowsProps = PartProps & {
  onEdit: (index: number) => void;
  /** A row is gone; the message can bring it back. */
  onRemoved: (message: ToastMessage) => void;
};

function YourRows({ slip, update, draw, matrix, onEdit, onRemoved }: RowsProps) {
  const { t } = useText();
  const remove = (index: number): void => {
    const gone = slip.rows[index];
    update((old) => slips.removeRow(old, index));
    document.getElementById(`row-${Math.max(0, index - 1)}`)?.focus();
    if (gone === undefined || gone.numbers.length === 0) return;
    const act = () => update((old) => slips.insertRow(old, index, gone));
    const text = t('play.rowRemoved', { row: slips.rowLetter(index) });
    onRemoved({ text, action: { label: t('common.undo'), act } });
  };
  const addQuickPick = (): void => update((old) => slips.addRows(old, quickRows(draw, rowsPerPress), matrix));
  return (
    <section className="row-list" aria-labelledby="rows-heading">
      <div className="rows-head">
        <h2 id="rows-heading">{t('play.yourRows')}</h2>
        <span className="meta figures">
          {t('play.rowsOf', { count: slip.rows.length, max: matrix.rowsMax })}
        </span>
      </div>
      <RowLines
        slip={slip}
        matrix={matrix}
        onEdit={onEdit}
        onCopy={(index) => update((old) => slips.copyRow(old, index, matrix))}
        onRemove={remove}
      />
      {slip.rows.length < matrix.rowsMax && (
        <button type="button" className="button button-plain" onClick={addQuickPick}>
          <Icon name="plus" small />
          {t('play.addRows')}
        </button>
      )}
      <p className="meta fair">{t('play.quickPickFair')}</p>
    </section>
  );
}
