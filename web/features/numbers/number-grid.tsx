/**
 * The number grid: native checkboxes drawn as discs, one tab stop, arrows, Home/End, digits, Space. When the
 * row is full the other numbers stay reachable and say why they cannot be chosen.
 */
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import * as numberGridCss from '#web/shared/games/number-grid.module.css';
import { useText } from '#web/text/text.tsx';
import type { BonusShape } from '#web/ui/discs.tsx';
import { useThrottled } from '#web/ui/use-throttled.ts';
import * as boardCss from './board.module.css';
import { moveOnGrid, typedNumber, typingMs } from './grid-keys.ts';

type Props = {
  /** The row that the numbers belong to. */
  name: string;
  legend: ReactNode;
  /** How many are chosen, for those who hear it. */
  status: string;
  /** Main numbers are round. */
  shape?: BonusShape;
  chosen: readonly number[];
  pick: number;
  /** The review waits for numbers of this grid. */
  isMissing: boolean;
  max: number;
  onSet: (number: number, isChosen: boolean) => void;
  /** Escape: leave the grid with the row kept. */
  onLeave: () => void;
};

const cells = { bonus: '', star: numberGridCss.cellStar, shield: numberGridCss.cellShield };

export function NumberGrid({ name, legend, status, shape, chosen, pick, max, ...props }: Props) {
  const { isMissing, onSet, onLeave } = props;
  const { t } = useText();
  const [refusals, setRefusals] = useState(0);
  const { grid, stop, setStop, press } = useGridKeys(max, onLeave);
  // Where one number is needed, another takes its place.
  const isFull = chosen.length >= pick && pick > 1;
  const spoken = useThrottled(status, 500);

  const set = (number: number, isChosen: boolean): void => {
    setStop(number);
    const isRefused = isFull && isChosen && !chosen.includes(number);
    setRefusals(isRefused ? refusals + 1 : 0);
    if (!isRefused) onSet(number, isChosen);
  };

  return (
    <fieldset className={isMissing ? boardCss.missing : undefined}>
      <legend>
        {legend}{' '}
        <span className={`${boardCss.count} figures`} aria-hidden="true">
          {t('play.picked', { picked: chosen.length, needed: pick })}
        </span>
      </legend>
      <div
        className={
          shape === undefined
            ? numberGridCss.numberGrid
            : `${numberGridCss.numberGrid} ${numberGridCss.bonusGrid}`
        }
        ref={grid}
      >
        {Array.from({ length: max }, (_, index) => index + 1).map((number) => (
          <label
            key={number}
            className={shape === undefined ? numberGridCss.cell : `${numberGridCss.cell} ${cells[shape]}`}
          >
            <input
              type="checkbox"
              name={name}
              value={number}
              checked={chosen.includes(number)}
              tabIndex={number === stop ? 0 : -1}
              aria-disabled={isFull && !chosen.includes(number) ? true : undefined}
              onChange={({ target }) => set(number, target.checked)}
              onKeyDown={(event) => press(event, number)}
            />
            <span>{number}</span>
          </label>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {spoken}
      </p>
      <p className={refusals > 0 ? 'row-full meta' : 'visually-hidden'} role="status">
        {refusals > 0 && t('play.rowFull')}
      </p>
    </fieldset>
  );
}

/** One tab stop that arrows, line ends and typed digits move. */
function useGridKeys(max: number, onLeave: () => void) {
  const [stop, setStop] = useState(1);
  const grid = useRef<HTMLDivElement>(null);
  const typing = useRef({ typed: '', at: 0 });

  const typed = (event: KeyboardEvent): number | null => {
    const before = event.timeStamp - typing.current.at < typingMs ? typing.current.typed : '';
    const next = typedNumber(before, event.key, max);
    typing.current = { typed: next.typed, at: event.timeStamp };
    return next.number;
  };

  const press = (event: KeyboardEvent, number: number): void => {
    if (event.key === 'Escape') onLeave();
    const isDigit = /^\d$/.test(event.key);
    const target = isDigit ? typed(event) : moveOnGrid(event, number, columnsOf(grid.current), max);
    if (target === null) return;
    event.preventDefault();
    setStop(target);
    grid.current?.querySelector<HTMLElement>(`[value="${target}"]`)?.focus();
  };

  return { grid, stop, setStop, press };
}

/** How many numbers stand in a line now: the style sheet decides by width. */
function columnsOf(grid: HTMLElement | null): number {
  const cells = [...(grid?.children ?? [])] as HTMLElement[];
  const top = cells[0]?.offsetTop;
  return Math.max(
    1,
    cells.findIndex((cell) => cell.offsetTop !== top),
  );
}
