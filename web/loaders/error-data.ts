/**
 * What becomes of a refusal while a page is made: the way to sign-in, or an error page with the number
 * in the log.
 */
import { data } from 'react-router';
import { isApiError } from '#web/api/api-error.ts';
import { toSignIn } from './context.ts';

/** Codes of refusals that mean there is no such page. */
const notFoundCodes: readonly string[] = [
  'EC_NO_DATA_FOUND',
  'EC_TICKET_NOT_FOUND',
  'EC_PRODUCTTYPE_NOT_FOUND',
];

export function noSuchPage() {
  return data({ code: 'EC_NO_DATA_FOUND', errorId: null }, { status: 404 });
}

/** `request` is given by pages of signed-in players: a session that ended leads to sign-in and back here. */
export async function orErrorPage<T>(answer: Promise<T>, request?: Request): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.status === 401 && request !== undefined) throw toSignIn(request);
    const status = notFoundCodes.includes(error.code) ? 404 : Math.max(error.status, 500);
    throw data({ code: error.code, errorId: error.errorId }, { status });
  }
}
