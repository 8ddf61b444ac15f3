/** Writes the published book of a draw, in a thread of its own. */
import { createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { threadId } from 'node:worker_threads';
import { createGzip } from 'node:zlib';
import { newClient } from '#server/platform/database-bounds.ts';
import { viewAnyBlock } from './first-book.ts';
import { linesOf } from './kind-lines.ts';
import { createPublicWriter } from './leaf.ts';
import type { PublishTask } from './published-book.ts';

export async function writePublishedBook(task: PublishTask): Promise<void> {
  mkdirSync(dirname(task.file), { recursive: true, mode: 0o700 });
  const unfinished = `${task.file}.${process.pid}-${threadId}`;
  try {
    await pipeline(publicLines(task), createGzip(), createWriteStream(unfinished, { mode: 0o600 }));
    renameSync(unfinished, task.file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

async function* publicLines(task: PublishTask): AsyncGenerator<string> {
  const { databaseUrl, drawId, head, drawSecret, rowWords } = task;
  const write = createPublicWriter(Buffer.from(drawSecret, 'hex'), await linesOf(task.lines));
  const client = newClient(databaseUrl, 'seal');
  await client.connect();
  try {
    yield `${head}\n`;
    for (let block = 0; ; block += 1) {
      const { rows } = await client.query<{ bytes: Buffer }>(
        'SELECT bytes FROM book_blocks WHERE draw_id = $1 AND block = $2',
        [drawId, block],
      );
      if (!rows[0]) break;
      yield write(viewAnyBlock(new Uint8Array(rows[0].bytes), rowWords));
    }
  } finally {
    await client.end();
  }
}
