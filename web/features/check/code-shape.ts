/**
 * Recognises by its shape alone a text that was typed in place of a ticket code. Nothing is looked up, so no
 * answer reveals whether a ticket exists.
 */
import { parseTicketCode, type TicketCode } from '#rules/numbers/ticket-code.ts';
import type { RuleVersion } from '#rules/numbers/versions.ts';
import { parseSigns } from '#rules/pools/panels.ts';
import type { NumberGame } from '#web/shared/games/number-games.ts';

/** Letters and digits of each, without dashes. */
const lengths = { code: 20, ticketNumber: 26, securityCode: 10, shortNumber: 8 } as const;

export type NoCode =
  | { kind: 'ticketNumber' | 'securityCode' | 'shortNumber' }
  /** Numbers of a slip; `play` is null unless they make up a ticket. */
  | { kind: 'numbers'; play: TicketCode | null }
  /** A row of a football pool. */
  | { kind: 'marks'; row: string }
  | { kind: 'missing' | 'tooLong'; count: number };

/** The letters of a game and numbers, or at least three numbers in a row. */
const numbers = /^(?:(?:VL|EJ|L)\d*[\s,]+\d|\d{1,2}(?:[\s,]+\d{1,2}){2,}\s*$)/i;

/** @param typed as `readTyped` gives it */
export function shapeOf(
  typed: string,
  versionOf: (gameId: NumberGame) => RuleVersion,
): { kind: 'code' } | NoCode {
  const letters = typed.replaceAll(/[\s\-.]/g, '');
  if (letters.length === lengths.code) return { kind: 'code' };
  if (numbers.test(typed)) return { kind: 'numbers', play: parseTicketCode(typed, versionOf) };
  const row = letters.toUpperCase();
  if (parseSigns(row)) return { kind: 'marks', row };
  for (const kind of ['ticketNumber', 'securityCode', 'shortNumber'] as const)
    if (letters.length === lengths[kind]) return { kind };
  return letters.length < lengths.code
    ? { kind: 'missing', count: lengths.code - letters.length }
    : { kind: 'tooLong', count: letters.length };
}
