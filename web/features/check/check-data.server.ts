/** What the page `Vann ég?` answers: a code that was given, and a row over past draws. */
import type { ApiAnswer } from '#contract/api.ts';
import { toPrizesOf100, versionAt } from '#rules/numbers/games.ts';
import { boxesOf, readTypedRow, spelledRow } from '#rules/numbers/typed-row.ts';
import { type Api, isApiError } from '#web/api.ts';
import type { NumberGame } from '#web/paths.ts';
import { isNumberGame } from '#web/ui/games.ts';

export type WhatIf = ApiAnswer<'lotto.whatIf'>;
/** `notFound`: no ticket has the code; `tooMany`: asked too often from this network. */
export type CheckAnswer = ApiAnswer<'lotto.check'>['verdict'] | 'notFound' | 'tooMany';

export async function loadCheck(api: Api, query: URLSearchParams, now: string) {
  const code = query.get('kodi')?.trim() ?? '';
  const asked = query.get('leikur') ?? '';
  const gameId: NumberGame = isNumberGame(asked) ? asked : 'lotto';
  const version = versionAt(gameId, now.slice(0, 10));
  const typed = readTypedRow(version, { numbers: query.getAll('n'), bonus: query.getAll('b') });
  const rows = typed.row ? spelledRow(typed.row) : (query.get('rows') ?? '');
  const [answer, whatIf] = await Promise.all([
    code === '' ? null : checked(api, code),
    typed.fault !== null || rows === '' ? null : pastOf(api, gameId, rows),
  ]);
  return {
    code,
    answer,
    gameId,
    whatIf,
    toPrizes: toPrizesOf100(version),
    boxes: boxesOf(version, typed),
  };
}

async function checked(api: Api, code: string): Promise<CheckAnswer> {
  try {
    return (await api('lotto.check', { params: { code: code.slice(0, 60) } })).verdict;
  } catch (error) {
    if (isApiError(error) && error.code === 'EC_TICKET_NOT_FOUND') return 'notFound';
    if (isApiError(error) && error.status === 429) return 'tooMany';
    throw error;
  }
}

/** Null for rows in an address that do not fit the game. */
async function pastOf(api: Api, gameId: NumberGame, rows: string): Promise<WhatIf | null> {
  try {
    return await api('lotto.whatIf', { params: { gameId }, query: { rows } });
  } catch (error) {
    if (isApiError(error) && error.code === 'EC_INVALID_INPUT') return null;
    throw error;
  }
}
