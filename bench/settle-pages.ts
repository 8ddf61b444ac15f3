/**
 * `bench settle-pages`: pages of signed-in players while a draw of 50,000 winning coupons is settled and
 * paid, against the same pages before. Each is measured from its planned instant.
 */

import { checkLedger } from '#server/ledger/check.ts';
import { sql } from '#server/platform/sql.ts';
import { drawWinners } from '#test/harness/many-winners.ts';
import { getRequest } from './http-client.ts';
import { constantLoad, type LoadFigures, median, rounded, stepBack } from './load.ts';
import { createPlayers, operator } from './purchase-load.ts';
import { type Running, whileRunning } from './running.ts';

const coupons = Number(process.env['BENCH_WINNERS'] ?? 50_000);
const visitors = Number(process.env['BENCH_PLAYERS'] ?? 5_000);
const pagesPerSecond = Number(process.env['BENCH_PAGES'] ?? 40);
const quietSeconds = 20;
const rounds = 3;

const paths = ['/', '/urslit/lotto', '/minar-sidur', '/api/proxy/user/tickets/1'];

export const run = (): Promise<object> => whileRunning(measure);

async function measure({ instance, database: { db } }: Running): Promise<object> {
  const port = Number(new URL(instance.url).port);
  const players = await createPlayers(instance, visitors);
  const generatorPolicy = stepBack();
  let failed = 0;
  let turn = 0;

  const visit = (seconds: number, isOver: () => boolean) => {
    const next = () => {
      const path = paths[turn % paths.length] as string;
      const { cookie } = players[Math.floor(turn++ / paths.length) % players.length] as { cookie: string };
      return getRequest(path, { Origin: instance.url, 'Accept-Encoding': 'br, gzip', Cookie: cookie });
    };
    const onAnswer = ({ status }: { status: number }) => {
      if (status !== 200) failed += 1;
    };
    return constantLoad({ port, connections: 32, seconds, next, onAnswer, isOver }, pagesPerSecond);
  };

  await visit(5, () => false);
  const made: { quiet: LoadFigures; settling: LoadFigures; settleSeconds: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const ids = players.map(({ playerId }) => Number(playerId));
    const draw = await drawWinners(instance, db, { coupons, players: ids });
    await sql`VACUUM ANALYZE`.execute(db);
    const quiet = await visit(quietSeconds, () => false);
    let isOver = false;
    const visits = visit(600, () => isOver);
    const startedMs = performance.now();
    await operator(instance, ['draw', 'settle', draw.game, String(draw.number)]);
    await operator(instance, ['draw', 'pay', draw.game, String(draw.number), '--as', 'bench']);
    const settleSeconds = (performance.now() - startedMs) / 1000;
    isOver = true;
    const settling = await visits;
    console.error(JSON.stringify({ quiet, settling, settleSeconds }));
    made.push({ quiet, settling, settleSeconds });
  }
  const { ok } = await checkLedger(db);
  const ratios = made.map(({ quiet, settling }) => settling.p99Ms / quiet.p99Ms);
  return {
    ...{ value: rounded(median(ratios), 2), unit: 'p99 of pages while settling ÷ before' },
    ...{ ratios: ratios.map((ratio) => rounded(ratio, 2)), coupons, pagesPerSecond, made, failed },
    ...{ generatorPolicy, verified: ok && failed === 0 },
  };
}
