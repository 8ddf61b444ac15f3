/** What a match counts as while a program is played (docs/rules/pools.md, "While matches are played"). */
import { expect, test } from 'vitest';
import type { MatchState } from '#server/fixtures/facts.ts';
import { type KnownOfMatch, knownOfMatch } from './known.ts';
import type { Program, ProgramMatch } from './program.ts';

const kickOff = new Date('2026-09-19T11:30:00Z');
const program = {
  game: 'totoeng',
  closedAt: null,
  closeDate: new Date('2026-09-19T11:29:00Z'),
  roundEnds: new Date('2026-09-21T12:00:00Z'),
} as Program;

type Options = { state?: MatchState; score?: object | null; disputed?: string[]; begins?: string };

function match(options: Options): ProgramMatch {
  const { state = 'finished', score = { home: 2, away: 2 }, disputed = [], begins } = options;
  return {
    number: 1,
    kickOff: begins ? new Date(begins) : kickOff,
    match: { state, score, disputed, said: [] },
  } as never;
}

const draw = 1;
const awaitsLot: KnownOfMatch = { final: null, now: null, awaitsLot: true };
const nothing: KnownOfMatch = { final: null, now: null, awaitsLot: false };

test.each<[string, Options, unknown, KnownOfMatch]>([
  ['ended', {}, undefined, { final: draw, now: draw, awaitsLot: false }],
  [
    'ended, and sources differ',
    { disputed: ['score'] },
    undefined,
    { final: null, now: draw, awaitsLot: false },
  ],
  ['running', { state: 'onGoing' }, undefined, { final: null, now: draw, awaitsLot: false }],
  ['running without a score', { state: 'onGoing', score: null }, undefined, nothing],
  ['not begun', { state: 'notStarted' }, undefined, nothing],
  ['decided otherwise than its score', {}, '0-1', { final: 2, now: 2, awaitsLot: false }],
  ['decided by lot', {}, 'lot 7 1', { final: 0, now: 0, awaitsLot: false }],
  ['waiting for the beacon', {}, 'lot', awaitsLot],
  ['abandoned', { state: 'abandoned' }, undefined, awaitsLot],
  // Nobody may have guessed a match that had begun, and the round does not wait.
  ['begun before the sale ended', { begins: '2026-09-19T11:28:59Z' }, undefined, awaitsLot],
  ['begun after the round', { begins: '2026-09-21T12:00:01Z' }, undefined, awaitsLot],
])('a match that is %s', (_, options, entered, known) => {
  expect(knownOfMatch(program, match(options), entered)).toEqual(known);
});
