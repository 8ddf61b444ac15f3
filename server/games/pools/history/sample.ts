/**
 * An invented past of the pools, so that results and statistics are alive: invented sales and people's choice
 * around matches of the sample seasons, real prize arithmetic, carry from program to program. The same
 * matches always give the same past.
 */
import { matchCount, outcomesOf, type PoolId } from '#rules/pools/games.ts';
import { type PoolLine, poolPrizes } from '#rules/pools/prizes.ts';
import { playDateOf } from '#rules/pools/program.ts';
import { countedRights } from '#rules/pools/results.ts';
import { poolRulesAt } from '#rules/pools/versions.ts';
import { type Isk, noKronur, times } from '#rules/values/money.ts';
import { poisson } from '#rules/values/poisson.ts';
import { type NextUint32, randomBelow } from '#rules/values/random.ts';
import { drawnLot } from '../lots.ts';
import { outcomePlace } from '../outcome.ts';
import type { NewProgram } from '../program-file.ts';

/** Of each match; null where it was not played in its round. */
export type Scores = readonly ({ home: number; away: number } | null)[];
export type Played = { program: NewProgram; scores: Scores };

export type PastProgram = {
  program: NewProgram;
  scores: Scores;
  /** As `draw_results` keeps it. */
  outcome: Record<string, string>;
  rows: number;
  stakes: Isk;
  /** Rows by match and outcome. */
  choices: number[][];
  lines: readonly PoolLine[];
};

/** Rows of an ordinary program; then up to a fifth fewer or more. */
const usualRows: Readonly<Record<PoolId, number>> = { totoeng: 240_000, totoeur: 120_000, xg: 60_000 };

/** Programs of one game, oldest first. */
export function samplePast(programs: readonly Played[], random: NextUint32): PastProgram[] {
  let carryIn: Isk = noKronur;
  return programs.map((played, index) => {
    const past = pastOf(played, { carryIn, mayBeWon: index < programs.length - 1 }, random);
    carryIn = past.lines[0]?.carryOut ?? noKronur;
    return past;
  });
}

/** The newest leaves the first prize unwon: a newcomer finds a pot that has grown. */
type Left = { carryIn: Isk; mayBeWon: boolean };

function pastOf({ program, scores }: Played, { carryIn, mayBeWon }: Left, random: NextUint32): PastProgram {
  const { game, matches } = program;
  const date = playDateOf(matches.map(({ kickOff }) => kickOff));
  const rules = poolRulesAt(game, date.toISOString().slice(0, 10));
  const rows = Math.floor((usualRows[game] * (80 + randomBelow(41, random))) / 100);
  const choices = matches.map(({ chances }) => choiceOf(chances, rows, random));
  const outcome = outcomeOf(program, scores, random);
  const rightShares = choices.map(
    (counts, match) => (counts[outcomePlace(game, outcome[match + 1])] ?? 0) / rows,
  );
  const byRight = rightChances(rightShares);
  const winners = countedRights(game).map((right) =>
    right < matchCount || mayBeWon ? poisson(rows * (byRight[right] ?? 0), random) : 0,
  );
  const stakes = times(rules.amountRow, rows);
  const { lines } = poolPrizes({ rules, sales: stakes, winners, carryIn, held: noKronur });
  return { program, scores, outcome, rows, stakes, choices, lines };
}

/** People follow the chances, a fifth more or less. */
function choiceOf(chances: readonly number[], rows: number, random: NextUint32): number[] {
  const weights = chances.map((chance) => chance * (80 + randomBelow(41, random)));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let [reached, given] = [0, 0];
  return weights.map((weight) => {
    reached += weight;
    const upTo = Math.floor((rows * reached) / all);
    const count = upTo - given;
    given = upTo;
    return count;
  });
}

function outcomeOf(
  { game, number, matches }: NewProgram,
  scores: Scores,
  random: NextUint32,
): Record<string, string> {
  const beacon = Buffer.alloc(4);
  beacon.writeUInt32BE(random());
  const entries = matches.map(({ number: match, chances }, index) => {
    const score = scores[index];
    if (score) return [match, `${score.home}-${score.away}`];
    const { unit, place } = drawnLot({ beacon, program: `${game} ${number}`, match, chances });
    return [match, `lot ${unit} ${outcomesOf(game)[place]}`];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

/** The chance of each number of right matches, where each match is right with its own chance. */
export function rightChances(shares: readonly number[]): number[] {
  let chances = [1];
  for (const share of shares)
    chances = Array.from(
      { length: chances.length + 1 },
      (_, right) => (chances[right] ?? 0) * (1 - share) + (chances[right - 1] ?? 0) * share,
    );
  return chances.slice(0, matchCount + 1);
}
