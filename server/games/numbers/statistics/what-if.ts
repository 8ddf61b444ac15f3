/** What rows would have won in all real past draws of their game. Generated draws never count. */
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { thinned } from '#rules/draws/thinned.ts';
import { type GameId, versionAt } from '#rules/numbers/games.ts';
import { parsePlayAddress } from '#rules/numbers/play-address.ts';
import { type PastWin, type PricedDraw, whatIf } from '#rules/numbers/what-if.ts';
import { weekOf } from '#rules/values/weeks.ts';
import type { Db } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import type { DrawnOutcome } from '../outcome.ts';

type Answer = ApiAnswer<'lotto.whatIf'>;

const winsShown = 50;
const stepsShown = 60;

type Row = {
  number: number;
  rulesId: string;
  drawDate: Date;
  plannedDate: string;
  origin: string;
  amountRow: number;
  outcome: DrawnOutcome;
  amounts: Record<string, number | null> | null;
};

export async function whatIfOf(
  db: Db,
  game: GameId,
  asked: ApiInput<'lotto.whatIf'>['query'],
): Promise<Answer> {
  const { draws, today } = await realDraws(db, game);
  const { rows, system, leftOut } = parsePlayAddress(game, versionAt(game, today), asked);
  if (rows.length === 0 || leftOut.length > 0)
    refuse('EC_INVALID_INPUT', { issues: { query: [{ path: ['rows'], message: 'invalidWager' }] } });
  const found = whatIf(rows, draws.map(priced), system);
  const [first, last] = [draws[0], draws.at(-1)];
  return {
    gameId: game,
    rows: rows.map(({ numbers, bonusNumbers = [] }) => ({
      numbers: [...numbers],
      bonusNumbers: [...bonusNumbers],
    })),
    ...(system > 0 && { system }),
    draws: found.draws,
    imported: draws.filter(({ origin }) => origin === 'import').length,
    leftOut: found.leftOut,
    ...(first && last && { from: first.plannedDate, to: last.plannedDate }),
    summed: found.summed,
    tiers: tiersOf(found.wins),
    wins: found.wins
      .toReversed()
      .slice(0, winsShown)
      .map((win) => viewWin(win, draws)),
    steps: thinned(found.steps, stepsShown),
  };
}

async function realDraws(db: Db, game: GameId): Promise<{ draws: Row[]; today: string }> {
  const { rows } = await sql<Row>`
    SELECT d.number, d.rules_id AS "rulesId", d.draw_date AS "drawDate", d.planned_date AS "plannedDate",
      d.origin, d.amount_row AS "amountRow", r.outcome, (
        SELECT jsonb_object_agg(p.condition, CASE WHEN p.winners > 0 THEN p.amount END)
        FROM draw_prizes p
        WHERE p.draw_id = r.draw_id AND p.revision = r.revision AND p.part = 'main'
      ) AS amounts
    FROM draws d JOIN current_results r USING (draw_id)
    WHERE d.game = ${game} AND d.origin <> 'sample' AND d.state <> 'cancelled'
    ORDER BY d.draw_date`.execute(db);
  const { rows: clock } = await sql<{ today: string }>`
    SELECT (domain_now() AT TIME ZONE 'UTC')::date AS today`.execute(db);
  return { draws: rows, today: clock[0]?.today ?? '' };
}

/** A price of 0 is one that no source gives. */
function priced({ number, rulesId, amountRow, outcome, amounts }: Row): PricedDraw {
  const { numbers, bonusNumbers } = outcome;
  return { number, rulesId, numbers, bonusNumbers, price: amountRow === 0 ? null : amountRow, amounts };
}

function tiersOf(wins: readonly PastWin[]): Answer['tiers'] {
  const tiers = new Map<string, { wins: number; unsummed: number }>();
  for (const { condition, rows, amount } of wins) {
    const known = tiers.get(condition) ?? { wins: 0, unsummed: 0 };
    tiers.set(condition, {
      wins: known.wins + rows,
      unsummed: known.unsummed + (amount === null ? rows : 0),
    });
  }
  return [...tiers].map(([name, counts]) => ({ name, ...counts }));
}

function viewWin(
  { number, condition, rows, amount }: PastWin,
  draws: readonly Row[],
): Answer['wins'][number] {
  const draw = draws.find((each) => each.number === number);
  return {
    draw: number,
    drawDate: draw?.drawDate.toISOString() ?? '',
    ...weekOf(draw?.plannedDate ?? ''),
    name: condition,
    rows,
    ...(amount !== null && { amount }),
  };
}
