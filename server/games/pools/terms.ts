/** The terms of a program, fixed at its release and published; the seal signs their hash. */
import { createHash } from 'node:crypto';
import { systemWords } from '#rules/pools/system-words.ts';
import { systems } from '#rules/pools/systems.ts';
import { canonicalJson } from '#server/draws/seal/rules-hash.ts';
import type { Program } from './program.ts';

/** Canonical JSON: no blanks, and the keys of every object in order. */
export function termsOf(program: Program): string {
  const { game, number, name, groupId, mode, rulesId, amountRow, closeDate, matches } = program;
  return canonicalJson({
    ...{ gameId: game, number, name, ...(groupId && { groupId }), mode, rulesId, amountRow },
    closeDate: closeDate.toISOString(),
    roundEnds: program.roundEnds.toISOString(),
    lotsAt: program.lotsAt.toISOString(),
    ...(game !== 'xg' && { systems: { count: systems.length, hash: systemsHash } }),
    matches: matches.map(({ number: place, match, kickOff, chances }) => ({
      ...{ number: place, home: match.home, away: match.away, competition: match.competition },
      ...{ country: match.country, kickOff: kickOff.toISOString(), chances },
    })),
  });
}

/** A line for each system, its id and its words: `tools/pool-systems.txt`. */
const systemLines = systems.map(({ id }) => `${[id, ...systemWords(id)].join(' ')}\n`).join('');
const systemsHash = createHash('sha256').update(systemLines).digest('hex');

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
