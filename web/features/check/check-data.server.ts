/** What the page `Vann ég?` answers: a code that was given, and a row over past draws. */
import type { ApiAnswer } from '#contract/api.ts';
import { prizeShare } from '#rules/numbers/fund.ts';
import { numberGames, versionAt } from '#rules/numbers/games.ts';
import { formatPlayAddress, type PlayAddress, parsePlayAddress } from '#rules/numbers/play-address.ts';
import type { TicketCode } from '#rules/numbers/ticket-code.ts';
import { boxesOf, readTypedRow, spelledRow } from '#rules/numbers/typed-row.ts';
import { isk } from '#rules/values/money.ts';
import { readTyped } from '#rules/values/typed.ts';
import { isApiError } from '#web/api/api-error.ts';
import type { Api } from '#web/api/client.ts';
import { isNumberGame, type NumberGame } from '#web/shared/games/number-games.ts';
import { type CheckedPool, poolOf } from './checked-pool.server.ts';
import { type NoCode, shapeOf } from './code-shape.ts';

export type WhatIf = ApiAnswer<'lotto.whatIf'>;
/** `notFound`: no ticket has the code; `tooMany`: rate limit; otherwise the text is not a code. */
export type Fault = 'notFound' | 'tooMany' | Exclude<NoCode, { play: unknown }> | TypedNumbers;
/** `compared` and `played`: queries of the results and play pages; empty unless the numbers are a ticket. */
export type TypedNumbers = { kind: 'numbers'; gameId: NumberGame; compared: string; played: string };
export type CheckAnswer = { found: ApiAnswer<'lotto.check'>; pool: CheckedPool | null } | { fault: Fault };

export async function loadCheck(api: Api, query: URLSearchParams, now: string, locale: 'is' | 'en') {
  const code = readTyped(query.get('kodi') ?? '');
  const asked = query.get('leikur') ?? '';
  const gameId: NumberGame = isNumberGame(asked) ? asked : 'lotto';
  const version = versionAt(gameId, now.slice(0, 10));
  const given = parsePlayAddress(gameId, version, { rows: query.get('rows'), system: query.get('system') });
  const { system } = given;
  const typed = readTypedRow(version, inBoxes(query, given), system);
  const rows = typed.row ? spelledRow(typed.row) : (query.get('rows') ?? '');
  const [{ draws }, answer, whatIf] = await Promise.all([
    api('lotto.currentDraws', {}),
    code === '' ? null : answerTo(api, code, now, locale),
    typed.fault !== null || rows === '' ? null : pastOf(api, gameId, { rows, system }),
  ]);
  const onSale = draws.find((draw) => draw.gameId === gameId);
  return {
    code,
    answer,
    gameId,
    whatIf,
    system,
    systemSizes: numberGames[gameId].systemSizes,
    toPrizes: Math.floor((onSale?.prizeShare ?? prizeShare(version, isk(1), null)) / 100),
    boxes: boxesOf(version, typed),
  };
}

/** What was typed, else the only row of the address. */
function inBoxes(query: URLSearchParams, { rows }: PlayAddress) {
  const [numbers, bonus] = [query.getAll('n'), query.getAll('b')];
  const [row] = rows;
  if (numbers.length + bonus.length > 0 || row === undefined || rows.length > 1) return { numbers, bonus };
  return { numbers: row.numbers.map(String), bonus: (row.bonusNumbers ?? []).map(String) };
}

function typedNumbers(play: TicketCode | null): TypedNumbers {
  if (play === null) return { kind: 'numbers', gameId: 'lotto', compared: '', played: '' };
  const { gameId, rows } = play;
  const [row] = rows;
  const numbers = (row?.numbers ?? []).map((number) => `n=${number}`);
  const bonus = (row?.bonusNumbers ?? []).map((number) => `b=${number}`);
  return {
    kind: 'numbers',
    gameId,
    compared: [...numbers, ...bonus].join('&'),
    played: formatPlayAddress(play),
  };
}

async function answerTo(api: Api, code: string, now: string, locale: 'is' | 'en'): Promise<CheckAnswer> {
  const shape = shapeOf(code, (gameId) => versionAt(gameId, now.slice(0, 10)));
  if (shape.kind === 'numbers') return { fault: typedNumbers(shape.play) };
  if (shape.kind !== 'code') return { fault: shape };
  try {
    const found = await api('lotto.check', { params: { code: code.slice(0, 60) } });
    return { found, pool: await poolOf(api, found, locale) };
  } catch (error) {
    if (isApiError(error) && error.code === 'EC_TICKET_NOT_FOUND') return { fault: 'notFound' };
    if (isApiError(error) && error.status === 429) return { fault: 'tooMany' };
    throw error;
  }
}

/** Null for rows in an address that do not fit the game. */
async function pastOf(
  api: Api,
  gameId: NumberGame,
  { rows, system }: { rows: string; system: number },
): Promise<WhatIf | null> {
  try {
    const query = { rows, ...(system > 0 && { system: String(system) }) };
    return await api('lotto.whatIf', { params: { gameId }, query });
  } catch (error) {
    if (isApiError(error) && error.code === 'EC_INVALID_INPUT') return null;
    throw error;
  }
}
