import type { RenamedTeam } from '#server/players/clubs/team-names.ts';
import { type Answer, type Input, wholeNumber } from './command.ts';

/** `TEAM`, the first argument: the id that lists of teams say. */
export const teamArgument = ({ args: [team] }: Input): number =>
  wholeNumber(team, 'TEAM', 1, 999_999_999_999);

export function teamAnswer(teamId: number, team: RenamedTeam): Answer {
  const { clubId, number, before, name, changed } = team;
  const text = changed
    ? `Team ${teamId}, number ${number} of club ${clubId}, is ${name ?? 'without a name'}.`
    : `Team ${teamId}: nothing changed.`;
  return { json: { team: teamId, club: clubId, number, before, name, changed }, text };
}
