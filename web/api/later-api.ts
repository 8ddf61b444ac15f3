/** The client, which comes with the first call: pages that call nothing at first do not wait for it. */
import { ApiError } from './api-error.ts';
import type { BrowserApi } from './browser-api.ts';

/** Answers like `browserApi`; that the client itself does not come is `EC_NETWORK_ERROR` too. */
export const laterApi: BrowserApi = async (name, request, options) => {
  const { browserApi } = await import('./browser-api.ts').catch((cause: unknown) => {
    throw new ApiError(0, { code: 'EC_NETWORK_ERROR', message: String(cause) });
  });
  return browserApi(name, request, options);
};
