import { clockFace } from './clock.ts';
import type { Command } from './command.ts';

export const command = {
  words: 'clock show',
  usage: '',
  summary: 'Domain time, and how far it runs ahead of the real clock',
  args: [0, 0],
  options: {},
  role: 'reads',
  logged: false,
  run: ({ database }) => clockFace(database.db),
} satisfies Command;
