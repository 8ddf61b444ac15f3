import type { ProgramMatch } from '#server/games/pools/program.ts';
import type { Command } from './command.ts';
import { programArgument } from './program-arguments.ts';
import { table } from './table.ts';

export const command = {
  words: 'program show',
  usage: 'GAME PROGRAM',
  summary: 'The matches of a program, with what is known of them',
  args: [2, 2],
  options: {},
  role: 'reads',
  logged: false,
  async run(context, input) {
    const program = await programArgument(context, input);
    const { game, number, name, groupId, mode, state, closeDate, resultDate, roundEnds, lotsAt } = program;
    const head = { game, number, name, groupId, mode, state, closeDate, resultDate, roundEnds, lotsAt };
    const rows = program.matches.map(rowOf);
    return {
      json: { ...head, termsHash: program.termsHash?.toString('hex') ?? null, matches: program.matches },
      text: [
        `${game} ${number} ${name}: ${state}, closes ${closeDate.toISOString()}, own pool: ${mode === 'own'}`,
        table(['', 'match', 'kick-off', 'state', 'score', 'chances', ''], rows),
      ].join('\n'),
    };
  },
} satisfies Command;

function rowOf({ number, chances, match }: ProgramMatch): string[] {
  const { home, away, kickOff, state, score, disputed } = match;
  return [
    String(number),
    `${home} – ${away}`,
    kickOff?.toISOString().slice(0, 16).replace('T', ' ') ?? '',
    state,
    score ? `${score.home}-${score.away}` : '',
    chances.join(' '),
    disputed.length > 0 ? `sources differ: ${disputed.join(', ')}` : '',
  ];
}
