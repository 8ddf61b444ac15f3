import { type Fact, type MatchState, matchStates } from '#server/fixtures/facts.ts';
import { linkNumber } from '#server/fixtures/matches.ts';
import { decideFact } from '#server/fixtures/report.ts';
import { transaction } from '#server/platform/database.ts';
import { type Command, type Input, textOption, UsageError } from './command.ts';
import { programMatchArgument } from './program-arguments.ts';

const scores = { score: 'score', 'extra-time': 'extraTime', 'shoot-out': 'shootOut' } as const;

export const command = {
  words: 'program match',
  usage: 'GAME PROGRAM MATCH [--link SOURCE=NUMBER] [--state STATE] [--score 2-1]',
  summary:
    'Says by which number a source knows a match, or what is true of it where sources differ: it holds ' +
    'once another person says the same',
  args: [3, 3],
  options: {
    link: { type: 'string', help: 'the number by which a source knows the match' },
    state: { type: 'string', help: matchStates.join(', ') },
    score: { type: 'string', help: 'after regular time' },
    'extra-time': { type: 'string', help: 'the score after extra time' },
    'shoot-out': { type: 'string', help: 'the score of the shoot-out' },
  },
  actor: 'required',
  role: 'draws',
  logged: true,
  async run(context, input) {
    const { program, match } = await programMatchArgument(context, input);
    const { matchId } = match.match;
    const [link, facts, { actor }] = [linkOf(input), factsOf(input), context];
    if (!link && facts.length === 0) throw new UsageError('Nothing is said of the match.');
    const decided = await transaction(context.database.db, async (tx) => {
      if (link) await linkNumber(tx, matchId, link, actor);
      const all = [];
      for (const fact of facts) all.push((await decideFact(tx, { matchId, fact, actor })).decided);
      return all.every((each) => each);
    });
    const name = `Match ${match.number} of ${program.game} ${program.number}`;
    const json = {
      ...{ game: program.game, program: program.number, match: match.number, matchId },
      ...(link && { linked: link }),
      ...(facts.length > 0 && { decided }),
    };
    const said = [
      ...(link ? [`${name}: ${link.source} means it by its number ${link.number}.`] : []),
      ...(facts.length > 0 ? [decidedText(name, decided)] : []),
    ];
    return { json, text: said.join('\n') };
  },
} satisfies Command;

const decidedText = (name: string, decided: boolean) =>
  decided ? `${name}: done.` : `${name}: it holds once another person says the same.`;

function linkOf(input: Input): { source: string; number: string } | null {
  const text = textOption(input, 'link');
  if (text === undefined) return null;
  const [, source, number] = /^([a-z][a-z0-9-]*)=(\S+)$/.exec(text) ?? [];
  if (!source || !number) throw new UsageError('--link is SOURCE=NUMBER.');
  return { source, number };
}

function factsOf(input: Input): Fact[] {
  const facts: Fact[] = [];
  const state = textOption(input, 'state');
  if (state !== undefined && !(matchStates as readonly string[]).includes(state))
    throw new UsageError(`--state is one of ${matchStates.join(', ')}.`);
  if (state !== undefined) facts.push({ kind: 'state', state: state as MatchState });
  for (const [option, kind] of Object.entries(scores)) {
    const text = textOption(input, option);
    if (text === undefined) continue;
    const [, home, away] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
    if (!home || !away) throw new UsageError(`--${option} is a score such as 2-1.`);
    facts.push({ kind, home: Number(home), away: Number(away) });
  }
  return facts;
}
