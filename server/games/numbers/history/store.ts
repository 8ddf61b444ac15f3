/** Writes past draws. Only history has more than one revision of a result; the newest is the one shown. */

import { drawCalendar } from '#rules/numbers/calendar.ts';
import { versionAt } from '#rules/numbers/games.ts';
import type { DrawnOutcome } from '#server/games/numbers/outcome.ts';
import type { Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import type { PastDraw } from './past-draw.ts';

export type HistoryOrigin = 'sample' | 'import';

/** What is known of a draw of the file already. */
export type KnownDraw = {
  drawId: number;
  game: string;
  number: number;
  origin: 'calendar' | HistoryOrigin;
  revision: number;
  outcome: DrawnOutcome | null;
  /** Tier, amount, winners and pool of the main part in one text, to be compared with `tableText`. */
  table: string;
};

export async function knownDraws(tx: Tx, games: readonly string[]): Promise<Map<string, KnownDraw>> {
  const { rows } = await sql<KnownDraw>`
    SELECT d.draw_id AS "drawId", d.game, d.number, d.origin, coalesce(r.revision, 0) AS revision, r.outcome,
      coalesce((
        SELECT string_agg(
          concat_ws(' ', p.tier, p.amount, p.winners, coalesce(p.pool, 0)), ',' ORDER BY p.tier)
        FROM draw_prizes p WHERE p.draw_id = d.draw_id AND p.revision = r.revision AND p.part = 'main'
      ), '') AS table
    FROM draws d LEFT JOIN current_results r USING (draw_id)
    WHERE d.game = ANY (${games})
  `.execute(tx);
  return new Map(rows.map((row) => [`${row.game} ${row.number}`, row]));
}

export function tableText(draw: PastDraw): string {
  const main = (draw.prizes ?? [])
    .filter((prize) => prize.part === 'main')
    .toSorted((a, b) => a.tier - b.tier);
  return main.map(({ tier, amount, winners, pool }) => `${tier} ${amount} ${winners} ${pool ?? 0}`).join();
}

export type Numbered = { draw: PastDraw; number: number };

/** Draws that the calendar of the database does not have yet, complete with their first result. */
export async function addPastDraws(
  tx: Tx,
  draws: readonly Numbered[],
  origin: HistoryOrigin,
  actor: string,
): Promise<void> {
  const { rows } = await sql<{ drawId: number; game: string; number: number }>`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(draws.map(drawRow))}::jsonb)
        AS given(game text, number integer, draw_date timestamptz, close_date timestamptz, rules_id text,
        amount_row bigint, amount_side bigint, high_win_from bigint)
    ), written AS (
      INSERT INTO draws (game, number, draw_date, close_date, rules_id, amount_row, amount_side,
        high_win_from, origin, state, closed_at, stakes_account)
      SELECT game, number, draw_date, close_date, rules_id, amount_row, amount_side,
        high_win_from, ${origin}, 'settled', close_date, ledger_account('stakes', NULL, NULL, game, NULL)
      FROM given
      RETURNING draw_id, game, number
    ), stepped AS (
      INSERT INTO draw_steps (draw_id, to_state, at, actor, reason)
      SELECT draw_id, 'settled', domain_now(), ${actor}, 'history' FROM written
    )
    SELECT draw_id AS "drawId", game, number FROM written
  `.execute(tx);
  const ids = new Map(rows.map((row) => [`${row.game} ${row.number}`, row.drawId]));
  const results = draws.map(({ draw, number }) => ({
    draw,
    drawId: ids.get(`${draw.game} ${number}`) ?? 0,
    revision: 1,
  }));
  await addResults(tx, results, origin, actor);
}

export type Revised = { draw: PastDraw; drawId: number; revision: number };

/** The next revision of draws that are there: a real one in place of a sample, or a corrected import. */
export async function revisePastDraws(tx: Tx, draws: readonly Revised[], actor: string): Promise<void> {
  const ids = draws.map(({ drawId }) => drawId);
  await sql`UPDATE draws SET origin = 'import' WHERE draw_id = ANY (${ids}) AND origin <> 'import'`.execute(
    tx,
  );
  await addResults(tx, draws, 'import', actor);
}

async function addResults(
  tx: Tx,
  results: readonly Revised[],
  origin: HistoryOrigin,
  actor: string,
): Promise<void> {
  if (results.length === 0) return;
  await sql`
    INSERT INTO draw_results (draw_id, revision, origin, outcome, confirmed_at, confirmed_by)
    SELECT given.draw_id, revision, ${origin}, outcome, draw_date, ${actor}
    FROM jsonb_to_recordset(${JSON.stringify(results.map(resultRow))}::jsonb)
      AS given(draw_id bigint, revision integer, outcome jsonb)
    JOIN draws USING (draw_id)
  `.execute(tx);
  await sql`
    INSERT INTO draw_prizes (draw_id, revision, part, tier, condition, amount, winners, winners_local, share,
      carry_in, top_up, pool, paid, carry_out, remainder)
    SELECT draw_id, revision, part, tier, condition, amount, winners, winners_local, share, carry_in,
      top_up, pool, paid, carry_out, remainder
    FROM jsonb_to_recordset(${JSON.stringify(results.flatMap(prizeRows))}::jsonb)
      AS given(draw_id bigint, revision integer, part text, tier smallint, condition text, amount bigint,
        winners integer, winners_local integer, share bigint, carry_in bigint, top_up bigint, pool bigint,
        paid bigint, carry_out bigint, remainder bigint)
  `.execute(tx);
}

/** A price that no source gives is 0: nothing was sold here for that draw. */
function drawRow({ draw: { game, date }, number }: Numbered) {
  const [calendar] = drawCalendar(game, date, 1);
  const { id, sale } = versionAt(game, date);
  return {
    game,
    number,
    draw_date: calendar?.drawDate,
    close_date: calendar?.closeDate,
    rules_id: id,
    amount_row: sale?.amountRow ?? 0,
    amount_side: sale?.joker?.amount ?? 0,
    high_win_from: sale?.highWinFrom ?? 0,
  };
}

function resultRow({ draw, drawId, revision }: Revised) {
  const { numbers, bonusNumbers, joker } = draw;
  return { draw_id: drawId, revision, outcome: { numbers, bonusNumbers, joker } };
}

function prizeRows({ draw, drawId, revision }: Revised) {
  return (draw.prizes ?? []).map(
    ({ part, tier, condition, amount, winners, winnersLocal, pool, arithmetic }) => ({
      draw_id: drawId,
      revision,
      part,
      tier,
      condition,
      amount,
      winners,
      winners_local: winnersLocal,
      pool,
      ...(arithmetic && {
        share: arithmetic.share,
        carry_in: arithmetic.carryIn,
        top_up: arithmetic.topUp,
        paid: arithmetic.paid,
        carry_out: arithmetic.carryOut,
        remainder: arithmetic.remainder,
      }),
    }),
  );
}
