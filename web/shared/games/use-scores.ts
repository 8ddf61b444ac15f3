import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';

const pollMs = 12_000;
/** Nobody who has not touched the page for so long is kept signed in by readings of their own page. */
const presentMs = 10 * 60_000;
const signsOfLife = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

type Asked = { gameId: string; programId: string; isOn: boolean };

/**
 * Reads the page again when a score or a state has changed. Each turn asks only for the program, which is
 * public, needs no session and costs little.
 */
export function useScores({ gameId, programId, isOn }: Asked): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isOn) return;
    let known: string | null = null;
    const presence = watchPresence();
    const ask = async (): Promise<void> => {
      if (document.visibilityState === 'hidden' || !presence.isPresent()) return;
      const now = await factsOf(gameId, programId);
      if (known !== null && known !== now) await revalidate();
      known = now;
    };
    // A question that fails is asked again in its turn.
    const askQuietly = (): void => void ask().catch(() => {});
    askQuietly();
    const timer = setInterval(askQuietly, pollMs);
    return () => {
      clearInterval(timer);
      presence.end();
    };
  }, [gameId, programId, isOn, revalidate]);
}

function watchPresence() {
  let seenAt = performance.now();
  const note = (): void => {
    seenAt = performance.now();
  };
  for (const sign of signsOfLife) window.addEventListener(sign, note, { passive: true });
  return {
    isPresent: () => performance.now() - seenAt < presentMs,
    end: () => {
      for (const sign of signsOfLife) window.removeEventListener(sign, note);
    },
  };
}

/** The shown facts of a program's matches as text. Throws where there is no answer. */
async function factsOf(gameId: string, programId: string): Promise<string> {
  const kind = gameId === 'xg' ? 'xg' : 'toto';
  const answer = await fetch(`/api/proxy/${kind}/program/${programId}`, { credentials: 'omit' });
  if (!answer.ok) throw new Error(`program ${programId}: ${answer.status}`);
  const program = (await answer.json()) as ApiAnswer<'toto.program'> | ApiAnswer<'xg.program'>;
  const { status, wins, standing, events } = program;
  const facts = events.map((event) => [event.status, event.score, event.result, event.dateKickOff]);
  return JSON.stringify([status, wins.length, standing?.countedAt, facts]);
}
