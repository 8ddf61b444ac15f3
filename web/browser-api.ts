/** The typed client in the browser. */
import type { ApiRequest } from '#contract/api.ts';
import { type Api, createApi } from './api.ts';
import { isApiError } from './api-error.ts';
import { apiTable } from './api-table.ts';
import { mended, type Refusal } from './refused.ts';

/** What scripts in a browser may ask. */
export type BrowserCall = keyof typeof apiTable;
export type BrowserApi = Api<BrowserCall>;
export type ApiRequestOf<K extends BrowserCall> = ApiRequest<K>;

const call = createApi(apiTable, (path, init) => fetch(path, init));

/**
 * A call that is refused because of who calls is repeated once the person has mended that in the dialog which
 * then opens; what was typed on the page stays where it is.
 */
export const browserApi: BrowserApi = async (name, request, options) => {
  try {
    return await call(name, request, options);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null || !(await mended(refusal))) throw error;
    return call(name, request, options);
  }
};

function refusalOf(error: unknown): Refusal | null {
  if (!isApiError(error)) return null;
  if (error.status === 401) return 'expired';
  if (error.status !== 403 || error.code !== 'EC_ELOGIN_AUTH_REQUIRED') return null;
  if (error.details['fresh'] !== true) return 'eLoginRequired';
  return error.details['eId'] === true ? 'eLoginRevalidation' : 'fresh';
}
