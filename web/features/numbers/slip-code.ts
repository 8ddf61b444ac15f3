/** The numbers of the slip as the text that the play page reads. */
import { formatTicketCode } from '#rules/numbers/ticket-code.ts';
import type { BoardParts } from './board-parts.ts';
import * as slips from './slip.ts';

/** Null while no row is complete. */
export function codeOf({ desk: { slip }, draw, matrix }: Pick<BoardParts, 'desk' | 'draw' | 'matrix'>) {
  const rows = slips.completeRows(slip, matrix);
  if (rows.length === 0) return null;
  const joker = slips.completeJoker(slip) ?? null;
  const { system, days } = slip;
  return formatTicketCode({ gameId: draw.gameId, rows, system, joker, subscription: days !== null });
}
