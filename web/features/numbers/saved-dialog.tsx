/** Saved rows of numbers on the play page. */
import { useMemo } from 'react';
import { CopySlip } from '#web/shared/purchase/copy-slip.tsx';
import { SavedDialog as Dialog } from '#web/shared/purchase/saved-dialog.tsx';
import { useText } from '#web/text/text.tsx';
import type { BoardDialogProps } from './board-parts.ts';
import { focusGrid } from './focus.ts';
import { isSame, keepingOf, worthSaving } from './saved-rows.ts';
import { SavedRows } from './saved-shown.tsx';
import * as slips from './slip.ts';
import { codeOf } from './slip-code.ts';

export function SavedDialog({ desk, draw, matrix, onClose }: BoardDialogProps) {
  const { t } = useText();
  const { gameId } = draw;
  const keeping = useMemo(() => keepingOf(gameId, matrix), [gameId, matrix]);
  const complete = slips.completeRows(desk.slip, matrix);
  const code = codeOf({ desk, draw, matrix });
  return (
    <Dialog
      keeping={keeping}
      own={complete.length > 0 ? worthSaving(desk.slip, complete) : null}
      isSame={isSame}
      show={(saved) => <SavedRows pageGame={gameId} {...saved} />}
      onUse={({ rows, joker, system }) => {
        desk.update((old) => ({ ...old, rows, active: 0, joker, system }), { what: 'slipReplaced' });
        focusGrid();
      }}
      copy={code !== null && <CopySlip code={code} label={t('savedRows.copy')} />}
      onClose={onClose}
    />
  );
}
