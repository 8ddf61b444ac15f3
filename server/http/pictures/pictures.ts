/**
 * Pictures for those who share a page: drawn once in a thread of their own, kept as files in DATA_DIR. One
 * at a time, and few may wait, so that a rush of askers costs no page its time.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { refuse } from '#server/platform/refusal.ts';
import type { Drawing, DrawingAnswer } from './drawing.ts';

/** Another look of the same words is another file: count up when `thread.ts` draws otherwise. */
const look = 1;
const waitingMax = 20;
const filesMax = 3000;
const drawMs = 20_000;
/** The thread ends when nobody asked for so long. */
const idleMs = 60_000;

export type Pictures = ReturnType<typeof createPictures>;

export function createPictures(dataDir: string) {
  const folder = join(dataDir, 'pictures');
  const thread = drawingThread();
  const inFlight = new Map<string, Promise<Buffer>>();

  /** The picture as PNG, 1200 × 630. Refuses with EC_SYSTEM_CLOSED when too many wait. */
  async function png(drawing: Drawing): Promise<Buffer> {
    const hash = createHash('sha256')
      .update(JSON.stringify([look, drawing]))
      .digest('hex');
    const file = join(folder, `${hash}.png`);
    const kept = await readFile(file).catch(() => null);
    if (kept) return kept;
    const known = inFlight.get(hash);
    if (known !== undefined) return known;
    if (inFlight.size >= waitingMax) refuse('EC_SYSTEM_CLOSED', { retryAfterSeconds: 10 });
    const drawn = thread.draw(drawing).then(async (bytes) => {
      await keep(folder, file, bytes);
      return bytes;
    });
    inFlight.set(hash, drawn);
    return drawn.finally(() => inFlight.delete(hash));
  }

  return { png, stop: thread.stop };
}

/** Written beside and renamed, so that no half file is ever read; the oldest files make room. */
async function keep(folder: string, file: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder);
  if (names.length >= filesMax) await removeOldest(folder, names);
  const beside = `${file}.${process.pid}`;
  await writeFile(beside, bytes);
  await rename(beside, file);
}

async function removeOldest(folder: string, names: readonly string[]): Promise<void> {
  const files = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  const oldest = files.sort((a, b) => a.at - b.at).slice(0, filesMax / 10);
  for (const { name } of oldest) await rm(join(folder, name), { force: true });
}

/** One thread, started when somebody asks; drawings wait for each other. */
function drawingThread() {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ended = worker;
    worker = null;
    await ended?.terminate();
  }

  function once(drawing: Drawing): Promise<Buffer> {
    clearTimeout(idle);
    worker ??= new Worker(new URL('./thread.ts', import.meta.url));
    return answerOf(worker, drawing)
      .catch(async (error: unknown) => {
        await end();
        throw error;
      })
      .finally(() => {
        idle = setTimeout(() => void end(), idleMs);
        idle.unref();
      });
  }

  return {
    draw(drawing: Drawing): Promise<Buffer> {
      const drawn = last.then(() => once(drawing));
      last = drawn.catch(() => {});
      return drawn;
    },
    stop: end,
  };
}

function answerOf(worker: Worker, drawing: Drawing): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const onMessage = (answer: DrawingAnswer): void => {
    if ('png' in answer) resolve(Buffer.from(answer.png));
    else reject(new Error(answer.error));
  };
  const onExit = (code: number): void => reject(new Error(`the drawing thread ended with ${code}`));
  const timer = setTimeout(() => reject(new Error('a picture took too long')), drawMs);
  worker.on('message', onMessage).on('error', reject).on('exit', onExit);
  worker.postMessage(drawing);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off('message', onMessage).off('error', reject).off('exit', onExit);
  });
}
