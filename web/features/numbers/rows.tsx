/** The rows of the slip: letters to choose which one is edited, and the lines themselves. */

import { bonusShapes } from '#web/shared/games/number-games.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import type { GameId } from './play-data.server.ts';
import * as rowsCss from './rows.module.css';
import { leftIn, type Matrix, neededOf, rowLetter, type Slip, type SlipRow } from './slip.ts';

type TabsProps = { slip: Slip; matrix: Matrix; onChoose: (index: number) => void; onAdd: () => void };

export function RowTabs({ slip, matrix, onChoose, onAdd }: TabsProps) {
  const { t } = useText();
  return (
    <nav className={rowsCss.tabs} aria-label={t('play.yourRows')}>
      {slip.rows.map((row, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: the letter is the identity of a row
          key={index}
          id={`row-${index}`}
          type="button"
          className={leftIn(slip, row, matrix) === 0 ? rowsCss.isDone : undefined}
          aria-current={index === slip.active ? 'true' : undefined}
          onClick={() => onChoose(index)}
        >
          <span className="visually-hidden">{t('play.rowLabel', { row: '' })}</span>
          {rowLetter(index)}
        </button>
      ))}
      {slip.rows.length < matrix.rowsMax && (
        <button type="button" className={rowsCss.isEmpty} aria-label={t('play.addRow')} onClick={onAdd}>
          <Icon name="plus" small />
        </button>
      )}
    </nav>
  );
}

type ListProps = {
  gameId: GameId;
  slip: Slip;
  matrix: Matrix;
  onEdit: (index: number) => void;
  onCopy: (index: number) => void;
  onRemove: (index: number) => void;
};

export function RowLines({ gameId, slip, matrix, onEdit, onCopy, onRemove }: ListProps) {
  const { t } = useText();
  const action = (icon: IconName, label: string, act: () => void) => (
    <button type="button" className={buttonCss.iconButton} aria-label={label} onClick={act}>
      <Icon name={icon} small />
    </button>
  );
  return (
    <ol className={rowsCss.lines}>
      {slip.rows.map((row, index) => {
        const letter = rowLetter(index);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the letter is the identity of a row
          <li key={index}>
            <RowLetter letter={letter} />
            <RowNumbers
              gameId={gameId}
              row={row}
              pick={neededOf(slip, matrix, 'numbers')}
              bonus={matrix.bonus.count}
            />
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
    <span className={rowsCss.rowMark}>
      <span className="visually-hidden">{t('play.rowLabel', { row: '' })}</span>
      {letter}
    </span>
  );
}

type NumbersProps = {
  gameId: GameId;
  row: Omit<SlipRow, 'isQuickPick'>;
  /** How many of each it needs; as many as there are unless told. */
  pick?: number;
  bonus?: number;
};

export function RowNumbers({ gameId, row, pick, bonus }: NumbersProps) {
  const { t } = useText();
  const { numbers, bonusNumbers } = row;
  const [needed, neededBonus] = [pick ?? numbers.length, bonus ?? bonusNumbers.length];
  const shape = bonusShapes[gameId] === 'shield' ? ` ${rowsCss.extraShield}` : '';
  const left = needed - numbers.length + neededBonus - bonusNumbers.length;
  return (
    <span className={rowsCss.numbers}>
      {places(needed).map((place) => {
        const number = numbers[place];
        return (
          <i key={number ?? -place} className={number === undefined ? rowsCss.blank : undefined}>
            {number}
          </i>
        );
      })}
      {places(neededBonus).map((place) => {
        const number = bonusNumbers[place];
        const blank = number === undefined ? ` ${rowsCss.blank}` : '';
        return (
          <i key={`b${number ?? -place}`} className={`${rowsCss.extraNumber}${shape}${blank}`}>
            {number !== undefined && (
              <span className="visually-hidden">{t(`games.${gameId}.bonusName`)} </span>
            )}
            {number}
          </i>
        );
      })}
      {left > 0 && (
        <span className="visually-hidden">
          {left === needed + neededBonus ? t('play.rowEmpty') : t('play.left', { count: left })}
        </span>
      )}
    </span>
  );
}

function places(count: number): number[] {
  return Array.from({ length: count }, (_, place) => place);
}
