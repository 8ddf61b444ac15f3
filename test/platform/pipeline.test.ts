import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createPipeline, type Pipeline } from '#server/platform/pipeline.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';

let own: TestDatabase;
let pipeline: Pipeline;
const lost: Error[] = [];

beforeAll(async () => {
  own = await testDatabase();
  pipeline = createPipeline({ connectionString: own.url }, (error) => lost.push(error));
});
afterEach(() => lost.splice(0));
afterAll(async () => {
  await pipeline.close();
  await own.close();
});

async function ask(text: string): Promise<unknown> {
  const client = await pipeline.connect();
  const { rows } = await client.query(text);
  return Object.values(rows[0] as object)[0];
}

/** As the application role: it may end its own statements. */
async function endWhenAsleep(how: 'cancel' | 'terminate', pid: unknown): Promise<void> {
  await expect.poll(async () => (await own.pool.query(asleep, [pid])).rowCount, { interval: 5 }).toBe(1);
  await own.pool.query(`SELECT pg_${how}_backend($1)`, [pid]);
}
const asleep = "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'";

test('statements run in order on one connection, and one that fails takes none with it', async () => {
  const answered: string[] = [];
  const [first, failed, last] = await Promise.allSettled([
    ask("SELECT pg_backend_pid() || '' || pg_sleep(0.1)").finally(() => answered.push('first')),
    ask('SELECT 1 / 0').finally(() => answered.push('failed')),
    ask("SELECT pg_backend_pid() || ''").finally(() => answered.push('last')),
  ]);
  expect(answered).toEqual(['first', 'failed', 'last']);
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
  expect(last).toEqual(first);
});

test('a statement leaves before the one ahead is answered', async () => {
  const client = await pipeline.connect();
  const pid = await ask('SELECT pg_backend_pid()');
  const ahead = client.query('SELECT pg_sleep(30)');
  const behind = client.query('SELECT 2 AS two');
  // Both are there already: the second runs when the first is cancelled, though nobody sent anything since.
  ahead.catch(() => {});
  await endWhenAsleep('cancel', pid);
  await expect(ahead).rejects.toMatchObject({ code: '57014' });
  expect((await behind).rows).toEqual([{ two: 2 }]);
});

test('a lost connection fails what is under way, and the next call has another', async () => {
  const pid = await ask('SELECT pg_backend_pid()');
  const inFlight = [ask('SELECT pg_sleep(30)'), ask('SELECT 1')];
  const ended = Promise.allSettled(inFlight);
  await endWhenAsleep('terminate', pid);
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ask('SELECT pg_backend_pid()')).not.toBe(pid);
});

test('a database that does not answer is asked again by the next call', async () => {
  const settings = { connectionString: 'postgres://nobody@127.0.0.1:1/none' };
  const late = createPipeline(settings, (error) => lost.push(error));
  await expect(late.connect()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  settings.connectionString = own.url;
  expect((await (await late.connect()).query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await late.close();
});
