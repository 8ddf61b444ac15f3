/** Two persons press at the same moment: their commands run in processes of their own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, inject, test } from 'vitest';
import type { Draw } from '#server/draws/draw.ts';
import { addPromotion, readPromotionFile } from '#server/draws/raffles/promotion.ts';
import { lapsing } from '#server/draws/settle/expire.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { transaction } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { environment } from '#test/harness/environment.ts';
import { ownDraws } from '#test/harness/own-draws.ts';

const { own, at } = ownDraws();
const main = fileURLToPath(new URL('main.ts', import.meta.url));

beforeAll(() => {
  const [from, to] = [inject('testServer').dataDir, own.config.dataDir];
  copyFileSync(join(from, 'secrets.json'), join(to, 'secrets.json'));
});

type Outcome = { status: number | null; answer: Record<string, unknown> };

async function operator(...words: string[]): Promise<Outcome> {
  const env = { ...environment, DATA_DIR: own.config.dataDir, DATABASE_URL: own.url };
  const child = spawn(process.execPath, [main, ...words, '--json'], { env });
  const [[status], out] = await Promise.all([once(child, 'close'), text(child.stdout)]);
  return { status, answer: JSON.parse(out) as Record<string, unknown> };
}

/**
 * The commands wait for the lock on their draw, which is held until all of them have come to it: each has
 * read what it read before the others wrote.
 */
async function atOnce(draw: Draw, commands: readonly string[][]): Promise<Outcome[]> {
  const client = await own.adminPool.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM draws WHERE draw_id = $1 FOR UPDATE', [draw.drawId]);
  const outcomes = Promise.all(commands.map((words) => operator(...words)));
  const waiting = sql`SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  try {
    await expect.poll(() => at.value<number>(waiting)).toBe(commands.length);
  } finally {
    await client.query('COMMIT');
    client.release();
  }
  return outcomes;
}

const statuses = (outcomes: readonly Outcome[]) => outcomes.map(({ status }) => status).toSorted();
const sumOf = (outcomes: readonly Outcome[], name: string) =>
  outcomes.reduce((sum, { answer }) => sum + Number(answer[name] ?? 0), 0);

test('a raffle has one result, confirmed by one person, and is paid once', async () => {
  const first = await at.onSale();
  const following = sql`SELECT planned_date FROM draws WHERE game = 'lotto' AND number = ${first.number + 1}`;
  const day = await at.value<string>(following);
  const file = {
    ...{ id: 'jokerleikur', game: 'lotto', condition: 'side', from: day, until: day },
    prizes: [{ count: 2, amount: 100_000 }],
    is: { name: 'Jókerleikur', text: 'Allir miðar með Jóker.' },
    en: { name: 'The Joker raffle', text: 'Every ticket with Joker.' },
  };
  const promotion = readPromotionFile(own.config.kinds, JSON.stringify(file), '2026-01-01');
  await transaction(own.db, (tx) => addPromotion(tx, promotion, 'gunna'));
  await at.seal(first);
  await at.result(first.drawId, [1, 2, 3, 4, 5], 6, '00000');
  await at.settle(first.drawId);

  const draw = await at.onSale();
  expect(draw.number).toBe(first.number + 1);
  const winner = await at.player(10_000);
  for (const joker of ['12345', '12346', '12347'])
    await at.buy({ playerId: winner, rows: [[20, 21, 22, 23, 24]], joker });
  await at.seal(draw);
  await at.result(draw.drawId, [1, 2, 3, 4, 5], 6, '00000');
  await at.settle(draw.drawId);
  const raffle = (word: string, numbers: string, actor: string) => [
    ...['raffle', word, 'lotto', String(draw.number)],
    ...(numbers ? ['--numbers', numbers] : []),
    ...['--as', actor],
  ];

  const entries = await atOnce(draw, [raffle('enter', '1,2', 'gunna'), raffle('enter', '3,1', 'jonas')]);
  expect(statuses(entries)).toEqual([0, 0]);
  const confirms = await atOnce(draw, [
    raffle('confirm', '1,2', 'jonas'),
    raffle('confirm', '3,1', 'gunna'),
    raffle('confirm', '1,2', 'gunna'),
    raffle('confirm', '3,1', 'jonas'),
  ]);
  expect(statuses(confirms)).toEqual([0, 1, 1, 1]);
  const held = sql`SELECT count(*) FROM raffles WHERE entered_by_key <> confirmed_by_key`;
  expect(await at.value(held)).toBe(1);

  const before = await at.balance(winner);
  const pays = await Promise.all(
    ['gunna', 'jonas', 'sigga'].map((actor) => operator(...raffle('pay', '', actor))),
  );
  expect(statuses(pays)).toEqual([0, 0, 0]);
  expect(sumOf(pays, 'paid')).toBe(2);
  expect(await at.balance(winner)).toBe(before + 200_000);
});

test('a large prize is claimed once and released once, and a lapse comes too late', async () => {
  const draw = await at.onSale();
  const winner = await at.player(10_000);
  const rows = [[20, 21, 22, 23, 24]];
  const { ticketId } = await at.buy({ playerId: winner, rows, joker: '01234' });
  await at.seal(draw);
  await at.result(draw.drawId, [1, 2, 3, 4, 5], 6, '01234');
  await at.settle(draw.drawId);
  await payDraw(own.db, draw.drawId, 'sigga');
  const before = await at.balance(winner);
  const id = encodeId(ticketId);
  const prize = (word: string, actor: string) => ['prize', word, id, '--as', actor];

  const claims = await atOnce(draw, [prize('claim', 'gunna'), prize('claim', 'jonas')]);
  expect(statuses(claims)).toEqual([0, 0]);
  expect(sumOf(claims, 'claimed')).toBe(1);

  const releases = await atOnce(
    draw,
    ['gunna', 'jonas', 'sigga', 'bui'].map((actor) => prize('release', actor)),
  );
  expect(sumOf(releases, 'paid')).toBe(1);
  expect(await at.balance(winner)).toBe(before + 2_500_000);
  const movements = sql`SELECT count(*) FROM ledger_transfers WHERE kind = 'claim'`;
  expect(await at.value(movements)).toBe(1);
  const persons = sql`SELECT bool_and(claimed_by_key <> released_by_key) FROM prize_releases`;
  expect(await at.value(persons)).toBe(true);

  await at.advanceTo(await at.value<Date>(sql`SELECT domain_now() + interval '2 years'`));
  await lapsing.run(own.db);
  expect(await at.value(sql`SELECT count(*) FROM ledger_transfers WHERE kind = 'lapse'`)).toBe(0);
});
