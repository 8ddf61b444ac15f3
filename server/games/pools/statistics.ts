/** Statistics of a game's decided programs: outcomes by match, right favourites, prizes. */
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { matchCount, outcomesOf, type PoolId, poolIds } from '#rules/pools/games.ts';
import { isoWeekOf } from '#rules/values/weeks.ts';
import type { Db } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { matchOutcome, outcomePlace } from './outcome.ts';
import {
  askedYear,
  type PastPrize,
  type PastProgram,
  readPastPrizes,
  readPastPrograms,
} from './past-programs.ts';
import { programIdOf } from './program-id.ts';

type Answer = ApiAnswer<'pools.statistics'>;

const largestMax = 10;

export async function poolStatistics(
  db: Db,
  { params, query }: ApiInput<'pools.statistics'>,
): Promise<Answer> {
  const game = poolIds.find((id) => id === params.gameId) ?? refuse('EC_PRODUCTTYPE_NOT_FOUND');
  const year = askedYear(game, query.year);
  const programs = await readPastPrograms(db, game, year);
  const prizes = await readPastPrizes(
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

function periodOf(programs: readonly PastProgram[]): Pick<Answer, 'programs' | 'samples' | 'from' | 'to'> {
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
  programs: readonly PastProgram[],
): Pick<Answer, 'matches' | 'expected' | 'favourite' | 'people' | 'lots'> {
  const width = outcomesOf(game).length;
  const matches = Array.from({ length: matchCount }, () => new Array<number>(width).fill(0));
  const percent = new Array<number>(width).fill(0);
  const favourite = { right: 0, of: 0 };
  const people = { right: 0, of: 0 };
  let lots = 0;
  for (const { outcome, chances, choices } of programs) {
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
      const chosen = choices?.slice(index * width, (index + 1) * width) ?? [];
      const most = Math.max(0, ...chosen);
      if (most > 0) people.of += 1;
      if (most > 0 && chosen[place] === most) people.right += 1;
    }
  }
  return {
    matches: matches.map((counts, index) => ({ number: index + 1, counts })),
    expected: percent.map((sum) => Math.round(sum / 10) / 10),
    favourite,
    people,
    lots,
  };
}

function prizesOf(
  game: PoolId,
  programs: readonly PastProgram[],
  prizes: readonly PastPrize[],
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

const paidOf = (prizes: readonly PastPrize[]): number =>
  prizes.reduce((sum, { amount, winners }) => sum + amount * winners, 0);
const rowsOf = (prizes: readonly PastPrize[]): number =>
  prizes.reduce((sum, { winners }) => sum + winners, 0);

function tierOf(correctCount: number, prizes: readonly PastPrize[]): Answer['tiers'][number] {
  const winners = rowsOf(prizes);
  const local = prizes.reduce((sum, prize) => sum + prize.local, 0);
  return {
    ...{ correctCount, winnerCount: winners, winnerCountLocal: local },
    ...(winners > 0 && { amountWinner: Math.floor(paidOf(prizes) / winners) }),
  };
}

function yearOf(year: number, prizes: readonly PastPrize[]): Answer['years'][number] {
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
