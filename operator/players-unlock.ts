import { refuse } from '#server/platform/refusal.ts';
import { findPlayer } from '#server/players/account/find.ts';
import { unlockSignIn } from '#server/players/sign-in/unlock.ts';
import { type Command, reasonOf } from './command.ts';

export const command = {
  words: 'players unlock',
  usage: 'ID --reason WHY',
  summary: 'Opens sign-in after wrong passwords; a break or a closing stands; ID is an id or a user name',
  args: [1, 1],
  options: {},
  role: 'players',
  logged: true,
  async run(context, { args }) {
    reasonOf(context);
    const { config, database } = context;
    const player = (await findPlayer(database.db, args[0] ?? '')) ?? refuse('EC_USER_NOT_FOUND');
    const parts = { db: database.db, secret: config.secrets.session };
    const closedUntil = await unlockSignIn(parts, player);
    const { username, lockedUntil } = player;
    const did = closedUntil
      ? `${username} was closed until ${closedUntil.toISOString()} and may sign in now.`
      : `${username} was not closed; wrong passwords are forgotten.`;
    const stands = lockedUntil
      ? ` The break until ${lockedUntil.toISOString()} stands: nobody ends or shortens it.`
      : '';
    return {
      json: { playerId: String(player.playerId), username, unlocked: closedUntil !== null, lockedUntil },
      text: did + stands,
    };
  },
} satisfies Command;
