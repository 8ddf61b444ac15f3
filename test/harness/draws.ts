/** For tests of the draw: players with money, tickets sold as to anybody, results by two people. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawCalendar } from '#rules/numbers/calendar.ts';
import { type GameId, rulesOf } from '#rules/numbers/games.ts';
import { stakeOf } from '#rules/numbers/price.ts';
import { rowMask } from '#rules/numbers/rows.ts';
import { isk } from '#rules/values/money.ts';
import { extendCalendar, openDraws, planDraw } from '#server/draws/calendar.ts';
import { closeDraw } from '#server/draws/close.ts';
import { type Draw, drawById, drawColumns } from '#server/draws/draw.ts';
import { confirmResult, type EnteredResult, enterResult } from '#server/draws/results.ts';
import { type Seal, sealDraw } from '#server/draws/seal/seal.ts';
import { type Settled, settleDraw } from '#server/draws/settle/settle.ts';
import { houseAccount, postTransfers } from '#server/ledger/house-accounts.ts';
import { openWallets } from '#server/ledger/sandbox-money.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { newId } from '#server/platform/ids.ts';
import { createLog } from '#server/platform/log.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import { moveSessions } from '#server/players/sessions/move-sessions.ts';
import type { Purchase } from '#server/sales/purchase.ts';
import { createSell } from '#server/sales/sell.ts';
import type { TestDatabase } from './database.ts';

export type TestTicket = {
  playerId: number;
  rows: readonly (readonly number[])[];
  /** Extra numbers of each row, where the game has them. */
  extras?: readonly (readonly number[])[];
  joker?: string;
  system?: number;
  drawCount?: number;
};

export type Bought = { ticketId: string; couponIds: string[] };

/** Everything that a test does to draws, on one database. */
export function drawFixture(own: TestDatabase) {
  giveOwnFolder(own);
  return Object.assign(market(own), drawing(own), look(own));
}

/** The sale: draws, players, tickets. */
function market(own: TestDatabase) {
  const sell = createSell(own.pipeline, createLog('test', 2, 'silent'));
  let players = 0;
  return {
    /** Calendar, the first draw of each game on sale. */
    async open(game: GameId = 'lotto'): Promise<Draw> {
      await transaction(own.db, async (tx) => {
        await extendCalendar(tx, own.config.kinds);
        await openDraws(tx);
      });
      return drawOnSale(own, game);
    },
    onSale: (game: GameId = 'lotto') => drawOnSale(own, game),
    openOther: (game: GameId, date: string) => openOther(own, game, date),
    async player(balance: number): Promise<number> {
      players += 1;
      return addPlayer(own, `drawtest${players}`, balance);
    },
    async buy(ticket: TestTicket, from?: Draw): Promise<Bought> {
      const purchase = await purchaseOf(own, ticket, from ?? (await drawOnSale(own, 'lotto')));
      await sell(purchase);
      const { ticketId, coupons } = purchase;
      return { ticketId, couponIds: coupons.map(({ couponId }) => couponId) };
    },
  };
}

/** What happens to a draw once nobody buys. */
function drawing({ db, config, ...own }: TestDatabase) {
  return {
    /** Closed before its time and sealed. */
    async seal(draw: Draw): Promise<Seal> {
      await closeDraw(db, draw.drawId, { actor: 'gunna', reason: 'test' });
      return sealDraw(db, config, draw.drawId);
    },
    /** Entered and confirmed by two persons, once the draw is held: until then time passes. */
    async result(
      drawId: number,
      numbers: number[],
      bonus: number | readonly number[],
      joker = '00000',
    ): Promise<void> {
      await untilHeld(db, drawId);
      const outcome = { numbers, bonusNumbers: [bonus].flat(), joker };
      const entered = (actor: string): EnteredResult => ({ drawId, outcome, actor });
      await transaction(db, (tx) => enterResult(tx, config.kinds, entered('gunna')));
      await transaction(db, async (tx) => void (await confirmResult(tx, config.kinds, entered('jonas'))));
    },
    settle: (drawId: number): Promise<Settled> => settleDraw(db, config, drawId),
    advanceTo: (at: Date): Promise<void> => setClock(db, at),
    /** What the owner of the database could do, against every trigger. */
    async tamper(table: string, statement: string): Promise<void> {
      await own.adminPool.query(`ALTER TABLE ${table} DISABLE TRIGGER append_only`);
      await own.adminPool.query(statement);
      await own.adminPool.query(`ALTER TABLE ${table} ENABLE TRIGGER append_only`);
    },
  };
}

/** Moves domain time, and the sessions with it, on to the draw's own time; what falls due stays undone. */
export async function untilHeld(db: Db, drawId: number): Promise<void> {
  const { drawDate } = await drawById(db, drawId);
  const left = drawDate.getTime() - (await databaseNow(db)).getTime();
  if (left <= 0) return;
  await transaction(db, (tx) => moveSessions(tx, left / 1000));
  await setClock(db, drawDate);
}

function look({ db }: TestDatabase) {
  /** One value of one row. */
  const value = async <T>(query: Sql<unknown>): Promise<T> => {
    const { rows } = await sql<{ value: T }>`SELECT (${query}) AS value`.execute(db);
    return (rows[0] as { value: T }).value;
  };
  return {
    value,
    draw: (drawId: number) => drawById(db, drawId),
    balance: (playerId: number): Promise<number> =>
      value(sql`SELECT balance FROM wallets WHERE player_id = ${playerId}`),
  };
}

/** Lotto's sales begin with so much in the first prize. */
export function openLottoCarry(db: Db, amount: number): Promise<void> {
  return transaction(db, async (tx) => {
    const from = await houseAccount(tx, { kind: 'opening', game: 'lotto' });
    const to = await houseAccount(tx, { kind: 'carry', game: 'lotto', tier: 1 });
    await postTransfers(tx, 'opening_carry', {}, [{ from, to, amount }]);
  });
}

async function drawOnSale({ db }: TestDatabase, game: GameId): Promise<Draw> {
  const { rows } = await sql<Draw>`
    SELECT ${drawColumns} FROM draws d
    WHERE game = ${game} AND state = 'released' AND closed_at IS NULL`.execute(db);
  return rows[0] as Draw;
}

/** The first draw of a game on or after the date, on sale now, whatever the calendar holds. */
function openOther({ db, config }: TestDatabase, game: GameId, date: string): Promise<Draw> {
  const [planned] = drawCalendar(game, date, 1);
  if (!planned) throw new Error('no such draw');
  return transaction(db, async (tx) => {
    const drawId = (await planDraw(tx, config.kinds, game, planned)) as number;
    await sql`SELECT move_draw(${drawId}, 'released', 'test', NULL)`.execute(tx);
    return drawById(tx, drawId);
  });
}

/** For tests of one game's draws, whatever the others do meanwhile. */
export async function sellOnly({ adminPool }: Pick<TestDatabase, 'adminPool'>, game: GameId): Promise<void> {
  await adminPool.query('UPDATE games SET on_sale = game = $1', [game]);
}

function addPlayer({ db }: TestDatabase, name: string, balance: number): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO players (username, first_name, last_name, email)
      VALUES (${name}, 'Prufa', 'Prufudóttir', ${`${name}@example.is`})
      RETURNING player_id AS id`.execute(tx);
    const playerId = (rows[0] as { id: number }).id;
    await openWallets(tx, [{ playerId, certificateExpires: '2099-01-01', balance }]);
    return playerId;
  });
}

async function purchaseOf({ db }: TestDatabase, ticket: TestTicket, first: Draw) {
  const { rows: draws } = await sql<{ id: number }>`
    SELECT draw_id AS id FROM draws WHERE game = ${first.game} AND number >= ${first.number}
    ORDER BY number LIMIT ${ticket.drawCount ?? 1}`.execute(db);
  const bonusOf = (index: number) => [...(ticket.extras?.[index] ?? [])];
  const price = stakeOf({
    version: rulesOf(first),
    rows: ticket.rows.map((numbers, index) => ({ numbers, bonusNumbers: bonusOf(index) })),
    system: ticket.system,
    joker: ticket.joker ? [...ticket.joker].map(Number) : undefined,
    amountRow: isk(first.amountRow),
    amountJoker: isk(first.amountSide),
  });
  return {
    playerId: ticket.playerId,
    game: first.game,
    ticketId: newId(),
    coupons: draws.map(({ id }) => ({ drawId: id, couponId: newId() })),
    stake: price.perDraw,
    rowCount: price.rowCount,
    rowMasks: ticket.rows.map(rowMask),
    secondMasks: ticket.extras?.map(rowMask) ?? null,
    quickPicks: 0,
    system: ticket.system ?? 0,
    side: ticket.joker ?? null,
    channel: null,
    ip: null,
    affiliateId: null,
    key: null,
    inputHash: null,
    session: null,
  } satisfies Purchase;
}

/**
 * The run's databases share their server's folder, and their draws have the same numbers: books need one
 * of their own.
 */
function giveOwnFolder(own: TestDatabase): void {
  const dataDir = mkdtempSync(join(tmpdir(), 'hending-draws-'));
  const { close } = own;
  own.config = { ...own.config, dataDir };
  own.close = async () => {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
