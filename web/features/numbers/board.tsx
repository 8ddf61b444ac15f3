/**
 * The board: letters of the rows, the grid of the row being edited, the rows themselves, Joker and
 * number of draws.
 */
import { rulesOf } from '#rules/numbers/games.ts';
import { fillRow } from '#rules/numbers/quick-pick.ts';
import { useText } from '#web/text/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { nextUint32 } from './browser-random.ts';
import { DrawsField } from './draws-field.tsx';
import { focusGrid } from './focus.ts';
import { JokerField } from './joker-field.tsx';
import { NumberGrid } from './number-grid.tsx';
import { type PlayDraw, totalFor } from './quote.ts';
import { RowTabs } from './rows.tsx';
import * as slips from './slip.ts';
import { SlipToast } from './undo-parts.tsx';
import type { SlipDesk } from './use-slip.ts';
import { YourRows } from './your-rows.tsx';

export type BoardParts = { desk: SlipDesk; draw: PlayDraw; matrix: slips.Matrix };

type Props = BoardParts & {
  options: readonly number[];
  limit: { draws: number; rollDown: string } | null;
  /** The review waits for the digits that the Joker lacks. */
  isJokerAsked: boolean;
};

export function Board({ desk, draw, matrix, options, limit, isJokerAsked }: Props) {
  const { slip, update } = desk;
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
        <RowEditor desk={desk} draw={draw} matrix={matrix} />
        <YourRows desk={desk} draw={draw} matrix={matrix} onEdit={edit} />
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
      <SlipToast desk={desk} />
    </form>
  );
}

/** The grid of the row being edited, quick pick for what it lacks, and emptying it. */
function RowEditor({ desk: { slip, update }, draw, matrix }: BoardParts) {
  const { t } = useText();
  const row = slips.rowLetter(slip.active);
  const { numbers } = slips.activeRow(slip);
  const isFull = numbers.length === matrix.pick;
  const fill = (): void =>
    update(
      (old) => {
        const chosen = slips.activeRow(old);
        const partial = slips.isComplete(chosen, matrix) ? { numbers: [] } : chosen;
        const filled = fillRow(rulesOf(draw), partial, nextUint32);
        return slips.setRow(old, old.active, { numbers: filled.numbers, isQuickPick: true });
      },
      isFull ? { what: 'rowReplaced', row } : undefined,
    );
  const clear = (): void => update((old) => slips.clearRow(old, old.active), { what: 'rowCleared', row });
  return (
    <div id="grid">
      <NumberGrid
        letter={row}
        chosen={numbers}
        pick={matrix.pick}
        max={matrix.max}
        onSet={(number, isChosen) => update((old) => slips.setNumber(old, number, isChosen, matrix))}
        onLeave={() => document.getElementById(`row-${slip.active}`)?.focus()}
      />
      <div className="quick-picks">
        <button type="button" className="button button-secondary" onClick={fill}>
          <Icon name="die" />
          {isFull ? t('play.quickPickAnew', { row }) : t('play.quickPickRest')}
        </button>
        <button type="button" className="button button-plain" onClick={clear}>
          {t('play.clearRow', { row })}
        </button>
      </div>
    </div>
  );
}
