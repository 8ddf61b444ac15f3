/**
 * A letter and a notice to everybody who had a ticket in a draw: after it what was won, or that nothing was,
 * only when the prizes are in the wallets (docs/decisions/035-letters-by-cursor.md); and at once that it was
 * cancelled or moved.
 */

import type { CouponResult } from '#server/draws/coupon.ts';
import { type GameInLetters, gameInLetters } from '#server/draws/game-in-letters.ts';
import { raiseDrawAlarm } from '#server/draws/halt.ts';
import type { Kinds, Outcome } from '#server/draws/kind.ts';
import { readResult } from '#server/draws/ticket.ts';
import type { Values } from '#server/messages/compose.ts';
import { addNotices, type Mailing, type NoticeKind, queueMailing } from '#server/messages/messages.ts';
import { pageAddress } from '#server/messages/page-address.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { isDatabaseFault } from '#server/platform/database-failures.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { encodeId } from '#server/platform/ids.ts';
import type { Log } from '#server/platform/log.ts';
import { messageOf } from '#server/platform/message-of.ts';
import { sql } from '#server/platform/sql.ts';
import { type AverageCosts, averageCosts } from './average-cost.ts';
import { localeOf } from './reader.ts';

/** Players written to in one turn, so that what else falls due need not wait for all. */
const portion = 200;

/** A draw is closed when its prizes are paid; high ones wait for a person. */
const untold = sql`(
  SELECT * FROM (
    SELECT draw_id, CASE state WHEN 'closed' THEN 'drawn' ELSE 'cancelled' END AS about, 0 AS nth, draw_date
    FROM draws WHERE origin = 'calendar' AND state IN ('closed', 'cancelled')
    UNION ALL SELECT draw_id, 'moved', nth, moved_to FROM draw_moves
  ) AS all_news
  WHERE NOT EXISTS (SELECT FROM draw_letters l
    WHERE (l.draw_id, l.about, l.nth) = (all_news.draw_id, all_news.about, all_news.nth))
) AS untold`;

export type LetterParts = { kinds: Kinds; log: Log };

/** Beyond the pause after a failure, the machine's clock has jumped back. */
const isFree = sql`(retry_at IS NULL OR retry_at > domain_now() + interval '1 hour')`;

export function drawLetterDeadline(parts: LetterParts): Deadline {
  return {
    name: 'draw letters',
    due: sql`
      SELECT CASE WHEN EXISTS (SELECT FROM draw_letters_waiting WHERE ${isFree})
          OR EXISTS (SELECT FROM ${untold}) THEN domain_now()
        ELSE (SELECT greatest(min(retry_at), domain_now()) FROM draw_letters_waiting
          HAVING count(*) > 0) END`,
    run: (db) => writeOrDefer(db, parts),
  };
}

/** One portion of letters; where those of one draw cannot be written, they alone wait, with an alarm. */
async function writeOrDefer(db: Db, parts: LetterParts): Promise<number> {
  try {
    return await transaction(db, async (tx) => (await writePortion(tx, parts.kinds)) || listPlayers(tx));
  } catch (error) {
    if (!(error instanceof LettersFailed)) throw error;
    await transaction(db, (tx) => defer(tx, error));
    parts.log.error({ err: error.cause, drawId: error.news.drawId }, error.message);
    return 1;
  }
}

type News = Pick<Player, 'drawId' | 'about' | 'nth'>;

class LettersFailed extends Error {
  readonly news: News;

  constructor(news: News, cause: unknown) {
    super(`the letters of draw ${news.drawId} cannot be written`, { cause });
    this.news = news;
  }
}

async function defer(tx: Tx, { news, message, cause }: LettersFailed): Promise<void> {
  await sql`
    UPDATE draw_letters_waiting SET retry_at = domain_now() + interval '1 hour'
    WHERE (draw_id, about, nth) = (${news.drawId}, ${news.about}, ${news.nth})`.execute(tx);
  const words = `${message} and are retried each hour: ${messageOf(cause)}.`;
  await raiseDrawAlarm(tx, news.drawId, 'letters_failed', words, {}, false);
}

/**
 * Lists who is to be told the next news of a draw, in one pass over its coupons; those who read no mail are
 * left out, and tickets that their owner gave back.
 *
 * @returns how many news: 1 or 0
 */
async function listPlayers(tx: Tx): Promise<number> {
  const { rows } = await sql<{ drawId: number; about: string; nth: number }>`
    INSERT INTO draw_letters (draw_id, about, nth)
    SELECT draw_id, about, nth FROM ${untold} ORDER BY draw_date, nth LIMIT 1
    ON CONFLICT DO NOTHING RETURNING draw_id AS "drawId", about, nth`.execute(tx);
  const [news] = rows;
  if (!news) return 0;
  await sql`
    INSERT INTO draw_letters_waiting (draw_id, about, nth, player_id, tickets, ticket_id)
    SELECT ${news.drawId}, ${news.about}, ${news.nth}, player_id, tickets, ticket_id FROM (
      SELECT c.player_id, count(*) AS tickets, min(c.ticket_id::text)::uuid AS ticket_id
      FROM coupons c
      LEFT JOIN LATERAL (
        SELECT reason FROM cancellations x WHERE x.player_id = c.player_id
          AND x.ticket_id = c.ticket_id AND x.coupon_id = c.coupon_id OFFSET 0) x ON true
      WHERE c.draw_id = ${news.drawId} AND reason IS DISTINCT FROM 'player' GROUP BY c.player_id
    ) AS entered
    CROSS JOIN LATERAL (
      SELECT FROM players p WHERE p.player_id = entered.player_id AND mailbox AND erased_at IS NULL OFFSET 0
    ) AS reader`.execute(tx);
  return 1;
}

/** Letters, notices and that nobody waits for them any more are one transaction. */
async function writePortion(tx: Tx, kinds: Kinds): Promise<number> {
  const players = await nextPlayers(tx);
  const byNews = Map.groupBy(players, ({ drawId, about, nth }) => `${drawId} ${about} ${nth}`);
  for (const group of byNews.values()) {
    try {
      await writeNews(tx, kinds, group);
    } catch (error) {
      if (isDatabaseFault(error)) throw error;
      throw new LettersFailed(group[0] as Player, error);
    }
  }
  return players.length;
}

async function writeNews(tx: Tx, kinds: Kinds, players: readonly Player[]): Promise<void> {
  const told = players.filter(
    ({ about, isClosed, wants, wins }) => !isClosed && (about !== 'drawn' || wants || wins.some(isHigh)),
  );
  const settled = await settledOf(tx, told);
  const letters: Letter[] = [];
  const around = { kinds, settled, averageOf: averageCosts(tx, kinds) };
  for (const player of told) letters.push(await letterOf(around, player));
  await queueMailing(tx, letters);
  await addNotices(tx, letters);
}

type Win = {
  ticketId: string;
  amount: number;
  paid: boolean;
  heldUntil: string | null;
  /** The ticket, as kinds tell it. */
  rowMasks: string[];
  secondMasks: string[] | null;
  system: number;
  rowCount: number;
  side: string | null;
  stakeTotal: number;
  /** Of its coupons, in the order of their draws. */
  stakes: number[];
};

type Player = {
  drawId: number;
  nth: number;
  about: 'drawn' | 'cancelled' | 'moved';
  playerId: number;
  tickets: number;
  ticketId: string;
  /** Of the tickets. */
  ofSubscriptions: number;
  game: string;
  rulesId: string;
  drawDate: Date;
  /** Of a move. */
  movedFrom: Date | null;
  movedTo: Date | null;
  claimBy: Date;
  /** Once there is one. */
  outcome: Outcome | null;
  isClosed: boolean;
  wants: boolean;
  locale: 'is' | 'en';
  wins: Win[];
};

/** Not paid by now: it waits for a person. */
const isHigh = ({ paid }: Win): boolean => !paid;

/** Takes those who are next off the list. Two workers take different ones. */
async function nextPlayers(tx: Tx): Promise<Player[]> {
  const { rows } = await sql<Player>`
    WITH next AS (
      DELETE FROM draw_letters_waiting WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM draw_letters_waiting WHERE ${isFree} OR retry_at <= domain_now()
        ORDER BY draw_id, about, nth, player_id LIMIT ${portion}
        FOR UPDATE SKIP LOCKED))
      RETURNING *
    )
    SELECT n.draw_id AS "drawId", n.nth, n.about, n.player_id AS "playerId", n.tickets,
      n.ticket_id AS "ticketId",
      (SELECT count(*) FROM subscription_coupons s
       WHERE s.player_id = n.player_id AND s.draw_id = n.draw_id) AS "ofSubscriptions",
      d.game, d.rules_id AS "rulesId", d.draw_date AS "drawDate",
      m.moved_from AS "movedFrom", m.moved_to AS "movedTo",
      claim_by(prizes_due_from(n.draw_id))::timestamp AT TIME ZONE 'UTC' AS "claimBy", r.outcome,
      w.closed_at IS NOT NULL AS "isClosed", p.draw_letters AS wants,
      ${localeOf(sql`n.player_id`)} AS locale, won.wins
    FROM next n
    CROSS JOIN LATERAL (SELECT game, rules_id, draw_date FROM draws WHERE draw_id = n.draw_id OFFSET 0) d
    LEFT JOIN LATERAL (SELECT * FROM current_results WHERE draw_id = n.draw_id OFFSET 0) r ON true
    LEFT JOIN draw_moves m ON m.draw_id = n.draw_id AND m.nth = n.nth
    CROSS JOIN LATERAL (SELECT draw_letters FROM players WHERE player_id = n.player_id OFFSET 0) p
    CROSS JOIN LATERAL (SELECT closed_at FROM wallets WHERE player_id = n.player_id OFFSET 0) w
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('ticketId', c.ticket_id, 'amount', amount + side_amount,
        'paid', paid.at IS NOT NULL,
        'heldUntil', CASE WHEN high THEN held_until(c.draw_id, amount + side_amount) END,
        'rowMasks', t.row_masks::text[], 'secondMasks', t.second_masks::text[], 'system', t.system,
        'rowCount', t.row_count, 'side', t.side, 'stakeTotal', t.stake, 'stakes', s.stakes)
        ORDER BY amount + side_amount DESC, c.ticket_id), '[]') AS wins
      FROM coupon_wins c
      CROSS JOIN LATERAL (SELECT * FROM tickets
        WHERE player_id = c.player_id AND ticket_id = c.ticket_id OFFSET 0) t
      CROSS JOIN LATERAL (SELECT array_agg(stake ORDER BY draw_id) AS stakes FROM coupons
        WHERE player_id = c.player_id AND ticket_id = c.ticket_id OFFSET 0) s
      LEFT JOIN LATERAL (
        SELECT paid_at AS at FROM coupon_payouts p
        WHERE p.draw_id = c.draw_id AND p.player_id = c.player_id AND p.coupon_id = c.coupon_id OFFSET 0
      ) paid ON true
      WHERE c.draw_id = n.draw_id AND c.player_id = n.player_id AND amount + side_amount > 0
    ) won
    ORDER BY n.draw_id, n.about, n.nth, n.player_id`.execute(tx);
  return rows;
}

/** What the draw pays, of news that somebody won. */
async function settledOf(tx: Tx, told: readonly Player[]): Promise<CouponResult | null> {
  const winner = told.find(({ wins }) => wins.length > 0);
  return winner ? readResult(tx, { status: 'won', drawId: winner.drawId }) : null;
}

type Around = { kinds: Kinds; settled: CouponResult | null; averageOf: AverageCosts };
type Letter = Mailing & { kind: NoticeKind };

/** Its kind and values are the notice's too. */
async function letterOf(around: Around, player: Player): Promise<Letter> {
  const { kinds } = around;
  const { about, playerId, locale, drawDate, tickets: count, movedFrom, movedTo, outcome } = player;
  const { showing } = kinds.of(player.game);
  const game = gameInLetters(showing, player.game);
  if (about === 'drawn' && outcome) return letterOfDrawn(around, player, game, outcome);
  const url = ticketsAddress(player);
  if (movedFrom && movedTo) {
    const [was, now] = [movedFrom.toISOString(), movedTo.toISOString()];
    const values = { ...game, wasDate: was, wasTime: was, date: now, time: now, count, url };
    return { playerId, locale, kind: 'drawMoved', values } as const;
  }
  const values = { ...game, date: drawDate.toISOString(), count, returned: returnedTo(player), url };
  return { playerId, locale, kind: 'drawCancelled', values } as const;
}

/** The stake of a subscription's coupon is prepaid again. */
function returnedTo({ ofSubscriptions, tickets }: Player): string {
  if (ofSubscriptions === 0) return 'balance';
  return ofSubscriptions === tickets ? 'prepaid' : 'both';
}

/** To the one ticket, or to all. */
function ticketsAddress({ locale, tickets, ticketId }: Player): string {
  return pageAddress(locale, `/minar-sidur/midar${tickets === 1 ? `?ticketId=${encodeId(ticketId)}` : ''}`);
}

async function letterOfDrawn(
  around: Around,
  player: Player,
  game: GameInLetters,
  outcome: Outcome,
): Promise<Letter> {
  const { showing } = around.kinds.of(player.game);
  const date = player.drawDate.toISOString();
  const { drawn: written, name, side } = showing.outcomeInLetters(outcome);
  const words = { drawn: written, ...(name && { drawnName: name }), joker: side ?? 'none' };
  const drawn = { ...game, date, ...words };
  const high = player.wins.filter(isHigh);
  const paid = player.wins.filter((win) => !isHigh(win));
  const told = { playerId: player.playerId, locale: player.locale };
  if (high.length > 0) {
    const values = {
      ...drawn,
      ...(await prizes(around, player, high, 'vinningur')),
      claimDate: player.claimBy.toISOString(),
    };
    const others = { paidWins: paid.length, total: sum(paid) };
    return { ...told, kind: 'winLarge', values: { ...values, ...others } } as const;
  }
  if (paid.length > 0) {
    const values = { ...drawn, ...(await prizes(around, player, paid, 'midar')) };
    return { ...told, kind: 'win', values };
  }
  const values = { ...drawn, count: player.tickets, url: ticketsAddress(player) };
  return { ...told, kind: 'noWin', values } as const;
}

/** @param page of the ticket, or of its claim */
async function prizes(around: Around, player: Player, wins: readonly Win[], page: 'midar' | 'vinningur') {
  const lines: Values[] = [];
  for (const win of wins) {
    const { amount, heldUntil } = win;
    const ticketId = encodeId(win.ticketId);
    const url = pageAddress(player.locale, `/minar-sidur/${page}?ticketId=${ticketId}`);
    const ticket = await ticketInWords(around, player, win);
    lines.push({ ticketId, amount, ...ticket, ...(heldUntil && { payDate: heldUntil }), url });
  }
  return { amount: sum(wins), wins: lines };
}

/** Its rows with what they won, its price, and what such a ticket costs on average. */
async function ticketInWords({ kinds, settled, averageOf }: Around, { game, rulesId }: Player, win: Win) {
  const rows = settled && kinds.of(game).showing.wonInLetters?.({ ...win, rulesId }, settled);
  const average = await averageOf({ ...win, game, rulesId });
  return { ...(rows && { rows }), stake: win.stakeTotal, ...average };
}

const sum = (wins: readonly Win[]): number => wins.reduce((total, { amount }) => total + amount, 0);
