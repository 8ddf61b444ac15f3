import { makeKeyFile } from '#server/operators/key-file.ts';
import type { Answer, Command, Input } from './command.ts';
import { nameOf } from './persons.ts';

function makeKey({ args: [name = '', file = ''] }: Input): Answer {
  const operator = nameOf('NAME', name);
  const publicKey = makeKeyFile(file, operator);
  return {
    json: { operator, file, publicKey },
    text: `The key of ${operator} is in ${file}: keep it to yourself. Two operators add you by\n${publicKey}`,
  };
}

export const command = {
  words: 'operator key',
  usage: 'NAME FILE',
  summary: 'Makes a key of one’s own, on one’s own machine, and prints its public half; needs no database',
  args: [2, 2],
  options: {},
  role: 'reads',
  logged: false,
  offline: makeKey,
  run: async (_, input) => makeKey(input),
} satisfies Command;
