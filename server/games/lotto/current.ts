/** The draws on sale as the public sees them. Games specification §3; decisions §4; domain §5. */
import { sql } from 'kysely';
import type { ApiAnswer } from '#contract/api.ts';
import { potMultiple, rollDownDraw } from '#rules/lotto/draws.ts';
import type { GameId } from '#rules/lotto/games.ts';
import { weekdayOf } from '#rules/values/weeks.ts';
import type { Db } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { dateOfDraw } from './draw-store.ts';
import { gameIdOf } from './game-id.ts';
import { readSaleBoard, type SaleDraw } from './on-sale.ts';

type PublicDraw = ApiAnswer<'lotto.currentDraw'>;

export async function currentDraws(db: Db): Promise<ApiAnswer<'lotto.currentDraws'>> {
  const board = await readSaleBoard(db);
  const pots = await readPots(db);
  const serverTime = await readServerTime(db);
  const draws = [...board].map(([game, onSale]) => view(game, onSale, pots.get(game), serverTime));
  return { draws };
}

export async function currentDraw(db: Db, gameId: string): Promise<PublicDraw> {
  const game = gameIdOf(gameId);
  const { draws } = await currentDraws(db);
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
  const date = dateOfDraw(first);
  const reach = rollDownDraw(game, date, null);
  return {
    gameId: game,
    draw: first.number,
    status: 'open',
    drawDate: first.drawDate.toISOString(),
    closeDate: first.closeDate.toISOString(),
    amountRow: first.amountRow,
    amountJoker: first.amountJoker,
    rollDownDraw: reach,
    firstPrize: firstPrizeOf(game, pot),
    potMultiple: potMultiple(pot?.unwon ?? 0),
    drawDay: weekdayOf(date),
    followingDraws: following
      .slice(0, reach - 1)
      .map(({ number, drawDate }) => ({ draw: number, drawDate: drawDate.toISOString() })),
    serverTime: serverTime.toISOString(),
  };
}

/** Tier 1 of a game: what is carried, its usual share, and how many draws went by without a winner. */
type Pot = { game: GameId; carry: number; share: number | null; unwon: number };

/** What is announced before any draw has shown what a game sells (domain §2–§4; euro at 150 kr.). */
const announced: Readonly<Record<GameId, number>> = {
  lotto: 9_000_000,
  vikinglotto: 450_000_000,
  eurojackpot: 1_500_000_000,
};

/** An estimate, and shown as one: in whole hundred thousands where it is large. */
function firstPrizeOf(game: GameId, pot: Pot | undefined): number {
  if (!pot || pot.share === null) return Math.max(announced[game], pot?.carry ?? 0);
  const estimate = pot.carry + pot.share;
  return estimate < 1_000_000 ? Math.floor(estimate / 10) * 10 : Math.floor(estimate / 100_000) * 100_000;
}

/** The usual share is the mean of the last four draws, our own when there are any. */
async function readPots(db: Db): Promise<Map<GameId, Pot>> {
  const { rows } = await sql<Pot>`
    WITH first_tier AS (
      SELECT d.game, d.number, d.origin, p.winners, p.share,
        row_number() OVER (PARTITION BY d.game
          ORDER BY p.share IS NULL, d.origin = 'calendar' DESC, d.number DESC) AS newest
      FROM current_results r
      JOIN draws d USING (draw_id)
      JOIN draw_prizes p ON p.draw_id = r.draw_id AND p.revision = r.revision AND p.part = 'main'
        AND p.tier = 1
    )
    SELECT g.game,
      coalesce((SELECT sum(CASE WHEN t.credit_account = a.account_id THEN t.amount ELSE -t.amount END)
        FROM ledger_accounts a JOIN ledger_transfers t ON t.player_id = 0
          AND a.account_id IN (t.debit_account, t.credit_account)
        WHERE a.kind = 'carry' AND a.game = g.game AND a.tier = 1), 0)::bigint AS carry,
      (SELECT floor(avg(share)) FROM first_tier f WHERE f.game = g.game AND f.newest <= 4)::bigint AS share,
      (SELECT count(*) FROM first_tier f WHERE f.game = g.game AND f.number > coalesce(
        (SELECT max(number) FROM first_tier w WHERE w.game = g.game AND w.winners > 0), 0)) AS unwon
    FROM games g WHERE g.on_sale`.execute(db);
  return new Map(rows.map((pot) => [pot.game, pot]));
}

async function readServerTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT domain_now() AS now`.execute(db);
  return (rows[0] as { now: Date }).now;
}
