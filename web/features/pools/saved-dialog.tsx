/** Saved coupons on the play page. */
import { useMemo } from 'react';
import { pathsFor } from '#web/page/paths.ts';
import { CopySlip } from '#web/shared/purchase/copy-slip.tsx';
import { SavedDialog as Dialog } from '#web/shared/purchase/saved-dialog.tsx';
import { useText } from '#web/text/text.tsx';
import type { PlayProgram } from './program.ts';
import { keepingOf } from './saved-marks.ts';
import { SavedMarks } from './saved-shown.tsx';
import type { SlipDesk } from './use-pool-slip.ts';
import { isSame, playedOf, worthSaving } from './worth-saving.ts';

type Props = { desk: SlipDesk; program: PlayProgram; onClose: () => void };

export function SavedDialog({ desk, program, onClose }: Props) {
  const { t, locale } = useText();
  const { gameId } = program;
  const keeping = useMemo(() => keepingOf(gameId), [gameId]);
  const own = worthSaving(desk.slip, program);
  const address = own && pathsFor(locale).playMarks(gameId, playedOf(gameId, own));
  return (
    <Dialog
      keeping={keeping}
      own={own}
      isSame={isSame}
      show={({ name, slip }) => <SavedMarks name={name} gameId={gameId} slip={slip} pageGame={gameId} />}
      onUse={(slip) => desk.update((old) => ({ ...slip, club: old.club }), 'replaced')}
      copy={
        address !== null && (
          <CopySlip code={window.location.origin + address} label={t('savedRows.copyMarks')} />
        )
      }
      onClose={onClose}
    />
  );
}
