import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { factsOf } from './program-facts.ts';

const pollMs = 12_000;
/** Nobody who has not touched the page for so long is kept signed in by readings of their own page. */
const presentMs = 10 * 60_000;
const signsOfLife = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

type Asked = {
  gameId: string;
  programId: string;
  /** What the page shows (`factsOf`). */
  facts: string;
  isOn: boolean;
};

/**
 * Reads the page again when a score or a state has changed since the page was made. Each turn asks only for
 * the program, which is public, needs no session and costs little.
 */
export function useScores({ gameId, programId, facts, isOn }: Asked): void {
  const { revalidate } = useRevalidator();
  const shown = useRef(facts);
  useEffect(() => {
    shown.current = facts;
  }, [facts]);
  useEffect(() => {
    if (!isOn) return;
    const presence = watchPresence();
    const ask = async (): Promise<void> => {
      if (document.visibilityState === 'hidden' || !presence.isPresent()) return;
      if ((await readFacts(gameId, programId)) !== shown.current) await revalidate();
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

/** Throws where there is no answer. */
async function readFacts(gameId: string, programId: string): Promise<string> {
  const kind = gameId === 'xg' ? 'xg' : 'toto';
  const answer = await fetch(`/api/proxy/${kind}/program/${programId}`, { credentials: 'omit' });
  if (!answer.ok) throw new Error(`program ${programId}: ${answer.status}`);
  return factsOf((await answer.json()) as ApiAnswer<'toto.program'> | ApiAnswer<'xg.program'>);
}
