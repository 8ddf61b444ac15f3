import { transaction } from '#server/platform/database.ts';
import { createLoadPlayers } from '#server/players/create-players.ts';
import { hashPassword } from '#server/players/passwords/password.ts';
import { type Command, textOption, wholeNumber } from './command.ts';

const cookieName = 'next-auth.session-token';
const countMax = 1_000_000;
const batch = 10_000;

export const command = {
  words: 'players create',
  usage: '--count N --balance KR [--sessions] [--password TEXT]',
  summary: 'Players for load tests, with a ready session cookie each when asked; sandbox only',
  args: [0, 0],
  options: {
    count: { type: 'string', help: 'how many', required: true },
    balance: { type: 'string', help: 'whole krónur for each', required: true },
    sessions: { type: 'boolean', help: 'sign each in and print the cookie' },
    password: { type: 'string', help: 'one password for all of them; none unless asked', secret: true },
  },
  role: 'players',
  logged: true,
  sandboxOnly: true,
  async run({ database, progress }, input) {
    const count = wholeNumber(textOption(input, 'count'), '--count', 1, countMax);
    const balance = wholeNumber(textOption(input, 'balance'), '--balance', 0, 1_000_000_000);
    const password = textOption(input, 'password');
    const passwordHash = password === undefined ? {} : { passwordHash: await hashPassword(password) };
    const sessions = input.options['sessions'] === true;
    const players: { username: string; playerId: string; cookie?: string }[] = [];
    while (players.length < count) {
      progress(`${players.length} of ${count} players`);
      const wanted = { count: Math.min(batch, count - players.length), balance, sessions, ...passwordHash };
      const made = await transaction(database.db, (tx) => createLoadPlayers(tx, wanted));
      for (const { username, playerId, token } of made) {
        players.push({
          username,
          playerId: String(playerId),
          ...(token && { cookie: `${cookieName}=${token}` }),
        });
      }
    }
    const lines = players.map((player) =>
      [player.username, player.playerId, player.cookie].filter(Boolean).join('  '),
    );
    return { json: { players }, text: lines.join('\n') };
  },
} satisfies Command;
