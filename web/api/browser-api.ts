/** The typed client in the browser. */
import type { ApiRequest } from '#contract/api.ts';
import { ApiError, isApiError } from './api-error.ts';
import { apiTable } from './api-table.ts';
import { type Api, createApi } from './client.ts';
import { pagePlayer } from './page-player.ts';
import { mended, otherPlayerFound, type Refusal } from './refused.ts';

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
  // Decided once: a call that is repeated is still meant for the same player.
  const playerId = options?.playerId ?? pagePlayer();
  const sent = { ...options, ...(playerId !== null && { playerId }) };
  try {
    return await call(name, request, sent);
  } catch (error) {
    throwIfOtherPlayer(error);
    const refusal = refusalOf(error);
    if (refusal === null || !(await mended(refusal))) throw error;
    return call(name, request, sent);
  }
};

/** The texts of EC_ACTION_NOT_ALLOWED speak of the own account, so it gets a code of its own. */
function throwIfOtherPlayer(error: unknown): void {
  if (!isApiError(error) || error.details['otherPlayer'] !== true) return;
  otherPlayerFound(String(error.details['signedInAs'] ?? ''));
  throw new ApiError(error.status, { code: 'otherPlayer', message: error.message });
}

function refusalOf(error: unknown): Refusal | null {
  if (!isApiError(error)) return null;
  if (error.status === 401) return 'expired';
  if (error.status !== 403 || error.code !== 'EC_ELOGIN_AUTH_REQUIRED') return null;
  if (error.details['fresh'] !== true) return 'eLoginRequired';
  return error.details['eId'] === true ? 'eLoginRevalidation' : 'fresh';
}
