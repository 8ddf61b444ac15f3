import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawResult } from '#contract/games/numbers.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { createLog } from '#server/platform/log.ts';
import { testApp } from '#test/harness/app.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { createResultFiles, type ResultFiles } from './result-files.ts';

let own: TestDatabase;
let files: ResultFiles;
let number: number;
const dataDir = mkdtempSync(join(tmpdir(), 'results-'));
const log = createLog('test', 2, 'silent');
const filesOn = (db: TestDatabase['db']) =>
  createResultFiles({ db, kinds: own.config.kinds, log, dataDir, signingKey: own.config.secrets.signingKey });

beforeAll(async () => {
  own = await testDatabase();
  files = filesOn(own.db);
  const at = drawFixture(own);
  const draw = await at.open();
  number = draw.number;
  await at.buy({ playerId: await at.player(1_000), rows: [[1, 2, 3, 40, 41]] });
  await at.seal(draw);
});
afterAll(async () => {
  await own.close();
  rmSync(dataDir, { recursive: true, force: true });
});

type File = { signed: string; signature: string; publicKey: string };

async function opened(name: string, from = files) {
  const text = await from.read('lotto', name);
  if (text === null) return null;
  const { signed, signature, publicKey } = JSON.parse(text) as File;
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' });
  expect(verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64'))).toBe(true);
  expect(
    verify(null, Buffer.from(signed.replace('lotto', 'latto')), key, Buffer.from(signature, 'base64')),
  ).toBe(false);
  const [head, json = ''] = signed.split('\n');
  expect(head).toBe('result file 1');
  return JSON.parse(json);
}

test('there is no file before there is a result, and none of what is no draw', async () => {
  await files.refresh('all');
  expect(await opened(String(number))).toBeNull();
  for (const name of ['newest', '0', '-1', '../secrets', '9999999', 'x'])
    expect(await opened(name)).toBeNull();
  expect(await files.read('bingo', 'newest')).toBeNull();
});

test('a confirmed result is in the file, with its prizes once they are known', async () => {
  const at = drawFixture(own);
  const draw = await at.onSale();
  const { drawId } = draw.number === number ? draw : { drawId: await drawIdOf() };
  await at.result(drawId, [1, 2, 3, 4, 5], 6, '01234');
  await files.refresh('newest');
  expect((await opened('newest')).results[0]).toMatchObject({ draw: number, lottoNumbers: [1, 2, 3, 4, 5] });
  expect((await opened(String(number))).results[0].lottoWins).toEqual([]);
  await at.settle(drawId);
  await payDraw(own.db, drawId, 'sigga');
  await files.refresh('newest');
  const file = await opened(String(number));
  const [result] = file.results;
  expect(drawResult.parse(result)).toEqual(result);
  expect(result.lottoWins[4]).toMatchObject({ name: '3', winners: 1 });
  expect(file.rules[result.rulesId]).toMatchObject({ pick: 5, bonusPool: 'main' });
  expect(file.rules[result.rulesId].tiers[4]).toEqual({ condition: '3', mainHits: 3, bonusHits: 0 });
});

async function drawIdOf(): Promise<number> {
  const { rows } = await own.pool.query("SELECT draw_id FROM draws WHERE game = 'lotto' AND number = $1", [
    number,
  ]);
  return Number(rows[0].draw_id);
}

test('must-hold 127: it is served over HTTP, and by a process that has no database', async () => {
  const away = { lend: () => Promise.reject(new Error('away')) } as unknown as TestDatabase['db'];
  const without = filesOn(away);
  await without.refresh('all');
  expect((await opened(String(number), without)).results[0].draw).toBe(number);
  expect(readdirSync(join(dataDir, 'results', 'lotto')).sort()).toEqual([`${number}.json`, 'newest.json']);
  const { app } = testApp(own);
  const answer = await app.request(`/urslit/skrar/lotto/${number}.json`);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);
  const known = { headers: { 'If-None-Match': answer.headers.get('etag') ?? '' } };
  expect((await app.request(`/urslit/skrar/lotto/${number}.json`, known)).status).toBe(304);
  expect((await app.request('/urslit/skrar/lotto/1.json')).status).toBe(404);
  expect((await app.request('/urslit/skrar/lotto/..%2Fsecrets.json')).status).toBe(404);
});
