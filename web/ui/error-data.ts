/** A refusal while a page is made becomes its error page, with the number that is also in the log. */
import { data } from 'react-router';
import { isApiError } from '#web/api.ts';

/** Statuses of refusals that mean there is no such page. */
const notFoundCodes: readonly string[] = [
  'EC_NO_DATA_FOUND',
  'EC_TICKET_NOT_FOUND',
  'EC_PRODUCTTYPE_NOT_FOUND',
];

export async function orErrorPage<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!isApiError(error)) throw error;
    const status = notFoundCodes.includes(error.code) ? 404 : error.status >= 500 ? error.status : 500;
    throw data({ code: error.code, errorId: error.errorId }, { status });
  }
}
