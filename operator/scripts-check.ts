import { resolve } from 'node:path';
import { checkScripts } from '#server/http/scripts.ts';
import type { Command } from './command.ts';

export const command = {
  words: 'scripts check',
  usage: '',
  summary: 'Every script that pages may load, with its hash, and whether what is served is still that',
  args: [0, 0],
  options: {},
  role: 'reads',
  logged: false,
  async run() {
    const { listed, differing } = await checkScripts(resolve(import.meta.dirname, '../build'));
    const lines = Object.entries(listed).map(([name, sha256]) => `${sha256}  ${name}`);
    const said =
      differing.length === 0 ? 'What is served is what was built.' : `NOT AS BUILT: ${differing.join(', ')}`;
    return { json: { listed, differing }, text: [...lines, said].join('\n'), failed: differing.length > 0 };
  },
} satisfies Command;
