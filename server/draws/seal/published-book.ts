/**
 * What was played in a draw, for anybody to read: the sealed book without its owners, as text. Once a draw is
 * settled it lies in `DATA_DIR/published/<game>-<draw>.txt.gz`, made when it is first asked for:
 *
 * published book 1 <game> <draw> <rules>
 * 9f3c… rows=3-17-22-41-44 system=0 side=01234 stake=400
 *
 * A line for each coupon, in the order of the seal. The hash before it hides coupon, ticket and time of sale;
 * with it each line is a leaf of the tree whose root was published before the draw (`leaf.ts`). All rows of a
 * coupon are written here, also where the leaf holds only their hash.
 */
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FileAnswer } from '#contract/call.ts';
import { drawByNumber } from '#server/draws/draw.ts';
import type { Db } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { inThread } from '#server/platform/thread.ts';
import type { RowWords } from './book.ts';
import type { LinesTask } from './kind-lines.ts';
import { type DrawConfig, findSeal, linesTask } from './seal.ts';

export type PublishTask = {
  databaseUrl: string;
  file: string;
  drawId: number;
  /** First line of the file. */
  head: string;
  /** Hexadecimal. */
  drawSecret: string;
  rowWords: RowWords;
  lines: LinesTask;
};

export type ReadPublishedBook = (game: string, number: number) => Promise<FileAnswer>;

type Parts = { db: Db; config: Pick<DrawConfig, 'dataDir' | 'databaseUrl' | 'kinds'> };

/** The reader refuses with EC_NO_DATA_FOUND while the draw is not settled. */
export function createPublishedBooks({ db, config }: Parts): ReadPublishedBook {
  const underWay = new Map<string, Promise<unknown>>();
  return async (game, number) => {
    const name = `${game}-${number}.txt.gz`;
    const file = join(config.dataDir, 'published', name);
    if (!existsSync(file)) {
      const made = underWay.get(file) ?? publish(db, config, { game, number, file });
      underWay.set(file, made);
      await made.finally(() => underWay.delete(file));
    }
    return { name, type: 'application/gzip', parts: createReadStream(file) };
  };
}

async function publish(
  db: Db,
  { databaseUrl, kinds }: Parts['config'],
  { game, number, file }: { game: string; number: number; file: string },
): Promise<void> {
  const { drawId, rulesId } = await drawByNumber(db, game, number);
  const seal = await findSeal(db, drawId);
  const { rows } = await sql`SELECT FROM draw_settlements WHERE draw_id = ${drawId}`.execute(db);
  if (!seal || rows.length === 0) refuse('EC_NO_DATA_FOUND');
  const { rowWords } = seal;
  const head = `published book 1 ${game} ${number} ${rulesId}`;
  const drawSecret = seal.drawSecret.toString('hex');
  const lines = linesTask(kinds, { game, rulesId });
  const task = { databaseUrl, file, drawId, head, drawSecret, rowWords, lines };
  await inThread<PublishTask, true>(publishWorker, task);
}

const publishWorker = new URL('./publish-worker.ts', import.meta.url);
