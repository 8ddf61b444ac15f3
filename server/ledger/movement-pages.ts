/**
 * Where a page of a player's movements lies, newest first. Spans of the list are counted ahead
 * (docs/decisions/061-lists-are-counted-in-spans.md), so that neither the total nor a late page reads all.
 */

import type { Db } from '#server/platform/database.ts';
import { pageOffset } from '#server/platform/page-offset.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import { rangesOf } from './movement-ranges.ts';
import { prepaidStakeKinds } from './transfer-kinds.ts';

export type Listed = {
  kinds: readonly string[];
  /** Of stakes on draws of that game alone. */
  game?: string;
  /** Nothing that came after this instant, as PostgreSQL writes it. */
  until?: string | null;
  /** Of stakes: not these. */
  except?: readonly Stake[];
};

/** A stake on a coupon, or on a ticket without a draw, whose `drawId` is 0; `at` as PostgreSQL writes it. */
export type Stake = { drawId: number; ticketId: string; at: string };

/** Instants as PostgreSQL writes them. */
type Range = { after: string; until: string };

export type MovementPage = {
  /** Movements in the whole list. */
  total: number;
  /** Newest first; the page begins after `skip` movements of them. */
  ranges: Range[];
  skip: number;
};

/** Of its draw, or of its ticket where it has none. */
export const gameOfStake = sql`coalesce((SELECT game FROM draws d WHERE d.draw_id = x.draw_id),
  (SELECT game FROM tickets t WHERE t.player_id = x.player_id AND t.ticket_id = x.ticket_id))`;

/** A movement `x` that such a list holds. What an account moves without the wallet is not shown. */
export const isListed = ({ kinds, game, except }: Listed): Sql => sql`x.kind = ANY (${kinds})
  AND (x.wallet_after IS NOT NULL OR x.kind = ANY (${prepaidStakeKinds}))
  ${game === undefined ? sql`` : sql`AND ${gameOfStake} = ${game}`}
  ${
    except === undefined
      ? sql``
      : sql`AND (coalesce(x.draw_id, 0), x.ticket_id) NOT IN (SELECT * FROM unnest(
    ${except.map(({ drawId }) => drawId)}::bigint[], ${except.map(({ ticketId }) => ticketId)}::uuid[]))`
  }`;

type Counted = Range & { count: number; newer: number };

/** @param pages of `Database` */
export async function movementPage(
  pages: Db,
  playerId: number,
  listed: Listed,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<MovementPage> {
  const counted = await countedRanges(pages, playerId, listed);
  const newer = counted.reduce((all, each) => all + each.newer, 0);
  const total = counted.reduce((all, each) => all + each.count, 0) - newer;
  const offset = pageOffset(page, pageSize);
  if (offset >= total) return { total, ranges: [], skip: 0 };
  return { total, ...rangesFrom(counted, newer + offset, pageSize) };
}

function rangesFrom(counted: readonly Counted[], offset: number, pageSize: number) {
  const ranges: Range[] = [];
  let [skip, found] = [offset, 0];
  for (const { after, until, count } of counted) {
    if (ranges.length === 0 && count <= skip) {
      skip -= count;
      continue;
    }
    if (count > 0) ranges.push({ after, until });
    found += count;
    if (found >= skip + pageSize) break;
  }
  return { ranges, skip };
}

/** All spans, newest first; the one that is still open is counted as it is. */
async function countedRanges(pages: Db, playerId: number, listed: Listed): Promise<Counted[]> {
  const until = sql`${listed.until ?? null}::timestamptz`;
  const game = sql`${listed.game ?? null}::text`;
  const excepted = sql`${listed.except?.map(({ at }) => at) ?? []}::timestamptz[]`;
  const { rows } = await sql<Counted>`
    WITH range AS MATERIALIZED (
      SELECT after, until, CASE WHEN sums IS NULL THEN (
        SELECT count(*) FROM ledger_transfers x
        WHERE x.player_id = ${playerId} AND x.at > after AND ${isListed(listed)}
      ) ELSE (
        SELECT coalesce(sum(count), 0)::bigint
        FROM jsonb_to_recordset(sums) AS e(kind text, game text, count bigint)
        WHERE kind = ANY (${listed.kinds}) AND (${game} IS NULL OR game = ${game})
      ) - (SELECT count(*) FROM unnest(${excepted}) e(at) WHERE at > after AND at <= until) END AS count
      FROM (${rangesOf(playerId)}) r
    )
    SELECT after::text, until::text, count,
      CASE WHEN ${until} IS NULL OR until <= ${until} THEN 0 WHEN after >= ${until} THEN count ELSE (
        SELECT count(*) FROM ledger_transfers x
        WHERE x.player_id = ${playerId} AND x.at > ${until} AND x.at <= range.until AND ${isListed(listed)})
      END AS newer
    FROM range ORDER BY after DESC`.execute(pages);
  return rows;
}

/**
 * The movements of a page, as a part of a statement.
 *
 * @param columns of `x`
 * @param order of movements of one instant
 */
export function movementsOf(
  playerId: number,
  listed: Listed,
  { ranges, skip }: MovementPage,
  { columns, order, pageSize }: { columns: Sql; order: 'ASC' | 'DESC'; pageSize: number },
): Sql {
  return sql`
    SELECT x.*, row_number() OVER (ORDER BY r.nth, x.at DESC, x.transfer_id ${sql.raw(order)}) AS place
    FROM unnest(${ranges.map(({ after }) => after)}::timestamptz[],
      ${ranges.map(({ until }) => until)}::timestamptz[]) WITH ORDINALITY r(after, until, nth),
    LATERAL (
      SELECT x.at, x.transfer_id, ${columns} FROM ledger_transfers x
      WHERE x.player_id = ${playerId} AND x.at > r.after AND x.at <= r.until AND ${isListed(listed)}
      ORDER BY x.at DESC, x.transfer_id ${sql.raw(order)} LIMIT ${skip + pageSize}
    ) x
    ORDER BY place LIMIT ${pageSize} OFFSET ${skip}`;
}
