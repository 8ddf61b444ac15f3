/** The button that asks for reminders of a game's draws, and a note on how they come. */
import { useState } from 'react';
import { useCall } from '#web/api/use-call.ts';
import { useGameNameIn } from '#web/shared/games/game-name.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';

export function RemindMe({ gameId }: { gameId: string }) {
  const { t, error } = useText();
  const { call, isBusy, refused } = useCall('account.remindOfDraws');
  const gameIn = useGameNameIn()(gameId);
  const [isAsked, setAsked] = useState(false);
  const ask = async (): Promise<void> =>
    setAsked(await call({ body: { gameId: gameId as 'lotto', isWanted: true } }, { leaves: true }));
  return (
    <div>
      {!isAsked && (
        <Button kind="plain" busy={isBusy} onClick={() => void ask()}>
          {t('purchase.remindMe')}
        </Button>
      )}
      <p role="status" className="meta">
        {isAsked && t('purchase.remindHow', { gameIn })}
      </p>
      {refused !== null && <p role="alert">{error(refused)}</p>}
    </div>
  );
}
