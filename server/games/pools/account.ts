/** Sales of a decided program, and the use of its pool. */
import type { ProgramHead } from '#contract/games/pools.ts';
import { poolRulesOf } from '#rules/pools/versions.ts';
import { basisPointsOf, isk } from '#rules/values/money.ts';
import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import type { Program } from './program.ts';

type Account = NonNullable<ProgramHead['account']>;
type Pot = NonNullable<Account['pot']>;

/** Empty while the program is not decided. */
export async function accountOf(db: Db, program: Program): Promise<{ account?: Account }> {
  const { rows } = await sql<{ confirmedAt: Date; rows: number | null; sales: number | null }>`
    SELECT r.confirmed_at AS "confirmedAt", s.rows, s.stakes AS sales
    FROM draw_results r LEFT JOIN seals s USING (draw_id)
    WHERE r.draw_id = ${program.drawId} AND r.revision = 1`.execute(db);
  const [decided] = rows;
  if (!decided) return {};
  const { confirmedAt, rows: sold, sales } = decided;
  const pot = sales !== null && program.mode === 'own' ? await potOf(db, program, sales) : null;
  return {
    account: {
      confirmedAt: confirmedAt.toISOString(),
      ...(program.origin === 'sample' && { sample: true }),
      ...(sold !== null && sales !== null && { sold: { rows: sold, sales } }),
      ...(pot && { pot }),
    },
  };
}

type Sums = { share: number | null } & Record<
  'carryIn' | 'topUp' | 'paid' | 'carryOut' | 'remainder',
  number
>;

/** Null before the prizes are known. */
async function potOf(db: Db, program: Program, sales: number): Promise<Pot | null> {
  const { rows } = await sql<Sums>`
    SELECT sum(share)::bigint AS share, coalesce(sum(carry_in), 0)::bigint AS "carryIn",
      coalesce(sum(top_up), 0)::bigint AS "topUp", coalesce(sum(paid), 0)::bigint AS paid,
      coalesce(sum(carry_out), 0)::bigint AS "carryOut", coalesce(sum(remainder), 0)::bigint AS remainder
    FROM draw_prizes WHERE draw_id = ${program.drawId} AND revision = 1`.execute(db);
  const [sums] = rows;
  if (!sums || sums.share === null) return null;
  const { share, carryIn, topUp, paid, carryOut, remainder } = sums;
  const fund = basisPointsOf(isk(sales), poolRulesOf(program).fundBasisPoints);
  return {
    ...{ fund, carriedIn: carryIn, topUp, paid, carriedOut: carryOut },
    toGuaranteeFund: fund - share + remainder,
  };
}
