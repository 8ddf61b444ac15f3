/** How far the matches are, and a turn of questions while they run. The reader can pause them. */
import { useState } from 'react';
import type { PoolId } from '#rules/pools/games.ts';
import { time } from '#texts/format.ts';
import { useShell } from '#web/page/shell.ts';
import { useScores } from '#web/shared/games/use-scores.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { useHasCome } from '#web/ui/domain-clock.ts';
import { Icon } from '#web/ui/icon.tsx';
import * as needsScriptCss from '#web/ui/needs-script.module.css';
import type { PoolPart } from './pool-part.ts';
import * as poolTicketCss from './pool-ticket.module.css';

/** @param said the state in words; it is announced when it changes */
export function PoolLive({ gameId, pool, said }: { gameId: PoolId; pool: PoolPart; said: string }) {
  const { t } = useText();
  const [isPaused, setPaused] = useState(false);
  const hasBegun = useHasCome(pool.playDate, useShell().now);
  useScores({ gameId, programId: pool.programId, facts: pool.facts, isOn: hasBegun && !isPaused });
  const { matches, seenAt } = pool;
  const done = matches.filter(({ sure }) => sure === 'final' || sure === 'lot').length;
  const running = matches.filter(({ sure }) => sure === 'running').length;
  if (!hasBegun) return null;
  return (
    <div className={poolTicketCss.live}>
      <p className="soft">
        {t('pools.ticket.progress', { done, running, left: matches.length - done - running })}{' '}
        {t('pools.ticket.seenAt', { time: time(seenAt) })}
      </p>
      <span className={needsScriptCss.needsScript}>
        <Button kind="plain" onClick={() => setPaused(!isPaused)}>
          <Icon name={isPaused ? 'play' : 'pause'} small />
          {t(isPaused ? 'pools.ticket.goOn' : 'pools.ticket.pause')}
        </Button>
      </span>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}
