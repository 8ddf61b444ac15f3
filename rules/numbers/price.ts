/** What a ticket costs: the browser shows and the server decides by the same function. */

import { type Isk, isk, times } from '../values/money.ts';
import { systemRowCount } from './system.ts';
import type { RuleVersion } from './versions.ts';
import type { WagerRow } from './wager.ts';

export type StakeInput = {
  /** Of the draw that is bought. */
  readonly version: RuleVersion;
  readonly rows: readonly WagerRow[];
  readonly system?: number | undefined;
  readonly joker?: readonly number[] | undefined;
  readonly drawCount?: number | undefined;
  readonly amountRow: Isk;
  readonly amountJoker: Isk;
};

export type Stake = { readonly rowCount: number; readonly perDraw: Isk; readonly total: Isk };

export function rowCount(ticket: Pick<StakeInput, 'version' | 'rows' | 'system'>): number {
  if (!ticket.system) return ticket.rows.length;
  return isSystemComplete(ticket) ? systemRowCount(ticket.version, ticket.system) : 0;
}

/** `perDraw` is one coupon's stake. All is 0 without rows and while a system is incomplete. */
export function stakeOf(ticket: StakeInput): Stake {
  const rows = rowCount(ticket);
  const perDraw = rows === 0 ? 0 : rows * ticket.amountRow + (ticket.joker ? ticket.amountJoker : 0);
  return { rowCount: rows, perDraw: isk(perDraw), total: isk(perDraw * (ticket.drawCount ?? 1)) };
}

/** A subscription's monthly price: four draws for each chosen day, also in months with five. */
export function subscriptionTotal(perDraw: Isk, dayCount: number): Isk {
  return times(perDraw, 4 * dayCount);
}

function isSystemComplete({
  version,
  rows,
  system,
}: Pick<StakeInput, 'version' | 'rows' | 'system'>): boolean {
  const [row] = rows;
  if (!row) return false;
  return row.numbers.length === system && (row.bonusNumbers?.length ?? 0) === version.chosenBonus.count;
}
