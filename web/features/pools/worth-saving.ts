/** What of a coupon is worth saving or sharing. */
import type { PoolId } from '#rules/pools/games.ts';
import { formatPlayAddress } from '#rules/pools/play-address.ts';
import type { PlayProgram } from './program.ts';
import { quote } from './quote.ts';
import { emptySlip, type Slip } from './slip.ts';

/** Whole rows, and a system that lacks nothing; null where nothing could be bought. */
export function worthSaving(slip: Slip, program: PlayProgram): Slip | null {
  const { rows, total } = quote(slip, program);
  if (total === 0) return null;
  return { ...emptySlip, rows: rows.map(({ picks }) => picks), system: slip.system, base: slip.base };
}

/** The same rows, system and base signs. */
export function isSame(a: Slip, b: Slip): boolean {
  const spelled = ({ rows, system, base }: Slip): string => JSON.stringify([rows, system, base]);
  return spelled(a) === spelled(b);
}

/** As a query of the play page. */
export const playedOf = (gameId: PoolId, { rows, system, base }: Slip): string =>
  formatPlayAddress(gameId, { programId: '', rows, system, base });
