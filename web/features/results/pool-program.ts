/** A program of football pools as its results are shown. */
import type { ApiAnswer } from '#contract/api.ts';
import type { ProgramHead } from '#contract/games/pools.ts';
import { type PoolId, signs } from '#rules/pools/games.ts';
import { type KnownOutcome, knownOutcome } from '#rules/pools/known-outcome.ts';

type Program = ApiAnswer<'toto.program'> | ApiAnswer<'xg.program'>;
type Event = Program['events'][number];

export type PoolMatch = KnownOutcome & {
  readonly number: number;
  readonly home: string;
  readonly away: string;
  readonly status: Event['status'];
  readonly score: { readonly home: number; readonly away: number } | null;
  /** Percent for each outcome: what the lots were weighed by, and what people played. */
  readonly chances: readonly number[];
  readonly people: readonly number[] | null;
};

export type PoolProgram = Pick<
  ProgramHead,
  'programId' | 'draw' | 'status' | 'isOpen' | 'week' | 'year' | 'closeDate' | 'playDate' | 'wins' | 'account'
> &
  Pick<ProgramHead, 'standing' | 'sample'> & { readonly gameId: PoolId };

export function shownProgram(program: Program): { program: PoolProgram; matches: PoolMatch[] } {
  const { programId, draw, status, isOpen, week, year, closeDate, playDate, wins, account } = program;
  const gameId = program.gameId as PoolId;
  return {
    program: {
      ...{ gameId, programId, draw, status, isOpen, week, year, closeDate, playDate, wins },
      ...(account && { account }),
      ...(program.standing && { standing: program.standing }),
      ...(program.sample && { sample: true }),
    },
    matches: program.events.map((event) => matchOf(gameId, event)),
  };
}

function matchOf(gameId: PoolId, event: Event): PoolMatch {
  const { number, homeTeam, awayTeam, status, score, byLot } = event;
  return {
    ...{ number, home: homeTeam, away: awayTeam, status },
    score: byLot ? null : (score ?? null),
    ...knownOutcome(gameId, event),
    chances: chancesOf(event),
    people: peopleOf(event),
  };
}

const chancesOf = (event: Event): number[] =>
  'predictions' in event ? [...event.predictions] : [event.percent1, event.percentX, event.percent2];

function peopleOf(event: Event): number[] | null {
  const people = 'peopleChoice' in event ? event.peopleChoice : null;
  if (!people) return null;
  if (Array.isArray(people)) return people as number[];
  return signs.map((sign) => (people as Record<string, number>)[sign] ?? 0);
}
