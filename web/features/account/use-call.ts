/** A press that calls the server: under way, refused, done. */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { CallName } from '#contract/api.ts';
import { isApiError } from '#web/api.ts';
import { type ApiRequestOf, browserApi } from '#web/browser-api.ts';

export function useCall<K extends CallName>(name: K) {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  /** The code of the refusal of the last press. */
  const [code, setCode] = useState<string | null>(null);

  /** @returns whether it was done; the page is read again then, unless it is left */
  const call = async (request: ApiRequestOf<K>, { leaves = false } = {}): Promise<boolean> => {
    setBusy(true);
    setCode(null);
    try {
      await browserApi(name, request);
      if (!leaves) await revalidate();
      return true;
    } catch (thrown) {
      setCode(isApiError(thrown) ? thrown.code : 'UNKNOWN');
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { call, isBusy, code };
}
