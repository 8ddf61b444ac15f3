/** Where the visitor's teams stand in the season: asked for once the page has come. */
import { useEffect, useState } from 'react';
import type { ApiAnswer } from '#contract/api.ts';
import { isApiError } from '#web/api/api-error.ts';
import { laterApi } from '#web/api/later-api.ts';
import { useShell } from '#web/page/shell.ts';

type Answer = ApiAnswer<'league.own'>;
export type OwnRow = Answer['teams'][number];

export type OwnTeams = {
  state: 'signedOut' | 'asked' | 'failed' | 'known';
  rows: readonly OwnRow[];
  /** Also those that do not take part in the season. */
  teamsMade: number;
  retry: () => void;
};

/** @param countedAt a newer count is asked for anew */
export function useOwnTeams(competitionId: string, countedAt: string | undefined): OwnTeams {
  const { state } = useShell();
  const [answer, setAnswer] = useState<{ of: string; taken: Answer | 'failed' } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isIn = state !== 'out';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer count and a press ask again
  useEffect(() => {
    if (!isIn) return;
    let isCurrent = true;
    const take = (taken: Answer | 'failed') => isCurrent && setAnswer({ of: competitionId, taken });
    laterApi('league.own', { params: { competitionId } }).then(take, (error) => {
      if (!isApiError(error)) throw error;
      take('failed');
    });
    return () => {
      isCurrent = false;
    };
  }, [isIn, competitionId, countedAt, attempt]);
  const retry = () => setAttempt((before) => before + 1);
  const none = { rows: [], teamsMade: 0, retry };
  if (!isIn) return { state: 'signedOut', ...none };
  if (answer?.of !== competitionId) return { state: 'asked', ...none };
  if (answer.taken === 'failed') return { state: 'failed', ...none };
  return { state: 'known', rows: answer.taken.teams, teamsMade: answer.taken.teamsMade, retry };
}
