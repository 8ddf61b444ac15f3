/** Where the visitor's teams stand in the season: asked for once the page has come. */
import { useEffect, useState } from 'react';
import type { ApiAnswer } from '#contract/api.ts';
import { isApiError } from '#web/api/api-error.ts';
import { laterApi } from '#web/api/later-api.ts';
import { useShell } from '#web/page/shell.ts';

export type OwnRow = ApiAnswer<'league.own'>['teams'][number];

export type OwnTeams = {
  state: 'signedOut' | 'asked' | 'failed' | 'known';
  rows: readonly OwnRow[];
  retry: () => void;
};

/** @param countedAt a newer count is asked for anew */
export function useOwnTeams(competitionId: string, countedAt: string | undefined): OwnTeams {
  const { state } = useShell();
  const [answer, setAnswer] = useState<readonly OwnRow[] | 'failed' | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isIn = state !== 'out';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer count and a press ask again
  useEffect(() => {
    if (!isIn) return;
    let isCurrent = true;
    const take = (taken: readonly OwnRow[] | 'failed') => isCurrent && setAnswer(taken);
    laterApi('league.own', { params: { competitionId } }).then(
      ({ teams }) => take(teams),
      (error) => {
        if (!isApiError(error)) throw error;
        take('failed');
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isIn, competitionId, countedAt, attempt]);
  const retry = () => setAttempt((before) => before + 1);
  if (!isIn) return { state: 'signedOut', rows: [], retry };
  if (answer === null) return { state: 'asked', rows: [], retry };
  return answer === 'failed' ? { state: 'failed', rows: [], retry } : { state: 'known', rows: answer, retry };
}
