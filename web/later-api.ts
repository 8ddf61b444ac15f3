/** The client, which comes with the first call: pages that call nothing at first do not wait for it. */
import type { Api } from './api.ts';

/** Answers like `browserApi`; that the client itself does not come is `EC_NETWORK_ERROR` too. */
export const laterApi: Api = async (name, request, options) => {
  const { browserApi } = await import('./browser-api.ts').catch((cause: unknown) => {
    const lost = { name: 'ApiError', status: 0, code: 'EC_NETWORK_ERROR', issues: {}, details: {} };
    throw Object.assign(new Error(String(cause)), lost);
  });
  return browserApi(name, request, options);
};
