/** The rows that this device keeps: put on the slip, saved from it, deleted. */

import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useOwn } from '#web/personal/own-part.ts';
import { readSaved, savedMax, writeSaved } from '#web/shared/purchase/saved-slips.ts';
import { ownSavedRows } from '#web/shared/tickets/kept-tickets.ts';
import { useText } from '#web/text/text.tsx';
import { deviceStore } from '#web/ui/browser-store.ts';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { Done } from '#web/ui/done.tsx';
import type { BoardDialogProps } from './board-parts.ts';
import { focusGrid } from './focus.ts';
import * as rowsCss from './rows.module.css';
import { RowNumbers } from './rows.tsx';
import { isSame, worthSaving } from './saved-rows.ts';
import * as slips from './slip.ts';
import * as slipSourcesCss from './slip-sources.module.css';

type GameId = BoardDialogProps['draw']['gameId'];

function useSavedRows(gameId: GameId, matrix: slips.Matrix) {
  const player = useOwn()?.player;
  const [saved, setSaved] = useState(() =>
    readSaved(deviceStore, gameId, (kept) => slips.readSlip(kept, matrix)),
  );
  /** Every change has a number of its own; null until one is made. */
  const [told, setTold] = useState<{ turn: number; done: string } | null>(null);
  const [isFull, setFull] = useState(false);
  const keep = (next: readonly slips.Slip[], done: string): void => {
    const isWritten = writeSaved(deviceStore, gameId, next);
    if (isWritten) setSaved([...next]);
    if (isWritten) void ownSavedRows(player?.playerId ?? null);
    if (isWritten) setTold({ turn: (told?.turn ?? 0) + 1, done });
    setFull(!isWritten);
  };
  return { saved, keep, told, isFull };
}

export function SavedDialog({ desk, draw, matrix, onClose }: BoardDialogProps) {
  const { t } = useText();
  const { gameId } = draw;
  const { saved, keep, told, isFull } = useSavedRows(gameId, matrix);
  const complete = slips.completeRows(desk.slip, matrix);
  const own = worthSaving(desk.slip, complete);
  const isKept = saved.some((each) => isSame(each, own));
  const remove = (place: number): void =>
    keep(
      saved.filter((_, other) => other !== place),
      t('savedRows.deleted'),
    );
  const use = ({ rows, joker, system }: slips.Slip): void => {
    onClose();
    desk.update((old) => ({ ...old, rows, active: 0, joker, system }), { what: 'slipReplaced' });
    focusGrid();
  };
  // Beside the form of the slip.
  return createPortal(
    <Dialog
      open
      title={t('savedRows.title')}
      closeLabel={t('a11y.closeDialog')}
      onClose={onClose}
      game={gameId}
    >
      <div className={dialogCss.body}>
        <p className="soft">{t('savedRows.about')}</p>
        {saved.length === 0 && <p>{t('savedRows.none')}</p>}
        <SavedList gameId={gameId} saved={saved} onUse={use} onDelete={remove} />
        {told !== null && <Done key={told.turn}>{told.done}</Done>}
        <p role="status">{isFull && t('savedRows.full')}</p>
        {complete.length > 0 && !isKept && saved.length < savedMax && (
          <Button kind="primary" block onClick={() => keep([...saved, own], t('savedRows.saved'))}>
            {t('savedRows.save')}
          </Button>
        )}
      </div>
    </Dialog>,
    document.body,
  );
}

type ListProps = {
  gameId: GameId;
  saved: readonly slips.Slip[];
  onUse: (slip: slips.Slip) => void;
  onDelete: (place: number) => void;
};

function SavedList({ gameId, saved, onUse, onDelete }: ListProps) {
  const { t } = useText();
  return (
    <ul className={slipSourcesCss.savedRows}>
      {saved.map((each, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, the place tells them apart
        <li key={place}>
          <Numbers gameId={gameId} slip={each} />
          <div className="actions">
            <Button onClick={() => onUse(each)}>{t('savedRows.use')}</Button>
            <Button kind="plain" onClick={() => onDelete(place)}>
              {t('savedRows.delete')}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Numbers({ gameId, slip }: { gameId: GameId; slip: slips.Slip }) {
  const { t } = useText();
  return (
    <ol
      className={
        slip.system > 0
          ? `${rowsCss.lines} ${rowsCss.linesSlip} ${rowsCss.linesSystem}`
          : `${rowsCss.lines} ${rowsCss.linesSlip}`
      }
    >
      {slip.rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a row
        <li key={index}>
          {slip.system === 0 && <span className={rowsCss.rowMark}>{slips.rowLetter(index)}</span>}
          <RowNumbers gameId={gameId} row={row} />
        </li>
      ))}
      {slip.joker && <li>{t('joker.spoken', { digits: slip.joker.join(' ') })}</li>}
    </ol>
  );
}
