/**
 * Buyers beside open streams: purchases at a constant rate, without and with the streams, by turns, and an
 * event to all of them in each turn that has them.
 */
import { sql } from '#server/platform/sql.ts';
import { constantLoad, type LoadFigures, median, rounded, stepBack } from './load.ts';
import { createPlayers, purchaseLoad } from './purchase-load.ts';
import { type Running, whileRunning } from './running.ts';
import { openStreams, privateMemoryKb } from './streams.ts';

const streams = Number(process.env['BENCH_STREAMS'] ?? 5_000);
const perSecond = Number(process.env['BENCH_PURCHASES'] ?? 300);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 15);
const rounds = 3;

export const besideStreams = () => whileRunning(measure);

async function measure({ instance, database: { db } }: Running) {
  const port = Number(new URL(instance.url).port);
  const players = await createPlayers(instance, 2_000);
  const generatorPolicy = stepBack();
  let turn = 0;
  const buy = (key: string): Promise<LoadFigures> => {
    const nextPlayer = () => players[turn++ % players.length] as (typeof players)[number];
    return constantLoad(purchaseLoad(port, { seconds, nextPlayer, key, acknowledged: [] }), perSecond);
  };
  const { web } = instance.pids();
  await buy('warm');
  const made: { quiet: LoadFigures; streaming: LoadFigures; kbPerStream: number; refused: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await buy(`quiet${round}`);
    const before = privateMemoryKb(web);
    const open = await openStreams(port, streams);
    const kbPerStream = (privateMemoryKb(web) - before) / streams;
    const streaming = buy(`streaming${round}`);
    const told = setTimeout(() => void tellAll(db), (seconds * 1000) / 2);
    made.push({ quiet, streaming: await streaming, kbPerStream, refused: open.refused });
    clearTimeout(told);
    open.end();
    console.error(JSON.stringify(made.at(-1)));
  }
  const p99 = (which: 'quiet' | 'streaming') => median(made.map((each) => each[which].p99Ms));
  return {
    value: rounded(p99('streaming') / p99('quiet'), 2),
    unit: 'x p99 of a purchase beside open streams, to p99 without',
    quietP99: p99('quiet'),
    streamingP99: p99('streaming'),
    kbPerStream: rounded(Math.max(...made.map(({ kbPerStream }) => kbPerStream)), 1),
    streams,
    refused: made.reduce((sum, { refused }) => sum + refused, 0),
    purchasesPerSecond: perSecond,
    generatorPolicy,
    rounds: made,
    verified: made.every(({ refused }) => refused === 0),
  };
}

/** Something changed, so that each process reads and sends: here a draw far ahead is closed. */
async function tellAll(db: Running['database']['db']): Promise<void> {
  await sql`
    UPDATE draws SET closed_at = domain_now() WHERE draw_id = (
      SELECT draw_id FROM draws WHERE game = 'eurojackpot' AND closed_at IS NULL
      ORDER BY draw_date DESC LIMIT 1)`.execute(db);
  await sql`SELECT pg_notify('draws_changed', '')`.execute(db);
}
