import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { browserApi } from '#web/api/browser-api.ts';

const pollMs = 12_000;

type Asked = { gameId: string; programId: string; isOn: boolean };

/** Reads the page again when a score or a state has changed: the program is public and cheap to ask for. */
export function useScores({ gameId, programId, isOn }: Asked): void {
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

function factsOf({
  status,
  wins,
  standing,
  events,
}: ApiAnswer<'toto.program'> | ApiAnswer<'xg.program'>): string {
  const facts = events.map((event) => [event.status, event.score, event.result, event.dateKickOff]);
  return JSON.stringify([status, wins.length, standing?.countedAt, facts]);
}
