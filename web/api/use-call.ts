/** A press that calls the server: under way, refused, done. */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Refused } from '#web/text/errors.ts';
import { isApiError } from './api-error.ts';
import { type ApiRequestOf, type BrowserCall, browserApi } from './browser-api.ts';

export function useCall<K extends BrowserCall>(name: K) {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  /** The refusal of the last press. */
  const [refused, setRefused] = useState<Refused | null>(null);

  /** @returns whether it was done; the page is read again then, unless it is left */
  const call = async (request: ApiRequestOf<K>, { leaves = false } = {}): Promise<boolean> => {
    setBusy(true);
    setRefused(null);
    try {
      await browserApi(name, request);
      if (!leaves) await revalidate();
      return true;
    } catch (thrown) {
      setRefused(isApiError(thrown) ? thrown : 'UNKNOWN');
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { call, isBusy, refused };
}
