import type { ClubChange } from '#server/players/clubs/clubs.ts';
import { type Answer, type Input, wholeNumber } from './command.ts';

/** `NUMBER`, the first argument. The sales book keeps it in five digits. */
export const clubArgument = ({ args: [number] }: Input): number => wholeNumber(number, 'NUMBER', 1, 99_999);

export function clubAnswer({ club, changed }: ClubChange, done: string): Answer {
  const { clubId, name, closedAt } = club;
  const json = { club: clubId, name, closedAt: closedAt?.toISOString() ?? null, changed };
  return { json, text: changed ? `${clubId} ${name} ${done}.` : `${clubId} ${name}: nothing changed.` };
}
