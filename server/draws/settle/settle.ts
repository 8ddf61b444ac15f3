/** Settlement: both engines, equal or nothing; the prize table; the transfers; winsel. */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Draw, drawById, nameOf } from '#server/draws/draw.ts';
import { approvedImport } from '#server/draws/figures/figures.ts';
import { DrawHalted, refuseStep, withAlarm } from '#server/draws/halt.ts';
import type { LiveCount, LiveWinner } from '#server/draws/kind.ts';
import { outcomeOf } from '#server/draws/results.ts';
import { blockHead, bookHead, bookPath } from '#server/draws/seal/book.ts';
import { hashBytes } from '#server/draws/seal/merkle.ts';
import { readBlock } from '#server/draws/seal/read-block.ts';
import { rulesHashOf } from '#server/draws/seal/rules-hash.ts';
import { type DrawConfig, linesTask, type Seal, sealOf } from '#server/draws/seal/seal.ts';
import { assertSigned } from '#server/draws/seal/signing.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import { encodeId, newId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { inThread } from '#server/platform/thread.ts';
import { digestOf, firstDifference, unitSums, unpack } from './compare.ts';
import type { BookCount, CountTask } from './count-book.ts';
import { countSpans, livePlaces } from './live-tickets.ts';
import { postSettlement } from './post.ts';
import { computePrizes, type DrawPrizes } from './prizes.ts';

export type Settled = { already: boolean; winningCoupons: number; paid: number; sidePaid: number };

export type Counted = { a: Extract<BookCount, { outcome: 'counted' }>; b: LiveCount };

type Digests = { engineA: Buffer; engineB: Buffer };

/**
 * Selects the winners twice, compares, computes the prizes and posts them to the draw's accounts. Repeatable:
 * a draw that is settled answers what was found. Throws `DrawHalted` when book, engines or money differ.
 */
export async function settleDraw(
  db: Db,
  config: DrawConfig,
  drawId: number,
  actor = 'settlement',
): Promise<Settled> {
  const draw = await drawById(db, drawId);
  const known = await findSettlement(db, drawId);
  if (known) return { already: true, ...known };
  if (draw.state !== 'confirmed')
    refuseStep(`${nameOf(draw)} is ${draw.state}; it is settled once its result is confirmed.`);
  return withAlarm(db, draw, 'settlement', async () => {
    const seal = await sealOf(db, draw);
    assertSigned(seal, draw, config);
    const counted = await countTwice(db, config, draw, seal);
    const digests = await digestsOf(db, config, draw, counted);
    const prizes = await postIfStillDue(
      db,
      config,
      draw,
      { seal, winners: counted.b.winners, digests },
      actor,
    );
    if (!prizes)
      return { already: true, ...((await findSettlement(db, drawId)) as Omit<Settled, 'already'>) };
    const { wins, sums, commonPaid, sidePaid } = prizes;
    return { already: false, winningCoupons: wins.length, paid: sums.paid + commonPaid, sidePaid };
  });
}

/** Rows sold and winning units by line, counted by both engines, for organisers of common pools. */
export function countHere(
  db: Db,
  config: DrawConfig,
  draw: Draw,
): Promise<{ rows: number; units: readonly number[] }> {
  return withAlarm(db, draw, 'settlement', async () => {
    const seal = await sealOf(db, draw);
    const { b } = await countTwice(db, config, draw, seal);
    const lines = config.kinds.of(draw.game).lines(draw);
    return { rows: seal.rows, units: unitSums(b.winners, lines.length) };
  });
}

/** Runs both engines side by side and stops the draw when anything differs. */
export async function countTwice(db: Db, config: DrawConfig, draw: Draw, seal: Seal): Promise<Counted> {
  const kind = config.kinds.of(draw.game);
  const lines = kind.lines(draw);
  const outcome = await outcomeOf(db, draw.drawId);
  await restoreBook(db, config, draw, seal);
  const own = kind.engineA.task(draw, outcome);
  const task = countTask(config, draw, seal, { winLines: lines.length, own });
  const [a, b] = await Promise.all([
    inThread<CountTask, BookCount>(kind.engineA.thread, task),
    countSpans(db, (tx, span) => kind.engineB(tx, draw, outcome, span)),
  ]);
  if (a.outcome === 'altered') return bookAltered(db, draw, a);
  const difference = firstDifference(seal, a, b, lines);
  if (difference) {
    const { what, ...found } = difference;
    const message = `${nameOf(draw)} is not settled: ${what} differ: ${JSON.stringify(found)}.`;
    throw new DrawHalted('engines_differ', message, { ...difference });
  }
  return { a, b };
}

/** The book of a draw as engine A is given it. */
export function countTask(
  { dataDir, kinds }: Pick<DrawConfig, 'dataDir' | 'kinds'>,
  draw: Draw,
  { drawSecret, bookHash, rowWords }: Pick<Seal, 'drawSecret' | 'bookHash' | 'rowWords'>,
  kindOwn: Pick<CountTask, 'winLines' | 'own'>,
): CountTask {
  const { game, number } = draw;
  return {
    file: bookPath(dataDir, game, number),
    game,
    number,
    drawSecret: drawSecret.toString('hex'),
    bookHash: bookHash.toString('hex'),
    rowWords,
    lines: linesTask(kinds, draw),
    ...kindOwn,
  };
}

/**
 * Another machine may have sealed, or the process died before the file had its name: the database
 * holds every block.
 */
export async function restoreBook(
  db: Db,
  { dataDir }: Pick<DrawConfig, 'dataDir'>,
  draw: Draw,
  { rowWords }: Pick<Seal, 'rowWords'>,
): Promise<void> {
  const file = bookPath(dataDir, draw.game, draw.number);
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${newId()}`;
  writeFileSync(unfinished, bookHead(draw.game, draw.number, rowWords), { mode: 0o600 });
  for (let block = 0; ; block += 1) {
    const bytes = await readBlock(db, draw.drawId, block);
    if (!bytes) break;
    writeFileSync(unfinished, Buffer.concat([blockHead(bytes), bytes]), { flag: 'a' });
  }
  renameSync(unfinished, file);
}

async function bookAltered(
  db: Db,
  draw: Draw,
  { reason, leaves }: Extract<BookCount, { outcome: 'altered' }>,
): Promise<never> {
  const coupon = leaves && (await firstAltered(db, draw.drawId, leaves));
  const where = coupon ? ` at coupon ${coupon}` : '';
  const message = `The sales book of ${nameOf(draw)} was altered${where}: ${reason}.`;
  throw new DrawHalted('book_altered', message, { reason, coupon });
}

/** The first coupon whose leaf is not the sealed one; its id as sealed. */
async function firstAltered(db: Db, drawId: number, leaves: Uint8Array): Promise<string | null> {
  const { rows } = await sql<{ hashes: Buffer }>`
    SELECT hashes FROM seal_hashes WHERE draw_id = ${drawId} AND level = 0 ORDER BY part`.execute(db);
  const sealed = Buffer.concat(rows.map(({ hashes }) => hashes));
  for (let offset = 0; offset < sealed.length; offset += hashBytes) {
    const found = Buffer.compare(
      sealed.subarray(offset, offset + hashBytes),
      leaves.subarray(offset, offset + hashBytes),
    );
    if (found !== 0) return sealedCoupon(db, drawId, offset / hashBytes);
  }
  return null;
}

async function sealedCoupon(db: Db, drawId: number, leaf: number): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    SELECT coupon_id AS id FROM coupons LEFT JOIN cancellations x USING (player_id, ticket_id, coupon_id)
    WHERE coupons.draw_id = ${drawId} AND x.coupon_id IS NULL ORDER BY coupon_id OFFSET ${leaf}
      LIMIT 1`.execute(db);
  return rows[0] ? encodeId(rows[0].id) : null;
}

/** Engine A's places come from the book, engine B's from the live coupons. */
async function digestsOf(db: Db, { kinds }: DrawConfig, draw: Draw, { a, b }: Counted): Promise<Digests> {
  const lines = kinds.of(draw.game).lines(draw).length;
  const ids = b.winners.map(({ couponId }) => couponId);
  const digests = {
    engineA: digestOf(unpack(a.winners, lines), a.winners.places),
    engineB: digestOf(b.winners, await livePlaces(db, draw.drawId, ids)),
  };
  if (digests.engineA.equals(digests.engineB)) return digests;
  const message = `${nameOf(draw)} is not settled: the book and the tables number its coupons differently.`;
  throw new DrawHalted('engines_differ', message, { what: 'places of winning coupons' });
}

/** Short: locks the draw, sees that nobody settled meanwhile, posts. */
function postIfStillDue(
  db: Db,
  { secrets, kinds }: DrawConfig,
  draw: Draw,
  { seal, winners, digests }: { seal: Seal; winners: readonly LiveWinner[]; digests: Digests },
  actor: string,
): Promise<DrawPrizes | null> {
  const kind = kinds.of(draw.game);
  const rulesHash = rulesHashOf(kinds, draw);
  return transaction(db, async (tx) => {
    const prizes = await computePrizes(tx, kind, draw, seal, winners);
    if (!prizes) return null;
    const outcome = kind.signedLines(await outcomeOf(tx, draw.drawId));
    const figures = (await approvedImport(tx, draw.drawId))?.hash ?? null;
    const found = { outcome, figures, ...digests, rulesHash, sealSignature: seal.signature };
    await postSettlement(tx, draw, prizes, { found, signingKey: secrets.signingKey, actor });
    return prizes;
  });
}

async function findSettlement(db: Db, drawId: number): Promise<Omit<Settled, 'already'> | null> {
  const { rows } = await sql<Omit<Settled, 'already'>>`
    SELECT winning_coupons AS "winningCoupons", paid + common_paid AS paid, side_paid AS "sidePaid"
    FROM draw_settlements WHERE draw_id = ${drawId}`.execute(db);
  return rows[0] ?? null;
}
