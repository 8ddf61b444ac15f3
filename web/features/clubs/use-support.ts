/** Chooses the club of the account, or takes it back. The same press again changes nothing. */
import { useState } from 'react';
import { useCall } from '#web/api/use-call.ts';
import type { Refused } from '#web/text/errors.ts';

export type Support = {
  isBusy: boolean;
  /** Why the last press was refused. */
  refused: Refused | null;
  /** What the last press did: the name of the chosen club, or null for none. */
  done: { name: string | null } | null;
  choose: (club: { number: number; name: string } | null) => void;
};

export function useSupport(): Support {
  const { call, isBusy, refused } = useCall('account.update');
  const [done, setDone] = useState<Support['done']>(null);
  const choose: Support['choose'] = async (club) => {
    setDone(null);
    const isDone = await call({ body: { supportId: club?.number ?? 0 } });
    if (isDone) setDone({ name: club?.name ?? null });
  };
  return { isBusy, refused, done, choose };
}
