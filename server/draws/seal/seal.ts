/** Seals a closed draw: the book of all its coupons under one signed root, before any number is drawn. */

import { type Draw, drawById, nameOf } from '#server/draws/draw.ts';
import { DrawHalted, refuseStep, withAlarm } from '#server/draws/halt.ts';
import type { Kinds } from '#server/draws/kind.ts';
import type { ServiceConfig } from '#server/platform/config.ts';
import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { inThread } from '#server/platform/thread.ts';
import type { RowWords } from './book.ts';
import type { LinesTask } from './kind-lines.ts';
import { rulesHashOf } from './rules-hash.ts';

/** What the steps of a draw need beside the database. */
export type DrawConfig = Pick<ServiceConfig, 'databaseUrl' | 'dataDir' | 'secrets'> & { kinds: Kinds };

export type Seal = {
  drawId: number;
  sealedAt: Date;
  coupons: number;
  rows: number;
  stakes: number;
  sideStakes: number;
  merkleRoot: Buffer;
  /** SHA-256 of the sales book. */
  bookHash: Buffer;
  /** Null in seals made before it was part of them. */
  rulesHash: Buffer | null;
  algorithm: string;
  signature: Buffer;
  publicKey: Buffer;
  /** Salts the leaves. */
  drawSecret: Buffer;
  rowWords: RowWords;
};

export type SealTask = {
  databaseUrl: string;
  dataDir: string;
  sealSecret: string;
  signingKey: string;
  drawId: number;
  game: string;
  number: number;
  rulesId: string;
  /** Hexadecimal. */
  rulesHash: string;
  termsHash: string | null;
  stakesAccount: number;
  amountRow: number;
  amountSide: number;
  /** Words of 64 bits a row. */
  rowWords: number;
  lines: LinesTask;
};

type Sums = { coupons: number; stakes: number };
export type SealAnswer =
  | { outcome: 'sealed' }
  | { outcome: 'differs'; book: Sums; ledger: Sums }
  | { outcome: 'unwritten'; due: number };

/** Repeatable: answers the seal that is there. Throws `DrawHalted` when a coupon is missing, or a króna. */
export async function sealDraw(db: Db, config: DrawConfig, drawId: number): Promise<Seal> {
  const known = await findSeal(db, drawId);
  if (known) return known;
  const draw = await drawById(db, drawId);
  if (!draw.closedAt) refuseStep(`${nameOf(draw)} is still on sale; it is sealed after it closes.`);
  if (draw.state !== 'released') refuseStep(`${nameOf(draw)} is ${draw.state} and is not sealed any more.`);
  return withAlarm(db, draw, 'seal', async () => {
    const answer = await inThread<SealTask, SealAnswer>(sealWorker, sealTask(draw, config));
    if (answer.outcome === 'unwritten') {
      const { due } = answer;
      throw new DrawHalted(
        'subscriptions_unwritten',
        `${nameOf(draw)} is not sealed: ${due} paid subscriptions have no coupon in it yet.`,
        { due },
      );
    }
    if (answer.outcome === 'differs') {
      const { book, ledger } = answer;
      throw new DrawHalted(
        'seal_differs_from_ledger',
        `${nameOf(draw)} is not sealed: the book has ${book.coupons} coupons and ${book.stakes} kr., ` +
          `the ledger ${ledger.coupons} and ${ledger.stakes} kr.`,
        { book, ledger },
      );
    }
    return sealOf(db, draw);
  });
}

const sealWorker = new URL('./seal-worker.ts', import.meta.url);

export function sealTask(draw: Draw, { databaseUrl, dataDir, secrets, kinds }: DrawConfig): SealTask {
  const { drawId, game, number, rulesId, termsHash, stakesAccount, amountRow, amountSide } = draw;
  return {
    databaseUrl,
    dataDir,
    sealSecret: secrets.seal,
    signingKey: secrets.signingKey,
    drawId,
    game,
    number,
    rulesId,
    rulesHash: rulesHashOf(kinds, draw).toString('hex'),
    termsHash: termsHash?.toString('hex') ?? null,
    stakesAccount,
    amountRow,
    amountSide,
    rowWords: kinds.of(game).book.rowWords(draw),
    lines: linesTask(kinds, draw),
  };
}

/** How the draw's kind writes its coupons, for any thread. */
export function linesTask(kinds: Kinds, draw: Pick<Draw, 'game' | 'rulesId'>): LinesTask {
  const { module, own } = kinds.of(draw.game).book;
  return { module: module.href, own: own(draw) };
}

export async function findSeal(db: Db, drawId: number): Promise<Seal | null> {
  const { rows } = await sql<Seal>`
    SELECT draw_id AS "drawId", sealed_at AS "sealedAt", coupons, rows, stakes, side_stakes AS "sideStakes",
      merkle_root AS "merkleRoot", book_hash AS "bookHash", rules_hash AS "rulesHash", algorithm, signature,
      public_key AS "publicKey", draw_secret AS "drawSecret", row_words AS "rowWords"
    FROM seals WHERE draw_id = ${drawId}`.execute(db);
  return rows[0] ?? null;
}

/** Refuses when there is none: no result without a seal. */
export async function sealOf(db: Db, draw: Pick<Draw, 'drawId' | 'game' | 'number'>): Promise<Seal> {
  return (await findSeal(db, draw.drawId)) ?? refuseStep(`${nameOf(draw)} has no seal.`);
}
