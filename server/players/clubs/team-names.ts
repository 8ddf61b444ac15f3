/** Names that operators change or take off, and that no team gets again. */
import { parseTeamName } from '#rules/values/team-name.ts';
import { addNotice } from '#server/messages/messages.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { usableKey } from './teams.ts';

/** `name` null: taken off. The name of before is refused from now on, to all teams. */
export type TeamRename = { teamId: number; name: string | null; actor: string; reason: string };

export type RenamedTeam = {
  clubId: number;
  number: number;
  before: string | null;
  name: string | null;
  changed: boolean;
};

export async function renameTeam(tx: Tx, { teamId, name: typed, actor, reason }: TeamRename) {
  const team = await lockTeam(tx, teamId);
  const name = typed === null ? null : (parseTeamName(typed) ?? refuseWords('EC_INVALID_INPUT', 'No name.'));
  const { playerId, nameKey, ...rest } = team;
  const answer: RenamedTeam = { ...rest, name, changed: name !== team.before };
  if (!answer.changed) return answer;
  const key = name === null ? null : await usableKey(tx, name);
  if (nameKey !== null && nameKey !== key) await refuseFromNowOn(tx, { nameKey, teamId, actor, reason });
  await storeName(tx, teamId, name, key);
  const values = { number: team.number, name: name ?? '', hasName: name === null ? 'no' : 'yes' };
  await addNotice(tx, { playerId, kind: 'teamRenamed', values });
  return answer;
}

async function storeName(tx: Tx, teamId: number, name: string | null, key: string | null): Promise<void> {
  try {
    await sql`
      UPDATE club_teams SET name = ${name}, name_key = ${key} WHERE team_id = ${teamId}`.execute(tx);
  } catch (error) {
    if ((error as { constraint?: unknown }).constraint === 'club_teams_club_id_name_key_key')
      refuseWords('EC_DUPLICATE_FIELD', 'The club has a team of this name.');
    throw error;
  }
}

const refuseWords = (code: Parameters<typeof refuse>[0], message: string): never =>
  refuse(code, { details: { message } });

type Locked = Pick<RenamedTeam, 'clubId' | 'number' | 'before'> & {
  playerId: number;
  nameKey: string | null;
};

async function lockTeam(tx: Tx, teamId: number): Promise<Locked> {
  const { rows } = await sql<Locked>`
    SELECT club_id AS "clubId", number, name AS before, player_id AS "playerId", name_key AS "nameKey"
    FROM club_teams WHERE team_id = ${teamId} FOR UPDATE`.execute(tx);
  return rows[0] ?? refuseWords('EC_NO_DATA_FOUND', `There is no team ${teamId}.`);
}

type Refused = { nameKey: string; teamId: number; actor: string; reason: string };

async function refuseFromNowOn(tx: Tx, { nameKey, teamId, actor, reason }: Refused): Promise<void> {
  await sql`
    INSERT INTO refused_team_names (name_key, team_id, refused_by, reason)
    VALUES (${nameKey}, ${teamId}, ${actor}, ${reason}) ON CONFLICT DO NOTHING`.execute(tx);
}

export type ReportedName = { teamId: number; clubId: number; name: string; reports: number; lastAt: Date };

/** Names that their teams still have, last reported first. */
export async function reportedNames(db: Db): Promise<ReportedName[]> {
  const { rows } = await sql<ReportedName>`
    SELECT team_id AS "teamId", club_id AS "clubId", name, count(*)::int AS reports,
      max(reported_at) AS "lastAt"
    FROM team_reports JOIN club_teams USING (team_id, name_key)
    GROUP BY team_id, club_id, name ORDER BY max(reported_at) DESC LIMIT 100`.execute(db);
  return rows;
}
