/** Syndicates as anybody sees them, and as a holder does. Nobody sees who else holds a share. */
import type { ApiAnswer } from '#contract/api.ts';
import { clubSaleShareOn } from '#rules/draws/club-share.ts';
import { poolRulesOf } from '#rules/pools/versions.ts';
import { isoWeekOf } from '#rules/values/weeks.ts';
import type { Db } from '#server/platform/database.ts';
import { decodeId, encodeId } from '#server/platform/ids.ts';
import { pageOffset } from '#server/platform/page-offset.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { type Syndicate, syndicateNamed, syndicatesWhere } from './syndicates.ts';
import { ticketsOf } from './tickets.ts';

type Pool = ApiAnswer<'clubsale.pool'>['pool'];
type Sizes = ApiAnswer<'clubsale.pool'>['sizes'];
type OwnPool = ApiAnswer<'clubsale.own'>;
type OwnShare = OwnPool['shares'][number];

export const pageSize = 20;

function poolOf(syndicate: Syndicate): Pool {
  const { clubId, game, number, rulesId, drawDate, collectsUntil, closeDate, won } = syndicate;
  const playedOn = drawDate.toISOString().slice(0, 10);
  return {
    poolId: encodeId(syndicate.syndicateId),
    ...{ name: syndicate.name, club: clubId, clubName: syndicate.clubName },
    ...{ programId: `${game}-${number}`, gameId: game, draw: number, programName: syndicate.drawName },
    ...isoWeekOf(playedOn),
    status: syndicate.status,
    collectsUntil: collectsUntil.toISOString(),
    closeDate: closeDate.toISOString(),
    playDate: drawDate.toISOString(),
    ...{
      collected: syndicate.collected,
      placed: syndicate.placed,
      holders: syndicate.holders,
      amountWin: won,
    },
    prizeShare: poolRulesOf({ rulesId }).fundBasisPoints,
    clubShare: clubSaleShareOn(playedOn),
  };
}

/** Of programs on sale, the one that stops collecting first at the front. */
export async function openPools(db: Db, clubId: string | undefined): Promise<Pool[]> {
  const club = clubId === undefined ? null : /^[1-9]\d{0,4}$/.test(clubId) ? Number(clubId) : 0;
  const open = await syndicatesWhere(
    db,
    sql`d.state = 'released' AND d.closed_at IS NULL AND d.close_date > domain_now()
      AND e.syndicate_id IS NULL AND c.closed_at IS NULL
      AND (${club}::int IS NULL OR s.club_id = ${club}::int)`,
  );
  return open.map(poolOf).toSorted((one, other) => (one.collectsUntil < other.collectsUntil ? -1 : 1));
}

export async function shownPool(db: Db, poolId: string): Promise<ApiAnswer<'clubsale.pool'>> {
  const syndicate = await syndicateNamed(db, decodeId(poolId) ?? refuse('EC_NO_DATA_FOUND'));
  return { pool: poolOf(syndicate), sizes: await sizesOf(db, syndicate.syndicateId) };
}

async function sizesOf(db: Db, syndicateId: string): Promise<Sizes> {
  const { rows } = await sql<Sizes[number]>`
    SELECT stake, count(*) AS count FROM (
      SELECT sum(stake)::bigint AS stake FROM held_shares WHERE syndicate_id = ${syndicateId}
      GROUP BY player_id
    ) holders GROUP BY stake ORDER BY stake DESC`.execute(db);
  return rows;
}

/** Refuses players who never had a share with EC_NO_DATA_FOUND. */
export async function ownPool(db: Db, playerId: number, poolId: string): Promise<OwnPool> {
  const syndicate = await syndicateNamed(db, decodeId(poolId) ?? refuse('EC_NO_DATA_FOUND'));
  const { syndicateId } = syndicate;
  const shares = await sharesOf(db, playerId, syndicate);
  if (shares.length === 0) refuse('EC_NO_DATA_FOUND');
  const held = shares.filter(({ returned }) => returned.every(({ reason }) => reason !== 'player'));
  const back = held.flatMap(({ returned }) => returned);
  const tickets = await ticketsOf(db, playerId, sql`t.syndicate_id = ${syndicateId}`, {
    limit: 1000,
    offset: 0,
  });
  const { rows } = await sql<{ unused: number; at: Date; rest: number | null }>`
    SELECT l.unused, l.closed_at AS at, e.rest FROM syndicate_closings l
    LEFT JOIN syndicate_ends e USING (syndicate_id) WHERE syndicate_id = ${syndicateId}`.execute(db);
  const [closing] = rows;
  return {
    pool: poolOf(syndicate),
    sizes: await sizesOf(db, syndicateId),
    playerStake: held.reduce((sum, { stake }) => sum + stake, 0),
    playerReturned: back.reduce((sum, { amount }) => sum + amount, 0),
    playerWin: tickets.reduce((sum, ticket) => sum + ticket.playerWin, 0),
    ...{ shares, tickets },
    ...(closing && { unused: { amount: closing.unused, at: closing.at.toISOString() } }),
    ...(closing && closing.rest !== null && { rest: closing.rest }),
  };
}

type ShareRow = {
  shareId: string;
  stake: number;
  boughtAt: Date;
  today: boolean;
  returned: OwnShare['returned'];
};

async function sharesOf(db: Db, playerId: number, syndicate: Syndicate): Promise<OwnShare[]> {
  const { rows } = await sql<ShareRow>`
    SELECT share_id AS "shareId", stake, bought_at AS "boughtAt",
      (bought_at AT TIME ZONE 'UTC')::date = (domain_now() AT TIME ZONE 'UTC')::date AS today,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'amount', amount, 'at', returned_at)
          ORDER BY returned_at), '[]')
        FROM share_returns r WHERE r.player_id = s.player_id AND r.share_id = s.share_id) AS returned
    FROM syndicate_shares s
    WHERE syndicate_id = ${syndicate.syndicateId} AND player_id = ${playerId}
    ORDER BY bought_at, share_id`.execute(db);
  return rows.map(({ shareId, stake, boughtAt, today, returned }) => ({
    ...{ shareId: encodeId(shareId), stake, boughtAt: boughtAt.toISOString() },
    returned: returned.map(({ at, ...rest }) => ({ ...rest, at: new Date(at).toISOString() })),
    ...(today &&
      returned.length === 0 &&
      syndicate.status === 'collecting' && { cancelUntil: cancelUntil(boughtAt, syndicate.collectsUntil) }),
  }));
}

/** The end of the day of the purchase, or of collecting where that comes before. */
function cancelUntil(boughtAt: Date, collectsUntil: Date): string {
  const dayEnds = new Date(boughtAt);
  dayEnds.setUTCHours(24, 0, 0, 0);
  return (dayEnds < collectsUntil ? dayEnds : collectsUntil).toISOString();
}

type Listed = { id: string; stake: number; returned: number; won: number; tickets: number; total: number };

export async function listOwnPools(
  db: Db,
  playerId: number,
  page: number,
): Promise<ApiAnswer<'clubsale.shares'>> {
  const own = sql`
    SELECT syndicate_id, coalesce(sum(stake), 0)::bigint AS stake, max(bought_at) AS at
    FROM held_shares WHERE player_id = ${playerId} GROUP BY syndicate_id`;
  const { rows } = await sql<Listed>`
    SELECT o.syndicate_id AS id, o.stake,
      (SELECT coalesce(sum(r.amount), 0)::bigint
        FROM held_shares h JOIN share_returns r USING (player_id, share_id)
        WHERE h.player_id = ${playerId} AND h.syndicate_id = o.syndicate_id) AS returned,
      (SELECT coalesce(sum(div(x.amount::numeric * o.stake, p.collected)), 0)::bigint
        FROM syndicate_tickets t JOIN syndicate_splits x USING (ticket_id)
        JOIN syndicate_stops p USING (syndicate_id) WHERE t.syndicate_id = o.syndicate_id) AS won,
      (SELECT count(*) FROM syndicate_tickets t WHERE t.syndicate_id = o.syndicate_id) AS tickets,
      count(*) OVER () AS total
    FROM (${own}) o ORDER BY o.at DESC, o.syndicate_id
    LIMIT ${pageSize} OFFSET ${pageOffset(page, pageSize)}`.execute(db);
  const poolCount = rows[0]?.total ?? (await countOwn(db, playerId));
  const found = await syndicatesWhere(db, sql`s.syndicate_id = ANY (${rows.map(({ id }) => id)}::uuid[])`);
  const pools = rows.flatMap(({ id, stake, returned, won, tickets }) => {
    const syndicate = found.find(({ syndicateId }) => syndicateId === id);
    if (!syndicate) return [];
    return [{ ...poolOf(syndicate), playerStake: stake, playerReturned: returned, playerWin: won, tickets }];
  });
  return { pools, page, pageCount: Math.ceil(poolCount / pageSize), poolCount };
}

/** Past the last page. */
async function countOwn(db: Db, playerId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT syndicate_id) AS count FROM held_shares WHERE player_id = ${playerId}`.execute(db);
  return rows[0]?.count ?? 0;
}
