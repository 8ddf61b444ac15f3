/** An estimate of the prizes of a running program if it ended now. */
import type { ProgramHead } from '#contract/games/pools.ts';
import { matchCount } from '#rules/pools/games.ts';
import { poolPrizes } from '#rules/pools/prizes.ts';
import { countedRights } from '#rules/pools/results.ts';
import { reachedTiers } from '#rules/pools/tiers.ts';
import { poolRulesOf } from '#rules/pools/versions.ts';
import { type Isk, isk, noKronur } from '#rules/values/money.ts';
import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import type { Program } from './program.ts';

type Row = { countedAt: Date; outcomes: (number | null)[]; rows: number[] | null; stakes: number };

export async function shownStanding(
  db: Db,
  program: Program,
  carryIn: Isk,
): Promise<Pick<ProgramHead, 'standing'>> {
  const { rows } = await sql<Row>`
    SELECT counted_at AS "countedAt", outcomes, s.rows, stakes
    FROM program_standings s JOIN seals USING (draw_id) WHERE draw_id = ${program.drawId}`.execute(db);
  const [counted] = rows;
  const begun = counted?.outcomes.filter((outcome) => outcome !== null).length ?? 0;
  if (!counted?.rows || begun === 0) return {};
  return {
    standing: {
      countedAt: counted.countedAt.toISOString(),
      begun,
      rows: counted.rows.reduce((sum, each) => sum + each, 0),
      rowsAllRight: counted.rows[0] ?? 0,
      tiers: tiersNow(program, counted.rows, isk(counted.stakes), carryIn),
    },
  };
}

type Tiers = NonNullable<ProgramHead['standing']>['tiers'];

/** Matches that have not begun count as right. */
function tiersNow(program: Program, wrong: readonly number[], sales: Isk, carryIn: Isk): Tiers {
  const rules = poolRulesOf(program);
  const winners = countedRights(rules.game).map((right) => wrong[matchCount - right] ?? 0);
  const counts = (tier: { right: number | null; winners: number }) => ({
    correctCount: tier.right ?? 0,
    winnerCount: tier.winners,
  });
  if (program.mode === 'common') return reachedTiers(rules.game, winners).map(counts);
  // The guarantee is left out.
  const { lines } = poolPrizes({ rules, sales, winners, carryIn, held: noKronur });
  return lines.map((line) => ({ ...counts(line), amountWinner: line.amount }));
}
