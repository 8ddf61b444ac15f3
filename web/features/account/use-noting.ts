/** That a summary of spending was seen, or how often it is to come. */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ApiRequestOf } from '#web/api/browser-api.ts';
import { laterApi } from '#web/api/later-api.ts';

export function useNoting() {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const note = async (body: ApiRequestOf<'account.reviewed'>['body']): Promise<void> => {
    setBusy(true);
    // What could not be noted is shown again.
    await laterApi('account.reviewed', { body }).catch(() => {});
    await revalidate();
    setBusy(false);
  };
  return { note, isBusy };
}
