import { type LimitField, limitFields } from '#rules/values/limits.ts';
import { readLimits } from '#server/limits/limits.ts';
import { refuse } from '#server/platform/refusal.ts';
import { type FoundPlayer, findPlayer } from '#server/players/account/find.ts';
import { countSessions } from '#server/players/sessions/session-list.ts';
import { nameClosedUntil } from '#server/players/sign-in/password-guesses.ts';
import type { Command } from './command.ts';
import { amount, table } from './table.ts';

export const command = {
  words: 'players show',
  usage: 'ID',
  summary: 'One player: account, limits, exclusions, sessions; ID is an id or a user name',
  args: [1, 1],
  options: {},
  role: 'players',
  logged: true,
  async run({ config, database: { db } }, { args }) {
    const player = (await findPlayer(db, args[0] ?? '')) ?? refuse('EC_USER_NOT_FOUND');
    const { playerId, username } = player;
    const { used, pending = {}, ...read } = await readLimits(db, playerId);
    const limits = Object.fromEntries(limitFields.map((field) => [field, read[field]]));
    const signInClosedUntil = await nameClosedUntil(db, config.secrets.session, username);
    const openSessions = await countSessions(db, playerId);
    const rows = limitFields.map((field) => limitRow(field, read[field], used[field], pending[field]));
    return {
      json: {
        ...player,
        playerId: String(playerId),
        signInClosedUntil,
        openSessions,
        limits,
        used,
        pending,
      },
      text: [
        ...accountLines(player, signInClosedUntil),
        line('sessions', `${openSessions} open`),
        `\n${table(['limit', 'kr.', 'used', 'raise to', 'may be confirmed from'], rows)}`,
      ].join('\n'),
    };
  },
} satisfies Command;

function accountLines(player: FoundPlayer, signInClosedUntil: Date | null): string[] {
  return [
    line('player', `${player.playerId} ${player.username}${player.demo ? ' (demo)' : ''}`),
    ...personLines(player),
    line('since', player.createdAt.toISOString()),
    line('balance', `${amount(player.balance)} kr.`),
    line('debt', `${amount(player.debt)} kr.`),
    line('certificate', `until ${player.certificateExpires}`),
    line('locked until', player.lockedUntil?.toISOString() ?? '-'),
    line('closed', player.closedAt?.toISOString() ?? '-'),
    line(
      'sign-in',
      signInClosedUntil ? `closed by guesses until ${signInClosedUntil.toISOString()}` : 'open',
    ),
  ];
}

function personLines({ erasedAt, firstName, lastName, nationalId }: FoundPlayer): string[] {
  if (erasedAt) return [line('erased', erasedAt.toISOString())];
  return [line('name', `${firstName} ${lastName}`), line('national id', nationalId ?? '-')];
}

const line = (name: string, value: string) => `${name.padEnd(14)}${value}`;

type Raise = { value: number; effectiveAt: string };

function limitRow(field: LimitField, value: number, used: number, raise: Raise | undefined) {
  return [field, value, used, raise?.value ?? null, raise?.effectiveAt ?? null];
}
