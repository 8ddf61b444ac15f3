/** The draws on sale as the public sees them. */

import type { ApiAnswer } from '#contract/api.ts';
import { potMultiple, rollDownOf } from '#rules/numbers/draws.ts';
import { type Announcement, announcedFirstPrize } from '#rules/numbers/figures.ts';
import { prizeShare } from '#rules/numbers/fund.ts';
import { type GameId, gameIds, isGameId, rulesOf } from '#rules/numbers/games.ts';
import type { RuleVersion } from '#rules/numbers/versions.ts';
import { isk } from '#rules/values/money.ts';
import { weekdayOf } from '#rules/values/weeks.ts';
import { dateOfDraw } from '#server/draws/draw.ts';
import type { Kinds } from '#server/draws/kind.ts';
import { readSaleBoard } from '#server/draws/on-sale.ts';
import type { SaleDraw } from '#server/draws/sale-board.ts';
import type { Db } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { gameIdOf } from './game-id.ts';

type PublicDraw = ApiAnswer<'lotto.currentDraw'>;

export async function currentDraws(db: Db, kinds: Kinds): Promise<ApiAnswer<'lotto.currentDraws'>> {
  const board = await readSaleBoard(db, kinds);
  const pots = await readPots(db);
  const serverTime = await readServerTime(db);
  const draws = [...board].flatMap(([game, onSale]) =>
    isGameId(game) ? view(game, onSale, pots.get(game), serverTime) : [],
  );
  return { draws };
}

export async function currentDraw(db: Db, kinds: Kinds, gameId: string): Promise<PublicDraw> {
  const game = gameIdOf(gameId);
  const { draws } = await currentDraws(db, kinds);
  const draw = draws.find((each) => each.gameId === game);
  if (draw) return draw;
  const { rows } = await sql`SELECT FROM games WHERE game = ${game} AND on_sale`.execute(db);
  return refuse(rows.length > 0 ? 'EC_NO_DATA_FOUND' : 'EC_PRODUCT_CLOSED');
}

function view(
  game: GameId,
  [first, ...following]: readonly [SaleDraw, ...SaleDraw[]],
  pot: Pot | undefined,
  serverTime: Date,
): PublicDraw {
  const { reach } = first;
  const version = rulesOf(first);
  const rollDown = rollDownOf(game, version);
  return {
    gameId: game,
    draw: first.number,
    status: 'open',
    drawDate: first.drawDate.toISOString(),
    closeDate: first.closeDate.toISOString(),
    amountRow: first.amountRow,
    amountJoker: first.amountSide,
    rulesId: first.rulesId,
    ...(rollDown && { rollDown }),
    rollDownDraw: reach,
    firstPrize: firstPrizeOf(version, pot),
    prizeShare: prizeShare(version, isk(first.amountRow), pot?.announced ?? null),
    potMultiple: potMultiple(pot?.unwon ?? 0),
    drawDay: weekdayOf(dateOfDraw(first)),
    followingDraws: following
      .slice(0, reach - 1)
      .map(({ number, drawDate }) => ({ draw: number, drawDate: drawDate.toISOString() })),
    serverTime: serverTime.toISOString(),
  };
}

/**
 * Tier 1 of a game: what is carried, its usual share, and how many draws went by without a winner. Of a tier
 * that is shared with other countries what its organiser has announced, in whole krónur at its own rate.
 */
export type Pot = { carry: number; share: number | null; unwon: number; announced: Announcement | null };

/** An estimate, and shown as one: in whole hundred thousands where it is large. */
export function firstPrizeOf({ sale }: RuleVersion, pot: Pot | undefined): number {
  if (pot && pot.announced !== null) return announcedFirstPrize(pot.announced);
  const { carry = 0, share = null } = pot ?? {};
  const estimate = share === null ? Math.max(sale?.announcedFirstPrize ?? 0, carry) : carry + share;
  return estimate < 1_000_000 ? Math.floor(estimate / 10) * 10 : Math.floor(estimate / 100_000) * 100_000;
}

type PastTable = { game: GameId; rulesId: string; lines: PastLine[] };
type PastLine = { tier: number; amount: number; winners: number; share: number | null };

async function readPots(db: Db): Promise<Map<GameId, Pot>> {
  const { rows } = await sql<{ game: GameId; carry: number; unwon: number }>`
    WITH first_tier AS (
      SELECT d.game, d.draw_date, p.winners, p.pool FROM current_results r
      JOIN draws d USING (draw_id)
      JOIN draw_prizes p ON p.draw_id = r.draw_id AND p.revision = r.revision AND p.part = 'main'
        AND p.tier = 1
    )
    SELECT g.game,
      coalesce((SELECT div(exact, 100000000) FROM waiting_carry(g.game) WHERE tier = 1), (
        SELECT CASE WHEN winners = 0 THEN pool END FROM first_tier f WHERE f.game = g.game
        ORDER BY draw_date DESC LIMIT 1), 0)::bigint AS carry,
      (SELECT count(*) FROM first_tier f WHERE f.game = g.game AND f.draw_date > coalesce(
        (SELECT max(draw_date) FROM first_tier w WHERE w.game = g.game AND w.winners > 0), '-infinity'))
        AS unwon
    FROM games g WHERE g.on_sale AND g.game = ANY (${[...gameIds]})`.execute(db);
  const tables = await readNewestTables(db);
  const announced = await announcements(db);
  return new Map(
    rows.map(({ game, ...pot }) => [
      game,
      {
        ...pot,
        share: usualShare(tables.filter((each) => each.game === game)),
        announced: announced.get(game) ?? null,
      },
    ]),
  );
}

/** What the organisers' newest figures say of the draws to come. */
export async function announcements(db: Db): Promise<Map<GameId, Announcement>> {
  const { rows } = await sql<{ game: GameId; figures: Announcement }>`
    SELECT DISTINCT ON (d.game) d.game, f.figures FROM approved_figures f JOIN draws d USING (draw_id)
    WHERE d.game = ANY (${[...gameIds]}) ORDER BY d.game, d.draw_date DESC`.execute(db);
  return new Map(rows.map(({ game, figures }) => [game, figures]));
}

/** The last four draws of each game that have a table, our own when there are any. */
async function readNewestTables(db: Db): Promise<PastTable[]> {
  const { rows } = await sql<PastTable>`
    SELECT g.game, newest.rules_id AS "rulesId", newest.lines FROM games g, LATERAL (
      SELECT d.rules_id, (
        SELECT json_agg(json_build_object('tier', p.tier, 'amount', p.amount, 'winners', p.winners,
          'share', p.share)) FROM draw_prizes p
        WHERE p.draw_id = r.draw_id AND p.revision = r.revision AND p.part = 'main') AS lines
      FROM draws d JOIN current_results r USING (draw_id)
      WHERE d.game = g.game AND EXISTS (SELECT FROM draw_prizes p
        WHERE p.draw_id = r.draw_id AND p.revision = r.revision AND p.part = 'main' AND p.tier = 1)
      ORDER BY d.origin = 'calendar' DESC, d.draw_date DESC LIMIT 4
    ) newest WHERE g.on_sale AND g.game = ANY (${[...gameIds]})`.execute(db);
  return rows;
}

/** What tier 1 gets of the sales of an ordinary draw; null when no table tells. */
function usualShare(tables: readonly PastTable[]): number | null {
  const shares = tables.map(firstShare).filter((share) => share !== null);
  return shares.length === 0
    ? null
    : Math.floor(shares.reduce((sum, share) => sum + share, 0) / shares.length);
}

/** A published table says what was paid: the tiers that are won each time show how large the fund was. */
function firstShare({ rulesId, lines }: PastTable): number | null {
  const [first, , ...others] = rulesOf({ rulesId }).tiers;
  const known = lines.find(({ tier }) => tier === 1)?.share ?? null;
  if (known !== null || !first?.shareBasisPoints) return known;
  let [paid, basisPoints] = [0, 0];
  for (const { tier, shareBasisPoints } of others) {
    const line = lines.find((each) => each.tier === tier);
    if (!line || line.winners === 0 || shareBasisPoints === null) continue;
    paid += line.amount * line.winners;
    basisPoints += shareBasisPoints;
  }
  return basisPoints === 0 ? null : Math.floor((paid * first.shareBasisPoints) / basisPoints);
}

async function readServerTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT domain_now() AS now`.execute(db);
  return (rows[0] as { now: Date }).now;
}
