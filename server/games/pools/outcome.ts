/**
 * The outcome of a program, by the number of the match: the score after regular time (`2-1`), or the lot
 * (`lot 77 2`: its unit, and what that stands for). Before the beacon has spoken a lot is `lot` alone.
 */
import { matchCount, outcomeOfScore, outcomesOf, type PoolId, voidLotCount } from '#rules/pools/games.ts';
import { lotReason } from '#rules/pools/program.ts';
import { type Draw, nameOf } from '#server/draws/draw.ts';
import type { DrawKind, Outcome, ResultOptions } from '#server/draws/kind.ts';
import { earliestKickOff } from '#server/fixtures/facts.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { refuse } from '#server/platform/refusal.ts';
import { beaconOf, drawnLot } from './lots.ts';
import { type Program, type ProgramMatch, programOf } from './program.ts';

/** What is known of one match. */
export type MatchOutcome =
  | { kind: 'score'; home: number; away: number }
  /** Null until the beacon has spoken. */
  | { kind: 'lot'; drawn: { unit: number; outcome: string } | null };

const places = Array.from({ length: matchCount }, (_, index) => String(index + 1));

/** `--results 1:2-1,5:lot` */
export const resultOptions: ResultOptions = {
  usage: '--results 1:2-1,5:lot',
  options: { results: { help: 'matches with their scores after regular time, or lot', required: true } },
  read({ results = '' }) {
    const pairs = results.split(',').map((pair) => pair.split(':'));
    const names = pairs.map(([place]) => place);
    if (pairs.some(({ length }) => length !== 2)) return '--results is a list such as 1:2-1,5:lot.';
    if (new Set(names).size < names.length) return '--results names a match twice.';
    return Object.fromEntries(pairs);
  },
};

/** Null where it is no result. */
export function matchOutcome(text: unknown): MatchOutcome | null {
  const [, home, away] = /^(\d{1,2})-(\d{1,2})$/.exec(String(text)) ?? [];
  if (home !== undefined) return { kind: 'score', home: Number(home), away: Number(away) };
  const [lot, unit, outcome] = /^lot(?: (\d{1,3}) (\S+))?$/.exec(String(text)) ?? [];
  if (lot === undefined) return null;
  return { kind: 'lot', drawn: unit && outcome ? { unit: Number(unit), outcome } : null };
}

export const readOutcome: DrawKind['readOutcome'] = async (db, draw, entered) => {
  const program = await programOf(db, draw.drawId);
  const unknown = Object.keys(entered).find((place) => !places.includes(place));
  if (unknown !== undefined) refuseResult(`There is no match ${unknown}.`);
  const beacon = await beaconOf(db, draw.drawId);
  const now = await databaseNow(db);
  const read: Record<string, string> = {};
  for (const match of program.matches) {
    const place = String(match.number);
    if (!(place in entered)) continue;
    const result =
      matchOutcome(entered[place]) ?? refuseResult(`Match ${place} has no score ${entered[place]}.`);
    refuseUnready(program, match, result, now);
    read[place] = result.kind === 'score' ? `${result.home}-${result.away}` : lotText(program, match, beacon);
  }
  return read;
};

function lotText(program: Program, { number, chances }: ProgramMatch, beacon: Buffer | null): string {
  if (!beacon) return 'lot';
  const { unit, place } = drawnLot({ beacon, program: nameOf(program), match: number, chances });
  return `lot ${unit} ${outcomesOf(program.game)[place]}`;
}

/** A result that comes too soon, or that the match cannot have. */
function refuseUnready(
  program: Program,
  { number, match }: ProgramMatch,
  result: MatchOutcome,
  now: Date,
): void {
  if (match.disputed.length > 0)
    refuseResult(
      `Match ${number}: sources differ in ${match.disputed.join(', ')}; two persons decide first.`,
    );
  if (result.kind === 'lot') return;
  const kickOff = earliestKickOff(match.said);
  if (!kickOff || kickOff > now) refuseResult(`Match ${number} has not begun.`);
  const { closedAt, roundEnds } = program;
  const reason = lotReason({ kickOff, closedAt: closedAt ?? program.closeDate, roundEnds });
  if (reason === 'early')
    refuseResult(
      `Match ${number} began at ${kickOff.toISOString()}, before the sale had ended: it needs a lot.`,
    );
  if (reason === 'late')
    refuseResult(`Match ${number} began at ${kickOff.toISOString()}, after the round: it needs a lot.`);
}

function refuseResult(message: string): never {
  return refuse('EC_TICKET_INVALID_SELECTIONS', { details: { message } });
}

export const missing: DrawKind['missing'] = (_, outcome) => {
  const results = Object.entries(outcome).map(([place, text]) => ({ place, result: matchOutcome(text) }));
  const lots = results.filter(({ result }) => result?.kind === 'lot');
  if (lots.length >= voidLotCount)
    return `${lots.length} matches need a lot: the program is void, and draw cancel gives the stakes back.`;
  const left = places.filter((place) => !(place in outcome));
  if (left.length > 0) return `matches ${left.join(', ')} have no result.`;
  const waiting = lots.filter(({ result }) => result?.kind === 'lot' && !result.drawn);
  if (waiting.length === 0) return null;
  return `matches ${waiting.map(({ place }) => place).join(', ')} wait for their lots: program lots.`;
};

/** Where the sources say otherwise: they cannot differ among themselves here. */
export const lookAt: DrawKind['lookAt'] = async (tx, draw, outcome) => {
  const { matches } = await programOf(tx, draw.drawId);
  const differing = matches.flatMap(({ number, match }) => {
    const result = matchOutcome(outcome[number]);
    const { score, state } = match;
    if (!result || !score || state !== 'finished') return [];
    const isSame = result.kind === 'score' && result.home === score.home && result.away === score.away;
    return isSame ? [] : [{ number, entered: outcome[number], sources: `${score.home}-${score.away}` }];
  });
  if (differing.length === 0) return null;
  const said = differing.map(
    ({ number, entered, sources }) => `match ${number} is ${entered}, sources say ${sources}`,
  );
  return { message: `${nameOf(draw)}: ${said.join('; ')}.`, detail: { differing } };
};

export const factsOf: NonNullable<DrawKind['factsOf']> = (outcome) =>
  Object.entries(outcome).map(([name, value]) => ({ name, value: String(value) }));

export const signedLines: DrawKind['signedLines'] = (outcome) =>
  places.filter((place) => place in outcome).map((place) => `match ${place} ${String(outcome[place])}`);

/** Of each match the place of its outcome among those that can be played. */
export function resultOf(draw: Pick<Draw, 'game'>, outcome: Outcome): number[] {
  const game = draw.game as PoolId;
  return places.map((place) => outcomePlace(game, outcome[place]));
}

/** Throws where the match has no result yet: a program is confirmed with all of them. */
export function outcomePlace(game: PoolId, text: unknown): number {
  const result = matchOutcome(text);
  if (result?.kind === 'score') return outcomeOfScore(game, result.home, result.away);
  const place = result?.drawn ? outcomesOf(game).indexOf(result.drawn.outcome) : -1;
  if (place < 0) throw new RangeError(`${String(text)} is no result of a match`);
  return place;
}
