/** Teams of players in clubs (docs/rules/clubs.md): making one, the one that a player plays for, reports. */
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { teamsMax } from '#contract/teams.ts';
import { teamNameKey, teamNumberMax } from '#rules/values/team-name.ts';
import { raiseAlarm } from '#server/alarms/raise.ts';
import { requireActive } from '#server/limits/eligibility.ts';
import { lockWallet } from '#server/limits/store.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { isReserved } from '#server/players/sign-up/reserved-names.ts';
import { findClub } from './clubs.ts';

type Team = ApiAnswer<'club.createTeam'>;

/** SQL: a team `t` of a club `c`, as anybody may see it. */
const shown = sql`t.team_id::text AS id, coalesce(t.name, 'Nr. ' || t.number) AS name,
  t.club_id::text AS "clubId", c.name AS "clubName", t.number AS "teamGroupNumber"`;

/** Also of a closed club, whose teams go on. */
export async function listTeams(db: Db, clubId: string): Promise<Team[]> {
  const club = (await findClub(db, clubNumber(clubId))) ?? refuse('EC_NO_DATA_FOUND');
  const { rows } = await sql<Team>`
    SELECT ${shown} FROM club_teams t JOIN clubs c USING (club_id)
    WHERE t.club_id = ${club.clubId} ORDER BY t.number`.execute(db);
  return rows;
}

export async function availableNumbers(db: Db, clubId: string): Promise<number[]> {
  const club = (await findClub(db, clubNumber(clubId))) ?? refuse('EC_NO_DATA_FOUND');
  if (club.closedAt) return [];
  const { rows } = await sql<{ number: number }>`
    SELECT number FROM generate_series(1, ${teamNumberMax}::int) number
    WHERE NOT EXISTS (SELECT FROM club_teams t WHERE t.club_id = ${club.clubId} AND t.number = number.number)
    ORDER BY number`.execute(db);
  return rows.map(({ number }) => number);
}

export async function ownTeams(db: Db, playerId: number): Promise<Team[]> {
  const { rows } = await sql<Team>`
    SELECT ${shown} FROM club_teams t JOIN clubs c USING (club_id)
    WHERE t.player_id = ${playerId} ORDER BY t.team_id`.execute(db);
  return rows;
}

type NewTeam = ApiInput<'club.createTeam'>['body'];

/** The first team of a player is the one that the player plays for. */
export async function createTeam(db: Db, playerId: number, wanted: NewTeam): Promise<Team> {
  const { clubId, name, teamGroupNumber: number } = wanted;
  if (number < 1) refuse('EC_VALUE_TOO_LOW', issue('teamGroupNumber', 'teamNumber'));
  if (number > teamNumberMax) refuse('EC_VALUE_TOO_HIGH', issue('teamGroupNumber', 'teamNumber'));
  return transaction(db, async (tx) => {
    // Ten at most also when several are made at once.
    await lockWallet(tx, playerId);
    await requireActive(tx, playerId);
    const club = clubNumber(String(clubId));
    await requireOpenClub(tx, club);
    const key = await usableKey(tx, name);
    const teams = await ownTeams(tx, playerId);
    if (teams.length >= teamsMax) refuse('EC_ROW_LIMIT');
    await refuseTakenName(tx, club, key);
    const { rows } = await sql<{ id: string }>`
      INSERT INTO club_teams (club_id, number, player_id, name, name_key)
      VALUES (${club}, ${number}, ${playerId}, ${name}, ${key}) ON CONFLICT DO NOTHING
      RETURNING team_id::text AS id`.execute(tx);
    if (!rows[0]) await refuseTakenName(tx, club, key);
    const teamId = rows[0]?.id ?? refuse('EC_DUPLICATE_VALUE', issue('teamGroupNumber', 'teamNumberTaken'));
    if ((await currentTeam(tx, playerId)) === null) await chooseTeam(tx, playerId, teamId);
    const own = await ownTeams(tx, playerId);
    return own.find(({ id }) => id === teamId) as Team;
  });
}

const issue = (field: string, message: string) => ({ issues: { body: [{ path: [field], message }] } });

/** 0, which no club has, where it is no number of a club. */
const clubNumber = (text: string): number => (/^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0);

/** The lock keeps it open until the end of the transaction. */
async function requireOpenClub(tx: Tx, clubId: number): Promise<void> {
  const { rows } = await sql`
    SELECT FROM clubs WHERE club_id = ${clubId} AND closed_at IS NULL FOR SHARE`.execute(tx);
  if (rows.length === 0) refuse('EC_NO_DATA_FOUND');
}

/** The key of a name; refuses offensive names, and those that an operator once took off a team. */
export async function usableKey(tx: Tx, name: string): Promise<string> {
  const key = teamNameKey(name);
  // A team without a name is shown by its number.
  const isNumber = /^nr\d+$/.test(key);
  const { rows } = await sql`SELECT FROM refused_team_names WHERE name_key = ${key}`.execute(tx);
  if (isNumber || isReserved(key) || rows.length > 0)
    refuse('EC_INVALID_FIELD', issue('name', 'teamNameRefused'));
  return key;
}

async function refuseTakenName(tx: Tx, clubId: number, key: string): Promise<void> {
  const { rows } = await sql`
    SELECT FROM club_teams WHERE club_id = ${clubId} AND name_key = ${key}`.execute(tx);
  if (rows.length > 0) refuse('EC_DUPLICATE_FIELD', issue('name', 'teamNameTaken'));
}

/** The team that the player plays for now. */
export async function currentTeam(db: Db, playerId: number): Promise<string | null> {
  const { rows } = await sql<{ teamId: string | null }>`
    SELECT team_id::text AS "teamId" FROM club_team_choices WHERE player_id = ${playerId}
    ORDER BY choice DESC LIMIT 1`.execute(db);
  return rows[0]?.teamId ?? null;
}

/** Tickets bought from now on count for it. Refuses with EC_NO_DATA_FOUND another player's team. */
export async function changeTeam(tx: Tx, playerId: number, teamId: string | null): Promise<void> {
  if ((await currentTeam(tx, playerId)) === teamId) return;
  const isOwn = teamId === null || (await ownTeams(tx, playerId)).some(({ id }) => id === teamId);
  if (!isOwn) refuse('EC_NO_DATA_FOUND');
  await chooseTeam(tx, playerId, teamId);
}

async function chooseTeam(tx: Tx, playerId: number, teamId: string | null): Promise<void> {
  await sql`
    INSERT INTO club_team_choices (player_id, team_id) VALUES (${playerId}, ${teamId}::bigint)`.execute(tx);
}

/** Once a player and name. A person looks at it: an alarm stays open until then. */
export async function reportTeam(db: Db, playerId: number, team: string): Promise<undefined> {
  const teamId = /^[1-9]\d{0,17}$/.test(team) ? team : '0';
  await transaction(db, async (tx) => {
    const { rows } = await sql<{ isNew: boolean }>`
      WITH reported AS (
        INSERT INTO team_reports (team_id, name_key, player_id)
        SELECT team_id, name_key, ${playerId} FROM club_teams
        WHERE team_id = ${teamId}::bigint AND name_key IS NOT NULL
        ON CONFLICT DO NOTHING RETURNING team_id)
      SELECT EXISTS (SELECT FROM reported) AS "isNew" FROM club_teams WHERE team_id = ${teamId}::bigint
    `.execute(tx);
    const { isNew } = rows[0] ?? refuse('EC_NO_DATA_FOUND');
    const message = `The name of team ${teamId} was reported. team reports lists all names that were.`;
    if (isNew) await raiseAlarm(tx, { kind: 'reportedTeam', reference: 'names', message });
  });
  return undefined;
}

/** Erasure takes the names off; the numbers stay in the tables of the league. */
export async function takeOwnNamesOff(tx: Tx, playerId: number): Promise<void> {
  await sql`
    UPDATE club_teams SET name = NULL, name_key = NULL WHERE player_id = ${playerId}`.execute(tx);
}
