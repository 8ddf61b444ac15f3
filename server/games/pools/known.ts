/** Outcomes of the matches of a program while it is played. */
import type { PoolMatch } from '#contract/games/pools.ts';
import { outcomeOfScore } from '#rules/pools/games.ts';
import { lotReason } from '#rules/pools/program.ts';
import type { Known } from '#rules/pools/standing.ts';
import type { Outcome } from '#server/draws/outcome.ts';
import { earliestKickOff, type MatchState } from '#server/fixtures/facts.ts';
import { matchOutcome, outcomePlace } from './outcome.ts';
import type { Program, ProgramMatch } from './program.ts';

/** `final`: those that cannot change. `now`: the same, and those of running matches by their scores. */
export type KnownOutcomes = { final: Known; now: Known };

/** @param outcome as far as it was entered */
export function knownOutcomes(program: Program, outcome: Outcome): KnownOutcomes {
  const known = program.matches.map((each) => knownOfMatch(program, each, outcome[each.number]));
  return { final: known.map((each) => each.final), now: known.map((each) => each.now) };
}

/** Outcomes as places. `awaitsLot`: no score will count, and the beacon has not spoken yet. */
export type KnownOfMatch = { final: number | null; now: number | null; awaitsLot: boolean };

/** As programs show the state of a match. */
export const shownStates: Readonly<Record<MatchState, PoolMatch['status']>> = {
  ...{ notStarted: 'notStarted', onGoing: 'onGoing', finished: 'finished' },
  ...{ abandoned: 'cancelled', postponed: 'cancelled', cancelled: 'cancelled' },
};

/** @param entered its result, as far as it was entered */
export function knownOfMatch(
  program: Program,
  { match, kickOff }: ProgramMatch,
  entered: unknown,
): KnownOfMatch {
  const { game, closedAt, closeDate, roundEnds } = program;
  const result = matchOutcome(entered);
  if (result?.kind === 'score' || result?.drawn) {
    const place = outcomePlace(game, entered);
    return { final: place, now: place, awaitsLot: false };
  }
  const begins = earliestKickOff(match.said) ?? kickOff;
  const needsLot = lotReason({ kickOff: begins, closedAt: closedAt ?? closeDate, roundEnds }) !== null;
  const awaitsLot = result?.kind === 'lot' || needsLot || shownStates[match.state] === 'cancelled';
  const isPlayed = match.state === 'onGoing' || match.state === 'finished';
  if (awaitsLot || !isPlayed || !match.score) return { final: null, now: null, awaitsLot };
  const place = outcomeOfScore(game, match.score.home, match.score.away);
  const isFinal = match.state === 'finished' && match.disputed.length === 0;
  return { final: isFinal ? place : null, now: place, awaitsLot };
}
