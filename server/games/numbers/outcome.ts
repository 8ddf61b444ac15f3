/** What is drawn in a number lottery: entered, checked, signed and looked at. */

import { rulesOf } from '#rules/numbers/games.ts';
import { jokerLength, parseJoker } from '#rules/numbers/joker.ts';
import { rowMask } from '#rules/numbers/rows.ts';
import type { RuleVersion } from '#rules/numbers/versions.ts';
import { type Draw, nameOf } from '#server/draws/draw.ts';
import type { DrawKind, Outcome } from '#server/draws/kind.ts';
import type { Tx } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import type { DrawnNumbers } from './tier-table.ts';

/** Ascending numbers, and Joker's five digits; null only in a game without Joker. */
export type DrawnOutcome = {
  numbers: readonly number[];
  bonusNumbers: readonly number[];
  joker: string | null;
};

/** Of an outcome that `readOutcome` has passed. */
export const drawnOf = (outcome: Outcome): DrawnOutcome => outcome as DrawnOutcome;

export const readOutcome: DrawKind['readOutcome'] = async (_, draw, entered) => {
  const { numbers, bonusNumbers, joker } = drawnOf(entered);
  const version = rulesOf(draw);
  const fault =
    faultOf(numbers, version.main.pick, version.main.max, 'numbers') ??
    faultOf(bonusNumbers, version.drawnBonus.count, version.drawnBonus.max, 'bonus numbers') ??
    overlap(version, numbers, bonusNumbers) ??
    jokerFault(version, joker);
  if (fault) refuse('EC_TICKET_INVALID_SELECTIONS', { details: { message: fault } });
  return { numbers: ascending(numbers), bonusNumbers: ascending(bonusNumbers), joker };
};

const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);

function jokerFault({ sale }: RuleVersion, joker: string | null): string | null {
  if (!sale?.joker) return joker === null ? null : 'This draw has no Joker.';
  return joker !== null && parseJoker(joker) ? null : `Joker has ${jokerLength} digits.`;
}

function faultOf(numbers: readonly number[], count: number, max: number, what: string): string | null {
  if (numbers.length !== count) return `There are ${count} ${what}, not ${numbers.length}.`;
  if (new Set(numbers).size !== count) return `A number stands twice among the ${what}.`;
  const outside = numbers.find((number) => !Number.isInteger(number) || number < 1 || number > max);
  return outside === undefined ? null : `${outside} is not among the ${what} 1 to ${max}.`;
}

/** A bonus ball of the main drum cannot come up twice. */
function overlap(
  version: RuleVersion,
  numbers: readonly number[],
  bonusNumbers: readonly number[],
): string | null {
  if (version.drawnBonus.pool !== 'main') return null;
  const twice = bonusNumbers.find((number) => numbers.includes(number));
  return twice === undefined ? null : `${twice} is among the main numbers already.`;
}

/** As both engines take it; masks as in `tickets`. */
export function masksOf(outcome: Outcome): DrawnNumbers {
  const { numbers, bonusNumbers, joker } = drawnOf(outcome);
  return { main: rowMask(numbers), bonus: rowMask(bonusNumbers), joker };
}

export const signedLines: DrawKind['signedLines'] = (outcome) => {
  const { numbers, bonusNumbers, joker } = drawnOf(outcome);
  return [`numbers ${numbers.join(' ')}`, `bonus ${bonusNumbers.join(' ')}`, `joker ${joker ?? '-'}`];
};

/** The same numbers as in an earlier draw of the game deserve a look, not a stop. */
export async function lookAt(tx: Tx, draw: Draw, outcome: Outcome) {
  const { numbers, bonusNumbers } = drawnOf(outcome);
  const { rows } = await sql<{ number: number }>`
    SELECT d.number FROM current_results r JOIN draws d USING (draw_id)
    WHERE d.game = ${draw.game} AND d.draw_id <> ${draw.drawId}
      AND r.outcome -> 'numbers' = ${JSON.stringify(numbers)}::jsonb
      AND r.outcome -> 'bonusNumbers' = ${JSON.stringify(bonusNumbers)}::jsonb AND r.origin <> 'sample'
    ORDER BY d.number DESC LIMIT 1`.execute(tx);
  const [earlier] = rows;
  if (!earlier) return null;
  const message = `${nameOf(draw)} has the numbers of draw ${earlier.number}.`;
  return { message, detail: { earlier: earlier.number } };
}
