/**
 * A ticket as one line of text (docs/rules/number-lotteries.md, Wagers):
 * `PREFIX[system] group[, group…] [J ddddd] [S]`, for instance `EJ 3 17 22 41 50, 1 2 3 4 5 B 4 9 J 01234 S`.
 * Each group may end with its own `B n n`; a single `B` at the end serves all groups without one. Any case,
 * and zeros before any number but Joker's.
 */

import { readTyped } from '../values/typed.ts';
import type { Weekday } from '../values/weeks.ts';
import { type GameId, isSystemSize } from './games.ts';
import { formatJoker, parseJoker } from './joker.ts';
import type { RuleVersion } from './versions.ts';
import { checkWager, type WagerRow } from './wager.ts';

export type TicketCode = {
  readonly gameId: GameId;
  readonly rows: readonly WagerRow[];
  /** 0: none. */
  readonly system: number;
  readonly joker: readonly number[] | null;
  /** Null: not a subscription. */
  readonly subscriptionDrawDays: readonly Weekday[] | null;
};

/** Ten rows with everything written out are half of this. */
const codeLengthMax = 600;

const prefixes: Readonly<Record<GameId, string>> = { lotto: 'L', vikinglotto: 'VL', eurojackpot: 'EJ' };
const prefixGames: Readonly<Record<string, GameId>> = { L: 'lotto', VL: 'vikinglotto', EJ: 'eurojackpot' };

/**
 * Null when the text is not a valid code; the numbers obey the same rules as a purchase.
 *
 * @param versionOf the rules of the draw on sale of the game that the code names
 */
export function parseTicketCode(text: string, versionOf: (gameId: GameId) => RuleVersion): TicketCode | null {
  if (text.length > codeLengthMax) return null;
  const shape = /^(VL|EJ|L)(\d+)?\s+([\d\sB,]+?)(?:\s*J\s*(\d{5}))?(?:\s*(S))?$/.exec(
    readTyped(text).toUpperCase(),
  );
  const gameId = prefixGames[shape?.[1] ?? ''];
  const rows = parseGroups(shape?.[3] ?? '');
  if (!gameId || !rows) return null;
  const version = versionOf(gameId);
  const system = systemOf(gameId, version, rows, shape?.[2]);
  if (system === null) return null;
  const joker = shape?.[4] ? parseJoker(shape[4]) : null;
  const fault = checkWager(version, { gameId, rows, system, joker: joker ?? undefined }, { rollDownDraw: 1 });
  if (fault) return null;
  return { gameId, rows, system, joker, subscriptionDrawDays: shape?.[5] ? version.drawDays : null };
}

/** The shortest code of the ticket: one `B` at the end when all rows have the same extra numbers. */
export function formatTicketCode(
  ticket: Omit<TicketCode, 'subscriptionDrawDays'> & { subscription: boolean },
): string {
  const bonuses = ticket.rows.map(({ bonusNumbers = [] }) =>
    bonusNumbers.map((number) => ` ${number}`).join(''),
  );
  const [shared = ''] = bonuses;
  const isShared = bonuses.every((bonus) => bonus === shared);
  const groups = ticket.rows.map(({ numbers }, index) => {
    const own = isShared ? '' : (bonuses[index] ?? '');
    return numbers.join(' ') + (own ? ` B${own}` : '');
  });
  return [
    `${prefixes[ticket.gameId]}${ticket.system || ''}`,
    groups.join(', ') + (isShared && shared ? ` B${shared}` : ''),
    ...(ticket.joker ? [`J ${formatJoker(ticket.joker)}`] : []),
    ...(ticket.subscription ? ['S'] : []),
  ].join(' ');
}

/** The size written, or that of a single group that is no normal row; 0 for rows, null when not valid. */
function systemOf(
  gameId: GameId,
  version: RuleVersion,
  rows: readonly WagerRow[],
  written: string | undefined,
): number | null {
  const [first] = rows;
  if (rows.length !== 1 || !first) return written === undefined ? 0 : null;
  const size = first.numbers.length;
  if (written === undefined && size === version.main.pick) return 0;
  if (written !== undefined && Number(written) !== size) return null;
  return isSystemSize(gameId, size) ? size : null;
}

function parseGroups(text: string): WagerRow[] | null {
  const groups = text.split(',').map((group) => /^\s*(\d[\d\s]*?)\s*(?:B\s*(\d[\d\s]*?)\s*)?$/.exec(group));
  if (groups.some((group) => group === null)) return null;
  const atEnd = groups.at(-1)?.[2];
  return groups.map((group) => {
    const bonus = group?.[2] ?? atEnd;
    const numbers = numbersIn(group?.[1] ?? '');
    return bonus === undefined ? { numbers } : { numbers, bonusNumbers: numbersIn(bonus) };
  });
}

function numbersIn(text: string): number[] {
  return text
    .trim()
    .split(/\s+/)
    .map(Number)
    .sort((a, b) => a - b);
}
