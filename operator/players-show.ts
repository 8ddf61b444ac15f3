import { refuse } from '#server/platform/refusal.ts';
import { findPlayer } from '#server/players/find.ts';
import type { Command } from './command.ts';
import { amount } from './table.ts';

export const command = {
  words: 'players show',
  usage: 'ID',
  summary: 'One player: account, limits, exclusions; ID is an id or a user name',
  args: [1, 1],
  options: {},
  logged: true,
  async run({ database }, { args }) {
    const player = (await findPlayer(database.db, args[0] ?? '')) ?? refuse('EC_USER_NOT_FOUND');
    const lines = [
      ['player', `${player.playerId} ${player.username}${player.demo ? ' (demo)' : ''}`],
      ['name', `${player.firstName} ${player.lastName}`],
      ['national id', player.nationalId ?? '-'],
      ['since', player.createdAt.toISOString()],
      ['balance', `${amount(player.balance)} kr.`],
      ['debt', `${amount(player.debt)} kr.`],
      ['staked today', `${amount(player.stakedToday)} of ${amount(player.stakeLimitDay)} kr.`],
      ['certificate', `until ${player.certificateExpires}`],
      ['locked until', player.lockedUntil?.toISOString() ?? '-'],
      ['closed', player.closedAt?.toISOString() ?? '-'],
    ];
    const text = lines.map(([name = '', value = '']) => `${name.padEnd(14)}${value}`).join('\n');
    return { json: { ...player, playerId: String(player.playerId) }, text };
  },
} satisfies Command;
