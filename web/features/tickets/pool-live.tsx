/** How far the matches are, and a turn of questions while they run. The reader can pause them. */
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import type { PoolId } from '#rules/pools/games.ts';
import { time } from '#texts/format.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { useShell } from '#web/page/shell.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { useHasCome } from '#web/ui/domain-clock.ts';
import { Icon } from '#web/ui/icon.tsx';
import * as needsScriptCss from '#web/ui/needs-script.module.css';
import type { PoolPart } from './pool-part.ts';
import * as poolTicketCss from './pool-ticket.module.css';

const pollMs = 12_000;

/** @param said the state in words; it is announced when it changes */
export function PoolLive({ gameId, pool, said }: { gameId: PoolId; pool: PoolPart; said: string }) {
  const { t } = useText();
  const [isPaused, setPaused] = useState(false);
  const hasBegun = useHasCome(pool.playDate, useShell().now);
  useScores({ gameId, programId: pool.programId, isOn: hasBegun && !isPaused });
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

type Asked = { gameId: PoolId; programId: string; isOn: boolean };

/** Reads the page again when a score or a state has changed: the program is public and cheap to ask for. */
function useScores({ gameId, programId, isOn }: Asked): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isOn) return;
    let known: string | null = null;
    const ask = async (): Promise<void> => {
      if (document.visibilityState === 'hidden') return;
      const asked = { params: { programId }, query: {} };
      const program = await (gameId === 'xg'
        ? browserApi('xg.program', asked)
        : browserApi('toto.program', asked));
      const now = factsOf(program);
      if (known !== null && known !== now) await revalidate();
      known = now;
    };
    // A question that fails is asked again in its turn.
    const askQuietly = (): void => void ask().catch(() => {});
    askQuietly();
    const timer = setInterval(askQuietly, pollMs);
    return () => clearInterval(timer);
  }, [gameId, programId, isOn, revalidate]);
}

function factsOf({ status, events }: ApiAnswer<'toto.program'> | ApiAnswer<'xg.program'>): string {
  const facts = events.map((event) => [event.status, event.score, event.result, event.dateKickOff]);
  return JSON.stringify([status, facts]);
}
