/** Statistics of a game's decided programs: outcomes by match, right favourites, prizes. */
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { firstYears, matchCount, outcomesOf, type PoolId, poolIds } from '#rules/pools/games.ts';
import { isoWeekOf } from '#rules/values/weeks.ts';
import type { Outcome } from '#server/draws/outcome.ts';
import type { Db } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { matchOutcome, outcomePlace } from './outcome.ts';
import { programIdOf } from './program-id.ts';

type Answer = ApiAnswer<'pools.statistics'>;

const largestMax = 10;

export async function poolStatistics(
  db: Db,
  { params, query }: ApiInput<'pools.statistics'>,
): Promise<Answer> {
  const game = poolIds.find((id) => id === params.gameId) ?? refuse('EC_PRODUCTTYPE_NOT_FOUND');
  const year = askedYear(game, query.year);
  const programs = (await readPrograms(db, game)).filter(
    ({ plannedDate }) => year === null || isoWeekOf(plannedDate).year === year,
  );
  const prizes = await readPrizes(
    db,
    programs.map(({ drawId }) => drawId),
  );
  return {
    ...{ gameId: game, ...(year !== null && { year }), outcomes: [...outcomesOf(game)] },
    ...periodOf(programs),
    ...countsOf(game, programs),
    ...prizesOf(game, programs, prizes),
  };
}

/** Null for all of them. */
function askedYear(game: PoolId, asked: string | undefined): number | null {
  if (asked === undefined || asked === 'all') return null;
  const year = /^\d{4}$/.test(asked) ? Number(asked) : 0;
  const issues = { query: [{ path: ['year'], message: 'invalidDate' }] };
  return year >= firstYears[game] && year <= 9998 ? year : refuse('EC_INVALID_INPUT', { issues });
}

type Row = {
  drawId: number;
  number: number;
  plannedDate: string;
  drawDate: Date;
  isSample: boolean;
  outcome: Outcome;
  /** Of each match, in their order. */
  chances: number[][];
};

async function readPrograms(db: Db, game: PoolId): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT d.draw_id AS "drawId", d.number, d.planned_date AS "plannedDate", d.draw_date AS "drawDate",
      d.origin = 'sample' AS "isSample", r.outcome,
      (SELECT json_agg(m.chances ORDER BY m.number) FROM program_matches m
       WHERE m.draw_id = d.draw_id) AS chances
    FROM draws d JOIN draw_results r ON r.draw_id = d.draw_id AND r.revision = 1
    WHERE d.game = ${game} AND d.state <> 'cancelled'
    ORDER BY d.draw_date`.execute(db);
  return rows;
}

function periodOf(programs: readonly Row[]): Pick<Answer, 'programs' | 'samples' | 'from' | 'to'> {
  const [first, last] = [programs[0], programs.at(-1)];
  return {
    programs: programs.length,
    samples: programs.filter(({ isSample }) => isSample).length,
    ...(first && last && { from: first.plannedDate, to: last.plannedDate }),
  };
}

/** Lots are left out: they follow the chances, not the matches. */
function countsOf(
  game: PoolId,
  programs: readonly Row[],
): Pick<Answer, 'matches' | 'expected' | 'favourite' | 'lots'> {
  const width = outcomesOf(game).length;
  const matches = Array.from({ length: matchCount }, () => new Array<number>(width).fill(0));
  const percent = new Array<number>(width).fill(0);
  const favourite = { right: 0, of: 0 };
  let lots = 0;
  for (const { outcome, chances } of programs) {
    for (const [index, counts] of matches.entries()) {
      const text = outcome[index + 1];
      if (matchOutcome(text)?.kind !== 'score') {
        lots += 1;
        continue;
      }
      const place = outcomePlace(game, text);
      const shares = chances[index] ?? [];
      counts[place] = (counts[place] ?? 0) + 1;
      for (const [each, share] of shares.entries()) percent[each] = (percent[each] ?? 0) + share;
      favourite.of += 1;
      if (shares[place] === Math.max(...shares)) favourite.right += 1;
    }
  }
  return {
    matches: matches.map((counts, index) => ({ number: index + 1, counts })),
    expected: percent.map((sum) => Math.round(sum / 10) / 10),
    favourite,
    lots,
  };
}

type Prize = { drawId: number; right: number; amount: number; winners: number; local: number };

/** A tier that nobody reached is called 0. */
async function readPrizes(db: Db, drawIds: readonly number[]): Promise<Prize[]> {
  const { rows } = await sql<Prize>`
    SELECT draw_id AS "drawId", condition::integer AS right, amount, winners, winners_local AS local
    FROM draw_prizes
    WHERE draw_id = ANY (${[...drawIds]}::bigint[]) AND revision = 1 AND part = 'main'
    ORDER BY draw_id, tier`.execute(db);
  return rows;
}

function prizesOf(
  game: PoolId,
  programs: readonly Row[],
  prizes: readonly Prize[],
): Pick<Answer, 'tiers' | 'years' | 'largest'> {
  const byId = new Map(programs.map((program) => [program.drawId, program]));
  const dated = prizes.flatMap((prize) => {
    const program = byId.get(prize.drawId);
    return program ? [{ ...prize, ...isoWeekOf(program.plannedDate), program }] : [];
  });
  const rights = [...new Set(prizes.map(({ right }) => right))].filter((right) => right > 0);
  const years = [...new Set(dated.map(({ year }) => year))].toSorted((a, b) => b - a);
  return {
    tiers: rights
      .toSorted((a, b) => b - a)
      .map((right) =>
        tierOf(
          right,
          dated.filter((prize) => prize.right === right),
        ),
      ),
    years: years.map((year) =>
      yearOf(
        year,
        dated.filter((prize) => prize.year === year),
      ),
    ),
    largest: dated
      .filter(({ winners, amount }) => winners > 0 && amount > 0)
      .toSorted((a, b) => b.amount - a.amount)
      .slice(0, largestMax)
      .map(({ right, amount, winners, year, week, program }) => ({
        ...{ programId: programIdOf({ game, number: program.number }), week, year },
        ...{ playDate: program.drawDate.toISOString(), correctCount: right, amount, winners },
      })),
  };
}

const paidOf = (prizes: readonly Prize[]): number =>
  prizes.reduce((sum, { amount, winners }) => sum + amount * winners, 0);
const rowsOf = (prizes: readonly Prize[]): number => prizes.reduce((sum, { winners }) => sum + winners, 0);

function tierOf(correctCount: number, prizes: readonly Prize[]): Answer['tiers'][number] {
  const winners = rowsOf(prizes);
  const local = prizes.reduce((sum, prize) => sum + prize.local, 0);
  return {
    ...{ correctCount, winnerCount: winners, winnerCountLocal: local },
    ...(winners > 0 && { amountWinner: Math.floor(paidOf(prizes) / winners) }),
  };
}

function yearOf(year: number, prizes: readonly Prize[]): Answer['years'][number] {
  return {
    year,
    programs: new Set(prizes.map(({ drawId }) => drawId)).size,
    // A tier that fell away paid nobody.
    winnerCount: rowsOf(prizes.filter(({ amount }) => amount > 0)),
    firstPrizes: rowsOf(prizes.filter(({ right }) => right === matchCount)),
    amountTotal: paidOf(prizes),
    largest: Math.max(0, ...prizes.filter(({ winners }) => winners > 0).map(({ amount }) => amount)),
  };
}
