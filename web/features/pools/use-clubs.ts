/** The clubs that can be supported, read when they are needed and then kept while the page is open. */
import { useCallback, useEffect, useState } from 'react';
import type { ApiAnswer } from '#contract/api.ts';
import { isApiError } from '#web/api/api-error.ts';
import { laterApi } from '#web/api/later-api.ts';

type Clubs = ApiAnswer<'club.list'>['clubs'];

let kept: Clubs | null = null;

/** @param isNeeded reads them at once; `load` does later, and again after a failure */
export function useClubs(isNeeded: boolean) {
  const [clubs, setClubs] = useState<Clubs | null>(null);
  const [isLost, setLost] = useState(false);
  const load = useCallback(async () => {
    setLost(false);
    try {
      kept ??= (await laterApi('club.list', {})).clubs;
      setClubs(kept);
    } catch (error) {
      if (!isApiError(error)) throw error;
      setLost(true);
    }
  }, []);
  useEffect(() => {
    if (isNeeded) void load();
  }, [isNeeded, load]);
  return { clubs, isLost, load };
}
