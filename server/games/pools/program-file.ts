/**
 * Programs as a file of JSON lines brings them: one program a line, in the layout of the public services that
 * operators of pools have. Chances are worked out here once and never again.
 */
import { z } from 'zod';
import { chancesOf, outcomeTotal } from '#rules/pools/chances.ts';
import { type GroupId, groups, matchCount, type PoolId, poolIds } from '#rules/pools/games.ts';
import { groupOf, playDateOf } from '#rules/pools/program.ts';
import type { NewMatch, NumberOfSource } from '#server/fixtures/matches.ts';
import { refuse } from '#server/platform/refusal.ts';

export type NewProgramMatch = NewMatch & {
  number: number;
  kickOff: Date;
  odds: readonly number[] | null;
  forecast: readonly number[] | null;
  chances: readonly number[];
  /** By which sources know the match; the program's own number for it is the last one. */
  numbers: readonly NumberOfSource[];
};

export type NewProgram = {
  game: PoolId;
  number: number;
  name: string;
  groupId: GroupId | null;
  mode: 'own' | 'common';
  /** Left out of a program of real matches. */
  isSample?: true;
  matches: readonly NewProgramMatch[];
};

/** What others call our games. */
const products: Readonly<Record<string, PoolId>> = {
  stryktipset: 'totoeng',
  europatipset: 'totoeur',
  ...Object.fromEntries(poolIds.map((id) => [id, id])),
};

const signs = z.object({ 1: z.number(), X: z.number(), 2: z.number() });
const name = z.string().trim().min(1).max(80);

const event = z.object({
  number: z.int().min(1).max(matchCount),
  home: name,
  away: name,
  country: name,
  league: name,
  kickOff: z.iso.datetime({ offset: true }),
  odds: signs.partial().nullish(),
  tenNewspapers: signs.partial().nullish(),
  /** Of xg: the odds of 0 to 7 and more goals. */
  goalOdds: z.array(z.number()).nullish(),
  /** The numbers by which sources know the match, such as `{ "feed": "1017" }`. */
  sources: z.record(z.string().regex(/^[a-z][a-z0-9-]*$/), z.string().min(1).max(60)).nullish(),
});

const line = z.object({
  product: z.string(),
  drawNumber: z.int().min(1).max(999_999),
  comment: z.string().trim().max(80).nullish(),
  group: z.enum(groups.map(({ id }) => id)).nullish(),
  mode: z.enum(['own', 'common']).nullish(),
  /** Its matches are made up. */
  isSample: z.boolean().nullish(),
  events: z.array(event).length(matchCount),
});
type Line = z.output<typeof line>;
type Event = z.output<typeof event>;

/** Refuses with EC_INVALID_INPUT, naming the line and what is wrong with it. */
export function readPrograms(text: string): NewProgram[] {
  const lines = text.split(/\r?\n/).map((each, index) => ({ text: each.trim(), number: index + 1 }));
  const written = lines.filter((each) => each.text !== '');
  if (written.length === 0) refuseFile('The file has no program.');
  return written.map((each) => {
    try {
      return programOf(line.parse(JSON.parse(each.text)));
    } catch (error) {
      return refuseFile(`Line ${each.number}: ${faultOf(error)}.`);
    }
  });
}

function faultOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'it is no JSON';
  if (error instanceof RangeError) return error.message;
  if (!(error instanceof z.ZodError)) throw error;
  const [issue] = error.issues;
  return `${issue?.path.join('.') || 'the program'}: ${issue?.message}`;
}

function refuseFile(message: string): never {
  return refuse('EC_INVALID_INPUT', { details: { message } });
}

function programOf({ product, drawNumber, comment, group, mode, isSample, events }: Line): NewProgram {
  const game = products[product];
  if (!game) throw new RangeError(`nobody knows the product ${product}`);
  const matches = events.map((each) => matchOf(game, `${product} ${drawNumber}`, each));
  matches.sort((a, b) => a.number - b.number);
  if (matches.some(({ number }, index) => number !== index + 1))
    throw new RangeError('a number of a match is missing or twice there');
  const groupId = group ?? groupOf(game, playDateOf(matches.map(({ kickOff }) => kickOff)));
  if (game === 'xg' ? groupId !== null : groups.find(({ id }) => id === groupId)?.game !== game)
    throw new RangeError(`${groupId ?? 'no group'} is not a group of ${game}`);
  return {
    game,
    number: drawNumber,
    name: comment || `${drawNumber}`,
    groupId,
    mode: mode ?? 'own',
    ...(isSample && { isSample }),
    matches,
  };
}

function matchOf(game: PoolId, program: string, given: Event): NewProgramMatch {
  const { number, home, away, country, league, kickOff } = given;
  if (home === away) throw new RangeError(`match ${number} has one team`);
  const odds = oddsOf(game, given);
  const forecast = game === 'xg' ? null : forecastOf(given);
  const sources = Object.entries(given.sources ?? {}).map(([source, known]) => ({ source, number: known }));
  return {
    ...{ number, home, away, country, competition: league, kickOff: new Date(kickOff), odds, forecast },
    chances: chancesOf(game, { odds, forecast }),
    numbers: [...sources, { source: 'program', number: `${program} ${number}` }],
  };
}

/** In hundredths; null while nobody offers them. */
function oddsOf(game: PoolId, { number, odds, goalOdds }: Event): number[] | null {
  const offered = game === 'xg' ? (goalOdds ?? []) : signsOf(odds);
  if (offered.length === 0) return null;
  const hundredths = offered.map((each) => Math.round(100 * each));
  const isWhole = offered.length === outcomeTotal(game) && hundredths.every((each) => each > 100);
  if (!isWhole || hundredths.some((each) => each > 100_000))
    throw new RangeError(`match ${number} has odds that cannot be`);
  return hundredths;
}

/** The tips of ten newspapers times ten. */
function forecastOf({ number, tenNewspapers }: Event): number[] | null {
  const tips = signsOf(tenNewspapers);
  if (tips.length === 0) return null;
  const isWhole = tips.length === 3 && tips.every((each) => Number.isInteger(each) && each >= 0);
  if (!isWhole || tips.reduce((sum, each) => sum + each, 0) !== 10)
    throw new RangeError(`match ${number} has not the tips of ten newspapers`);
  return tips.map((each) => 10 * each);
}

const signsOf = (
  given: { 1?: number | undefined; X?: number | undefined; 2?: number | undefined } | null | undefined,
) => [given?.[1], given?.X, given?.[2]].filter((each) => each !== undefined);
