/** Puts documents into online banks. */
import { DeliveryError } from '../delivery-error.ts';
import type { HomeBank } from './face.ts';
import { documentPath, type WireDocument } from './wire.ts';

export type HomeBankOptions = {
  /** Without a slash at the end. */
  url: string;
  key: string;
  timeoutMs?: number;
};

export function createHomeBank({ url, key, timeoutMs = 10_000 }: HomeBankOptions): HomeBank {
  return {
    async send({ id, nationalId, title, text }) {
      const document: WireDocument = { nationalId, title, text };
      const response = await fetch(url + documentPath(id), {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify(document),
        signal: AbortSignal.timeout(timeoutMs),
      }).catch(() => {
        throw new DeliveryError('unreachable', 'the online bank does not answer');
      });
      await response.body?.cancel();
      if (response.ok) return;
      const kind = [400, 404, 409, 422].includes(response.status) ? 'refused' : 'unreachable';
      throw new DeliveryError(kind, `the online bank answers ${response.status}`);
    },
  };
}
