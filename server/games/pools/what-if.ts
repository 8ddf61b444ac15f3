/** What marks, or favourites, would have won in the decided programs of a game. */
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { thinned } from '#rules/draws/thinned.ts';
import { matchCount, outcomesOf, type PoolId, panelsMax, poolIds, rowsMax } from '#rules/pools/games.ts';
import { combinationsOf, type Picks } from '#rules/pools/picks.ts';
import { parsePlayAddress } from '#rules/pools/play-address.ts';
import { favouritesOf, whatIf } from '#rules/pools/what-if.ts';
import { isoWeekOf } from '#rules/values/weeks.ts';
import type { Db } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { resultOf } from './outcome.ts';
import { askedYear, type PastProgram, readPastPrizes, readPastPrograms } from './past-programs.ts';
import { programIdOf } from './program-id.ts';

type Input = ApiInput<'pools.whatIf'>;
type Answer = ApiAnswer<'pools.whatIf'>;

const winsShown = 50;
const stepsShown = 60;

export async function poolWhatIf(db: Db, { params, query }: Input): Promise<Answer> {
  const game = poolIds.find((id) => id === params.gameId) ?? refuse('EC_PRODUCTTYPE_NOT_FOUND');
  const marks = query.rows === undefined ? null : marksOf(game, query.rows);
  const by = marks ? 'marks' : (query.by ?? 'chances');
  const all = await readPastPrograms(db, game, askedYear(game, query.year));
  const ids = all.map(({ drawId }) => drawId);
  const prizes = Map.groupBy(await readPastPrizes(db, ids), ({ drawId }) => drawId);
  // Without its prizes a program is not settled yet.
  const programs = all.filter(({ drawId }) => prizes.has(drawId));
  const played = programs.map((program) => ({
    rows: marks ?? favouriteRows(game, by === 'people', program),
    result: resultOf({ game }, program.outcome),
    price: program.amountRow,
    amounts: new Map(
      prizes
        .get(program.drawId)
        ?.filter(({ winners }) => winners > 0)
        .map(({ right, amount }) => [right, amount]),
    ),
  }));
  const found = whatIf(game, played);
  const [first, last] = [programs[0], programs.at(-1)];
  return {
    ...{ gameId: game, by, programs: found.programs, leftOut: found.leftOut, best: [...found.best] },
    samples: programs.filter(({ isSample }) => isSample).length,
    ...(first && last && { from: first.plannedDate, to: last.plannedDate }),
    summed: { paid: found.paid, won: found.won },
    winCount: found.wins.length,
    wins: found.wins
      .slice(-winsShown)
      .reverse()
      .map(({ place, right, rows, amount }) => {
        const { number, plannedDate, drawDate } = programs[place] as PastProgram;
        return {
          ...{ programId: programIdOf({ game, number }), ...isoWeekOf(plannedDate) },
          ...{ playDate: drawDate.toISOString(), correctCount: right, rows },
          ...(amount !== null && { amount }),
        };
      }),
    steps: thinned(found.steps, stepsShown),
  };
}

/** Throws EC_INVALID_INPUT for what no coupon could hold. */
function marksOf(game: PoolId, spelled: string): readonly Picks[] {
  const rows = parsePlayAddress(game, { rows: spelled })?.rows ?? [];
  const count = rows.reduce((sum, picks) => sum + combinationsOf(picks), 0);
  if (count === 0 || count > rowsMax || rows.length > panelsMax)
    refuse('EC_INVALID_INPUT', { issues: { query: [{ path: ['rows'], message: 'invalidWager' }] } });
  return rows;
}

/** One row of the likeliest outcomes, or of what most people chose. */
function favouriteRows(game: PoolId, isPeople: boolean, { chances, choices }: PastProgram): Picks[] {
  const width = outcomesOf(game).length;
  const chosen = choices
    ? Array.from({ length: matchCount }, (_, match) => choices.slice(match * width, (match + 1) * width))
    : [];
  const row = favouritesOf(isPeople ? chosen : chances);
  return row ? [row] : [];
}
