/** Credits the prizes of a raffle, each once, and tells the winners. */
import { type Draw, drawById, nameOf } from '#server/draws/draw.ts';
import { type GameInLetters, gameInLetters } from '#server/draws/game-in-letters.ts';
import { refuseStep } from '#server/draws/halt.ts';
import type { Kinds } from '#server/draws/kind.ts';
import { addNotices, queueMailing } from '#server/messages/messages.ts';
import { pageAddress } from '#server/messages/page-address.ts';
import { type Db, retrying, type Tx, transaction } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';

/** Repeatable. Says how many were paid now. */
export async function payRaffle(db: Db, kinds: Kinds, drawId: number): Promise<{ paid: number }> {
  const draw = await drawById(db, drawId);
  const { rows } = await sql`SELECT FROM raffles WHERE draw_id = ${drawId}`.execute(db);
  if (rows.length === 0) refuseStep(`The raffle of ${nameOf(draw)} is not confirmed yet.`);
  return retrying(() =>
    transaction(db, async (tx) => {
      const wins = await sql<Win>`
        SELECT player_id AS "playerId", ticket_id AS "ticketId", coupon_id AS "couponId", number, amount
        FROM pay_raffle(${drawId})`.execute(tx);
      await tell(tx, kinds, draw, wins.rows);
      await sql`SELECT pg_notify('draws_changed', ${String(drawId)})`.execute(tx);
      return { paid: wins.rows.length };
    }),
  );
}

type Win = { playerId: number; ticketId: string; couponId: string; number: number; amount: number };
type Reader = { playerId: number; wants: boolean; locale: 'is' | 'en' };

/** Letters leave once the credit is committed. Whoever declined those of draws finds the notice alone. */
async function tell(tx: Tx, kinds: Kinds, draw: Draw, wins: readonly Win[]): Promise<void> {
  const game = gameInLetters(kinds.of(draw.game).showing, draw.game);
  const of = { ...game, date: draw.drawDate.toISOString() };
  const readers = await readersOf(tx, wins);
  const told = wins.flatMap((win) => {
    const reader = readers.get(win.playerId);
    return reader ? [letterOf(of, win, reader)] : [];
  });
  await queueMailing(
    tx,
    told.filter(({ playerId }) => readers.get(playerId)?.wants),
  );
  await addNotices(tx, told);
}

/** Those who read what they are sent: neither sample players nor closed accounts. */
async function readersOf(tx: Tx, wins: readonly Win[]): Promise<Map<number, Reader>> {
  const { rows } = await sql<Reader>`
    SELECT player_id AS "playerId", draw_letters AS wants, coalesce((
      SELECT locale FROM known_devices k WHERE k.player_id = p.player_id
      ORDER BY last_used_at DESC LIMIT 1), 'is') AS locale
    FROM players p JOIN wallets w USING (player_id)
    WHERE player_id = ANY (${wins.map(({ playerId }) => playerId)}::bigint[])
      AND mailbox AND erased_at IS NULL AND closed_at IS NULL`.execute(tx);
  return new Map(rows.map((reader) => [reader.playerId, reader]));
}

type OfDraw = GameInLetters & { date: string };

function letterOf(draw: OfDraw, { number, amount, ...ids }: Win, { playerId, locale }: Reader) {
  const [ticketId, couponId] = [encodeId(ids.ticketId), encodeId(ids.couponId)];
  const url = pageAddress(locale, `/minar-sidur/midar?ticketId=${ticketId}&couponId=${couponId}`);
  const values = { ...draw, number, amount, ticketId, url };
  return { playerId, locale, kind: 'raffleWin', values } as const;
}
