/** A decided program of football pools: what was sold, and where the money of its pool went. */
import { z } from 'zod';
import * as v from './values.ts';

/** Krónur of an own pool: fund + carriedIn + topUp = paid + toGuaranteeFund + carriedOut. */
const pot = z.object({
  fund: v.amount,
  carriedIn: v.amount,
  /** From the guarantee fund, and to it. */
  topUp: v.amount,
  toGuaranteeFund: v.amount,
  paid: v.amount,
  carriedOut: v.amount,
});

export const programAccount = z.object({
  confirmedAt: v.instant,
  /** It was made up for trying out and never took place. */
  sample: z.boolean().optional(),
  /** Here, without those of other countries. */
  sold: z.object({ rows: z.int(), sales: v.amount }).optional(),
  /** Once it is settled, where the pool is our own. */
  pot: pot.optional(),
});
