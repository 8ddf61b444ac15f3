/** Writes programs of an invented past: decided, with their matches, and without a life of their own. */

import type { PoolId } from '#rules/pools/games.ts';
import { closeDateOf, playDateOf, resultDateOf, roundEndOf } from '#rules/pools/program.ts';
import { poolRulesAt } from '#rules/pools/versions.ts';
import { addPastMatches, type PastMatch } from '#server/fixtures/past-matches.ts';
import { flow, houseAccount, postTransfers } from '#server/ledger/house-accounts.ts';
import type { Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { lotsAtOf } from '../import.ts';
import type { NewProgramMatch } from '../program-file.ts';
import { hashOf } from '../terms.ts';
import type { PastProgram } from './sample.ts';

/** Who brought them. */
const actor = 'sample';

/** Programs of several games may share their matches, by the number of their source. */
export async function addPastPrograms(
  tx: Tx,
  source: string,
  programs: readonly PastProgram[],
): Promise<void> {
  const matches = new Map(
    programs.flatMap(({ program, scores }) =>
      program.matches.map((match, index): [string, PastMatch] => {
        const { country, competition, home, away, kickOff } = match;
        const number = numberOf(match, source);
        return [number, { country, competition, home, away, kickOff, number, score: scores[index] ?? null }];
      }),
    ),
  );
  const matchIds = await addPastMatches(tx, source, [...matches.values()]);
  const drawIds = await addDraws(tx, programs);
  const idOf = ({ program: { game, number } }: PastProgram) => drawIds.get(`${game} ${number}`) ?? 0;
  await addResults(tx, programs, idOf);
  await addMatches(tx, programs, { idOf, matchOf: (match) => matchIds.get(numberOf(match, source)) ?? 0 });
}

/** What the last program of the past left in the first tier is there for the first that is sold here. */
export async function openPoolCarry(tx: Tx, game: PoolId, past: readonly PastProgram[]): Promise<void> {
  const carried = past.at(-1)?.lines[0]?.carryOut ?? 0;
  if (carried === 0) return;
  const opening = await houseAccount(tx, { kind: 'opening', game });
  const carry = await houseAccount(tx, { kind: 'carry', game, tier: 1 });
  await postTransfers(tx, 'opening_carry', {}, [flow(opening, carry, carried)]);
}

const numberOf = ({ numbers }: NewProgramMatch, source: string): string =>
  numbers.find((each) => each.source === source)?.number ?? '';

async function addDraws(tx: Tx, programs: readonly PastProgram[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ drawId: number; name: string }>`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(programs.map(drawRow))}::jsonb) AS given(game text,
        number integer, draw_date timestamptz, close_date timestamptz, rules_id text, amount_row bigint,
        high_win_from bigint, player_rows_max integer)
    ), written AS (
      INSERT INTO draws (game, number, draw_date, close_date, rules_id, amount_row, amount_side,
        high_win_from, player_rows_max, in_turn, origin, state, closed_at, stakes_account)
      SELECT game, number, draw_date, close_date, rules_id, amount_row, 0, high_win_from, player_rows_max,
        false, 'sample', 'settled', close_date, ledger_account('stakes', NULL, NULL, game, NULL)
      FROM given RETURNING draw_id, game, number
    ), stepped AS (
      INSERT INTO draw_steps (draw_id, to_state, at, actor, reason)
      SELECT draw_id, 'settled', domain_now(), ${actor}, 'history' FROM written
    )
    SELECT draw_id AS "drawId", game || ' ' || number AS name FROM written`.execute(tx);
  return new Map(rows.map(({ name, drawId }) => [name, drawId]));
}

type IdOf = (past: PastProgram) => number;

async function addResults(tx: Tx, programs: readonly PastProgram[], idOf: IdOf): Promise<void> {
  const results = programs.map((past) => {
    return { draw_id: idOf(past), outcome: past.outcome, confirmed_at: confirmedAt(past) };
  });
  await sql`
    INSERT INTO draw_results (draw_id, revision, origin, outcome, confirmed_at, confirmed_by)
    SELECT draw_id, 1, 'sample', outcome, confirmed_at, ${actor}
    FROM jsonb_to_recordset(${JSON.stringify(results)}::jsonb) AS given(draw_id bigint, outcome jsonb,
      confirmed_at timestamptz)`.execute(tx);
  const prizes = programs.flatMap((past) => past.lines.map((line) => ({ draw_id: idOf(past), ...line })));
  await sql`
    INSERT INTO draw_prizes (draw_id, revision, part, tier, condition, amount, winners, winners_local, share,
      moved, carry_in, top_up, pool, paid, carry_out, remainder)
    SELECT draw_id, 1, 'main', tier, coalesce("right", 0)::text, amount, winners, winners, share, moved,
      "carryIn", "topUp", pool, paid, "carryOut", remainder
    FROM jsonb_to_recordset(${JSON.stringify(prizes)}::jsonb) AS given(draw_id bigint, tier smallint,
      "right" integer, amount bigint, winners integer, share bigint, moved bigint, "carryIn" bigint,
      "topUp" bigint, pool bigint, paid bigint, "carryOut" bigint, remainder bigint)`.execute(tx);
}

type Ids = { idOf: IdOf; matchOf: (match: NewProgramMatch) => number };

async function addMatches(tx: Tx, programs: readonly PastProgram[], { idOf, matchOf }: Ids): Promise<void> {
  const heads = programs.map((past) => ({ draw_id: idOf(past), ...programRow(past) }));
  await sql`
    INSERT INTO programs (draw_id, name, group_id, mode, result_date, round_ends, lots_at, file_hash,
      imported_by, imported_by_key)
    SELECT draw_id, name, group_id, mode, result_date, round_ends, lots_at, decode(file_hash, 'hex'),
      ${actor}, ${actor}
    FROM jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) AS given(draw_id bigint, name text,
      group_id text, mode text, result_date timestamptz, round_ends timestamptz, lots_at timestamptz,
      file_hash text)`.execute(tx);
  const matches = programs.flatMap((past) =>
    past.program.matches.map((match) => {
      const { number, kickOff, chances, odds, forecast } = match;
      return {
        draw_id: idOf(past),
        match_id: matchOf(match),
        number,
        kick_off: kickOff,
        chances,
        odds,
        forecast,
      };
    }),
  );
  await sql`
    INSERT INTO program_matches (draw_id, number, match_id, kick_off, chances, odds, forecast)
    SELECT draw_id, number, match_id, kick_off, chances, odds, forecast
    FROM jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) AS given(draw_id bigint, number smallint,
      match_id bigint, kick_off timestamptz, chances smallint[], odds integer[], forecast smallint[])
  `.execute(tx);
  const choices = programs.map((past) => ({
    ...{ draw_id: idOf(past), rows: past.rows, stakes: past.stakes, counts: past.choices.flat() },
  }));
  await sql`
    INSERT INTO program_choices (draw_id, rows, stakes, counts, counted_at)
    SELECT draw_id, rows, stakes, counts, close_date
    FROM jsonb_to_recordset(${JSON.stringify(choices)}::jsonb) AS given(draw_id bigint, rows bigint,
      stakes bigint, counts bigint[])
    JOIN draws USING (draw_id)`.execute(tx);
}

const kickOffsOf = ({ program }: PastProgram): Date[] => program.matches.map(({ kickOff }) => kickOff);

/** After the last match, and after the lots where there were some. */
function confirmedAt(past: PastProgram): Date {
  if (past.scores.every((score) => score !== null)) return resultDateOf(kickOffsOf(past));
  return lotsAtOf(roundEndOf(playDateOf(kickOffsOf(past))));
}

function drawRow(past: PastProgram) {
  const { game, number } = past.program;
  const playDate = playDateOf(kickOffsOf(past));
  const rules = poolRulesAt(game, playDate.toISOString().slice(0, 10));
  return {
    ...{ game, number, draw_date: playDate, close_date: closeDateOf(playDate), rules_id: rules.id },
    ...{ amount_row: rules.amountRow, high_win_from: rules.highWinFrom },
    player_rows_max: rules.programRowsMax,
  };
}

function programRow(past: PastProgram) {
  const { name, groupId, mode } = past.program;
  const roundEnds = roundEndOf(playDateOf(kickOffsOf(past)));
  return {
    ...{ name, group_id: groupId, mode, result_date: resultDateOf(kickOffsOf(past)) },
    ...{ round_ends: roundEnds, lots_at: lotsAtOf(roundEnds) },
    file_hash: hashOf(JSON.stringify(past.program)).toString('hex'),
  };
}
