/** The player's draw reminders, each with a button that ends it. */
import { useState } from 'react';
import { useCall } from '#web/api/use-call.ts';
import { useGameName } from '#web/shared/games/game-name.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';

export function DrawReminders({ games }: { games: readonly string[] }) {
  const { t, error } = useText();
  const nameOf = useGameName();
  const { call, isBusy, refused } = useCall('account.remindOfDraws');
  const [ended, setEnded] = useState<string | null>(null);
  const end = async (gameId: string): Promise<void> => {
    if (await call({ body: { gameId: gameId as 'lotto', isWanted: false } })) setEnded(gameId);
  };
  if (games.length === 0 && ended === null) return null;
  return (
    <Section title={t('myPages.drawReminders.title')}>
      <div className="stack">
        <p>{t('myPages.drawReminders.intro')}</p>
        <p className="actions">
          {games.map((gameId) => (
            <Button key={gameId} busy={isBusy} onClick={() => void end(gameId)}>
              {t('purchase.remindEnd', { game: nameOf(gameId) })}
            </Button>
          ))}
        </p>
        <p role="status">{ended !== null && t('purchase.remindEnded', { game: nameOf(ended) })}</p>
        {refused !== null && (
          <Notice kind="danger" role="alert">
            {error(refused)}
          </Notice>
        )}
      </div>
    </Section>
  );
}
