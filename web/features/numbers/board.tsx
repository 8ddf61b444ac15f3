/**
 * The board: letters of the rows, the grids of the row being edited, the rows themselves, Joker and number of
 * draws. With a system its size stands where the rows stood.
 */
import { lazy, type ReactNode, Suspense } from 'react';
import { fillRow } from '#rules/numbers/quick-pick.ts';
import { endInWords, endOf } from '#texts/ends.ts';
import { nextUint32 } from '#web/shared/games/browser-random.ts';
import { bonusShapes } from '#web/shared/games/number-games.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as boardCss from './board.module.css';
import type { BoardParts } from './board-parts.ts';
import { DrawsField } from './draws-field.tsx';
import { focusGrid } from './focus.ts';
import { JokerField } from './joker-field.tsx';
import { NumberGrid } from './number-grid.tsx';
import * as playPageCss from './play-page.module.css';
import { totalFor } from './quote.ts';
import { RowTabs } from './rows.tsx';
import * as slips from './slip.ts';
import { SlipSources } from './slip-sources.tsx';
import { SlipToast } from './undo-parts.tsx';
import { YourRows } from './your-rows.tsx';

const SystemSizes = lazy(() =>
  import('./system-sizes.tsx').then(({ SystemSizes }) => ({ default: SystemSizes })),
);

type Asked = {
  /** The review waits for missing Joker digits (`isJokerAsked`) or missing numbers (`isRowAsked`). */
  isJokerAsked: boolean;
  isRowAsked: boolean;
};

type Props = BoardParts &
  Asked & {
    options: readonly number[];
    limit: { draws: number; rollDown: string } | null;
  };

export function Board({ desk, draw, matrix, options, limit, isJokerAsked, isRowAsked }: Props) {
  const { slip, update } = desk;
  return (
    <form className={playPageCss.playForm} method="dialog" onSubmit={(event) => event.preventDefault()}>
      <RowsBoard desk={desk} draw={draw} matrix={matrix} isRowAsked={isRowAsked}>
        <JokerField slip={slip} price={draw.amountJoker} update={update} isAsked={isJokerAsked} />
        <DrawsField
          options={options}
          chosen={slip.draws}
          limit={limit}
          priceOf={(draws) => totalFor(slip, draw, matrix, draws)}
          onChoose={(draws) => update((old) => ({ ...old, draws }))}
        />
      </RowsBoard>
      <SlipSources desk={desk} draw={draw} matrix={matrix} />
      <SlipToast desk={desk} />
    </form>
  );
}

type RowsProps = BoardParts & Pick<Asked, 'isRowAsked'> & { children: ReactNode };

/** The rows or the system of a ticket or subscription; `children` are the further fields of either. */
export function RowsBoard({ desk, draw, matrix, isRowAsked, children }: RowsProps) {
  const { slip, update } = desk;
  const isSystem = slip.system > 0;
  const edit = (index: number): void => {
    update((old) => slips.activate(old, index));
    focusGrid({ preventScroll: true });
  };
  const add = (): void => {
    update((old) => slips.addRow(old, matrix));
    focusGrid({ preventScroll: true });
  };
  return (
    <>
      {!isSystem && <RowTabs slip={slip} matrix={matrix} onChoose={edit} onAdd={add} />}
      <div className={isSystem ? `${boardCss.board} ${boardCss.system}` : boardCss.board}>
        <Grids desk={desk} draw={draw} matrix={matrix} isAsked={isRowAsked} />
        <QuickPicks desk={desk} draw={draw} matrix={matrix} />
        {isSystem ? (
          <Suspense>
            <SystemSizes desk={desk} draw={draw} matrix={matrix} />
          </Suspense>
        ) : (
          <YourRows desk={desk} draw={draw} matrix={matrix} onEdit={edit} />
        )}
        <div className={boardCss.extras}>{children}</div>
      </div>
    </>
  );
}

/** The numbers of the row being edited, or of the system, and the extra ones where one chooses them. */
function Grids({ desk: { slip, update }, draw, matrix, isAsked }: BoardParts & { isAsked: boolean }) {
  const { t } = useText();
  const { gameId } = draw;
  const row = slips.rowLetter(slip.active);
  const { numbers, bonusNumbers } = slips.activeRow(slip);
  const pick = slips.neededOf(slip, matrix, 'numbers');
  const { count, max } = matrix.bonus;
  const name = t(count === 1 ? `games.${gameId}.bonusNameAcc` : `games.${gameId}.bonusNamePlural`);
  const title = slip.system > 0 ? t('system.title') : t('play.rowLabel', { row });
  const set = (kind: slips.NumberKind) => (number: number, isChosen: boolean) =>
    update((old) => slips.setNumber(old, { kind, number, isChosen }, matrix));
  const onLeave = (): void => document.getElementById(`row-${slip.active}`)?.focus();
  return (
    <>
      <div id="grid">
        <NumberGrid
          name={row}
          legend={
            <>
              <b>{title}</b>, {t('play.pickInRow', { count: pick })}
            </>
          }
          status={t('a11y.rowStatus', { row: title, picked: numbers.length, needed: pick })}
          chosen={numbers}
          pick={pick}
          isMissing={isAsked && numbers.length < pick}
          max={matrix.max}
          onSet={set('numbers')}
          onLeave={onLeave}
        />
      </div>
      {count > 0 && (
        <div className={boardCss.bonusPart}>
          <NumberGrid
            name={`${row}-b`}
            legend={
              slip.system > 0 ? t('system.pickBonus', { count, name }) : t('play.pickBonus', { count, name })
            }
            status={t('a11y.bonusStatus', { name, picked: bonusNumbers.length, needed: count })}
            shape={bonusShapes[gameId]}
            chosen={bonusNumbers}
            pick={count}
            isMissing={isAsked && bonusNumbers.length < count}
            max={max}
            onSet={set('bonusNumbers')}
            onLeave={onLeave}
          />
        </div>
      )}
    </>
  );
}

/** Quick pick for what the row or the system lacks, and emptying it. */
function QuickPicks({ desk: { slip, update, isPickOff }, draw, matrix }: BoardParts) {
  const { t } = useText();
  const row = slips.rowLetter(slip.active);
  const isSystem = slip.system > 0;
  const isFull = slips.leftIn(slip, slips.activeRow(slip), matrix) === 0;
  const fill = (): void =>
    update(
      (old) => {
        const chosen = slips.activeRow(old);
        const partial = slips.leftIn(old, chosen, matrix) === 0 ? { numbers: [] } : chosen;
        const size = slips.neededOf(old, matrix, 'numbers');
        const filled = fillRow(draw.rules, partial, nextUint32, size);
        return slips.setRow(old, old.active, slips.slipRow(filled));
      },
      isFull ? { what: isSystem ? 'systemReplaced' : 'rowReplaced', row } : undefined,
    );
  const clear = (): void =>
    update((old) => slips.clearRow(old, old.active), {
      what: isSystem ? 'systemCleared' : 'rowCleared',
      row,
    });
  return (
    <div className={boardCss.quickPicks}>
      {isPickOff && (
        <Notice kind="warn" role="alert">
          {endInWords(endOf(t, 'ends.purchase.quickPickOff'))}
        </Notice>
      )}
      <button type="button" className={`${buttonCss.button} ${buttonCss.secondary}`} onClick={fill}>
        <Icon name="die" />
        {!isFull && t('play.quickPickRest')}
        {isFull && (isSystem ? t('system.quickPickAnew') : t('play.quickPickAnew', { row }))}
      </button>
      <button type="button" className={`${buttonCss.button} ${buttonCss.plain}`} onClick={clear}>
        {isSystem ? t('system.clear') : t('play.clearRow', { row })}
      </button>
    </div>
  );
}
