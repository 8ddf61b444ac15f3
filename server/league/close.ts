/**
 * Fixes the first places of a season and pays their prizes, each by two persons: one proposes, another does
 * the same. Both are repeatable without harm.
 */
import { createHash } from 'node:crypto';
import { prizesOf, type Season, seasonOf, seasonsOf } from '#rules/pools/league.ts';
import { addNotices } from '#server/messages/messages.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { personKey, requireOther } from '#server/platform/two-persons.ts';
import { type SeasonTable, seasonTable } from './played.ts';
import { leaguePrograms } from './programs.ts';

export type Place = {
  division: number;
  place: number;
  teamId: string;
  name: string;
  clubName: string;
  total: number;
  prize: number;
};

export type ClosedSeason = { season: string; state: 'proposed' | 'closed' | 'payProposed' | 'paid' };

/** The first call proposes the places as they are; the same by another person fixes them. */
export async function closeSeason(
  tx: Tx,
  id: string,
  actor: string,
): Promise<ClosedSeason & { places: Place[] }> {
  const season = namedSeason(id);
  await lockLeague(tx);
  const stored = await storedSeason(tx, id);
  if (stored?.closedAt) return { season: id, state: 'closed', places: await placesOf(tx, id) };
  const places = await finalPlaces(tx, season);
  const hash = createHash('sha256').update(JSON.stringify(places)).digest();
  if (!stored?.proposedPlaces.equals(hash)) {
    await propose(tx, id, actor, hash);
    return { season: id, state: 'proposed', places };
  }
  const { secondKey } = requireOther(stored.proposedBy, actor, `${stored.proposedBy} proposed it.`);
  await sql`
    UPDATE league_seasons SET closed_at = domain_now(), closed_by = ${actor}, closed_by_key = ${secondKey}
    WHERE season_id = ${id}`.execute(tx);
  for (const { division, teamId, place, total, prize } of places)
    await sql`
      INSERT INTO league_places (season_id, division, team_id, place, total, prize)
      VALUES (${id}, ${division}, ${teamId}::bigint, ${place}, ${total}, ${prize})`.execute(tx);
  return { season: id, state: 'closed', places };
}

/** One command of the league at a time. */
async function lockLeague(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('league', 0))`.execute(tx);
}

async function propose(tx: Tx, id: string, actor: string, hash: Buffer): Promise<void> {
  await sql`
    INSERT INTO league_seasons (season_id, proposed_places, proposed_by, proposed_by_key)
    VALUES (${id}, ${hash}, ${actor}, ${personKey(actor)})
    ON CONFLICT (season_id) DO UPDATE SET proposed_places = excluded.proposed_places,
      proposed_at = domain_now(), proposed_by = excluded.proposed_by,
      proposed_by_key = excluded.proposed_by_key`.execute(tx);
}

export function namedSeason(id: string): Season {
  return seasonOf(id) ?? refuseWords('EC_NO_DATA_FOUND', `There is no season ${id}.`);
}

const refuseWords = (code: Parameters<typeof refuse>[0], message: string): never =>
  refuse(code, { details: { message } });

type Stored = {
  proposedPlaces: Buffer;
  proposedBy: string;
  closedAt: Date | null;
  payProposedBy: string | null;
  paidAt: Date | null;
};

async function storedSeason(db: Db, id: string): Promise<Stored | null> {
  const { rows } = await sql<Stored>`
    SELECT proposed_places AS "proposedPlaces", proposed_by AS "proposedBy", closed_at AS "closedAt",
      pay_proposed_by AS "payProposedBy", paid_at AS "paidAt"
    FROM league_seasons WHERE season_id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export async function stateOfSeason(db: Db, id: string): Promise<ClosedSeason['state'] | 'open'> {
  const stored = await storedSeason(db, id);
  if (!stored) return 'open';
  if (!stored.closedAt) return 'proposed';
  if (stored.paidAt) return 'paid';
  return stored.payProposedBy ? 'payProposed' : 'closed';
}

/** Refuses while a week does not stand, or while equal teams play on. */
async function finalPlaces(tx: Tx, season: Season): Promise<Place[]> {
  const table = await seasonTable(tx, season);
  const today = (await databaseNow(tx)).toISOString().slice(0, 10);
  if (today <= season.to) refuseStep(`The season ends on ${season.to}.`);
  const open = season.weeks.find((_, index) => !table.weeks[index]?.stands);
  if (open) refuseStep(`Week ${open.week} has programs that are not settled.`);
  if (season.isFinal) await refuseOpenEarlier(tx, season);
  if (table.weeks.at(-1)?.stands !== true) refuseTied(table);
  return placesIn(table);
}

/** As they are now. */
export function placesIn({ divisions }: SeasonTable): Place[] {
  return divisions.flatMap(({ id, standings, prizes, teams }) =>
    prizesOf(standings, prizes).map(({ teamId, place, amount }) => {
      const { name = '', clubName = '' } = teams.get(teamId) ?? {};
      const total = standings.find((each) => each.teamId === teamId)?.total ?? 0;
      return { division: id, place, teamId, name, clubName, total, prize: amount };
    }),
  );
}

function refuseTied({ divisions }: SeasonTable): void {
  const tied = divisions.find(({ standings }) => standings.some(({ isTied }) => isTied));
  if (tied) refuseStep(`Teams of division ${tied.id} are equal and play on.`);
}

/** Who takes part in the last season follows from the places of the others. */
async function refuseOpenEarlier(tx: Tx, { year, id }: Season): Promise<void> {
  for (const { id: earlier, from, to } of seasonsOf(year).filter((each) => each.id !== id)) {
    const { rows } = await sql`
      SELECT FROM (${leaguePrograms}) p JOIN league_scores USING (draw_id)
      WHERE p.monday BETWEEN ${from}::date AND ${to}::date
        AND NOT EXISTS (SELECT FROM league_seasons WHERE season_id = ${earlier} AND closed_at IS NOT NULL)
      LIMIT 1`.execute(tx);
    if (rows.length > 0) refuseStep(`Season ${earlier} is not closed.`);
  }
}

const refuseStep = (message: string): never => refuseWords('EC_ACTION_NOT_ALLOWED', message);

export async function placesOf(db: Db, id: string): Promise<Place[]> {
  const { rows } = await sql<Place>`
    SELECT p.division, p.place, p.team_id::text AS "teamId", coalesce(t.name, 'Nr. ' || t.number) AS name,
      c.name AS "clubName", p.total, p.prize
    FROM league_places p JOIN club_teams t USING (team_id) JOIN clubs c USING (club_id)
    WHERE season_id = ${id} ORDER BY p.division, p.place, p.team_id`.execute(db);
  return rows;
}

/** The first call proposes to pay; the same by another person credits the prizes to the teams' owners. */
export async function paySeason(
  tx: Tx,
  id: string,
  actor: string,
): Promise<ClosedSeason & { paid: number; amount: number }> {
  const season = namedSeason(id);
  await lockLeague(tx);
  const stored = await storedSeason(tx, id);
  if (!stored?.closedAt) refuseStep(`The places of season ${id} are not fixed: league close.`);
  if (stored?.paidAt) return { season: id, state: 'paid', ...(await paidOf(tx, id)) };
  if (!stored?.payProposedBy) {
    await sql`
      UPDATE league_seasons SET pay_proposed_at = domain_now(), pay_proposed_by = ${actor},
        pay_proposed_by_key = ${personKey(actor)} WHERE season_id = ${id}`.execute(tx);
    return { season: id, state: 'payProposed', paid: 0, amount: 0 };
  }
  const { payProposedBy } = stored;
  const { secondKey } = requireOther(payProposedBy, actor, `${payProposedBy} proposed it.`);
  await creditPrizes(tx, season);
  await sql`
    UPDATE league_seasons SET paid_at = domain_now(), paid_by = ${actor}, paid_by_key = ${secondKey}
    WHERE season_id = ${id}`.execute(tx);
  return { season: id, state: 'paid', ...(await paidOf(tx, id)) };
}

async function paidOf(db: Db, id: string): Promise<{ paid: number; amount: number }> {
  const { rows } = await sql<{ paid: number; amount: number }>`
    SELECT count(*)::int AS paid, coalesce(sum(prize), 0)::bigint AS amount
    FROM league_payouts JOIN league_places USING (season_id, division, team_id) WHERE season_id = ${id}
  `.execute(db);
  return rows[0] ?? { paid: 0, amount: 0 };
}

type Credited = {
  division: number;
  teamId: string;
  playerId: number;
  place: number;
  prize: number;
  isErased: boolean;
};

/** In the order of the wallets, as all that locks several. Who was erased has no account to credit. */
async function creditPrizes(tx: Tx, { id, year, weeks }: Season): Promise<void> {
  const { rows } = await sql<Credited>`
    SELECT p.division, p.team_id::text AS "teamId", t.player_id AS "playerId", p.place, p.prize,
      u.erased_at IS NOT NULL AS "isErased"
    FROM league_places p JOIN club_teams t USING (team_id) JOIN players u USING (player_id)
    WHERE p.season_id = ${id} AND p.prize > 0 ORDER BY t.player_id, p.division, p.team_id`.execute(tx);
  const credited = rows.filter(({ isErased }) => !isErased);
  for (const { division, teamId, playerId, prize } of credited)
    await sql`
      INSERT INTO league_payouts (season_id, division, team_id, player_id, transfer_id)
      VALUES (${id}, ${division}, ${teamId}::bigint, ${playerId},
        credit_league_prize(${playerId}, ${prize}))`.execute(tx);
  const values = { year: String(year), firstWeek: weeks[0]?.week ?? 0, lastWeek: weeks.at(-1)?.week ?? 0 };
  await addNotices(
    tx,
    credited.map(({ playerId, division, place, prize }) => ({
      playerId,
      kind: 'leaguePrize',
      values: { ...values, division, place, amount: prize },
    })),
  );
}
