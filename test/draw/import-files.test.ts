/** `draw import` as a person types it, with files that are missing, cut off, huge or something else. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import type { Draw } from '#server/draws/draw.ts';
import { importFigures } from '#server/draws/figures/import.ts';
import { sql } from '#server/platform/sql.ts';
import { environment } from '#test/harness/environment.ts';
import { ownDraws } from '#test/harness/own-draws.ts';

const { own, at } = ownDraws();
const root = join(import.meta.dirname, '../..');
let draw: Draw;
let file: string;

const figures = () => ({
  ...{ game: 'vikinglotto', draw: draw.number, euroRate: '150.00', rowsAll: 8_000_000 },
  tiers: [
    { tier: 1, winners: 0, winnersIceland: 0, amountEuro: '0' },
    { tier: 2, winners: 0, winnersIceland: 0, amountEuro: '0' },
  ],
  nextFirstPrizeEuro: '3000000',
});

beforeAll(async () => {
  copyFileSync(join(inject('testServer').dataDir, 'secrets.json'), join(own.config.dataDir, 'secrets.json'));
  file = join(own.config.dataDir, 'figures.json');
  draw = await at.onSale('vikinglotto');
  const playerId = await at.player(10_000);
  await at.buy({ playerId, rows: [[11, 12, 13, 14, 15, 16]], extras: [[5]] }, draw);
  await at.seal(draw);
  await at.result(draw.drawId, [1, 2, 3, 4, 5, 6], 5, '01234');
});

function bring(path: string, actor = 'gunna') {
  const env = { ...environment, DATA_DIR: own.config.dataDir, DATABASE_URL: own.url };
  const words = ['draw', 'import', 'vikinglotto', String(draw.number), path, '--as', actor, '--json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, ['operator/main.ts', ...words], {
    ...{ cwd: root, env, encoding: 'utf8', timeout: 60_000 },
  });
  return { status, stderr, answer: JSON.parse(stdout || '{}') as { error?: { code: string } } };
}

const whole = () => JSON.stringify(figures());
const texts: [string, () => string][] = [
  ['empty', () => ''],
  ['cut off', () => whole().slice(0, -20)],
  ['twice in one file', () => whole() + whole()],
  ['a web page', () => '<!doctype html><title>Login</title>'],
  ['null', () => 'null'],
  ['a list', () => `[${whole()}]`],
  ['NUL in a text', () => whole().replace('150.00', '150.00\\u0000')],
  ['nested without end', () => `{"game":"vikinglotto","draw":${draw.number},"tiers":${'['.repeat(500_000)}`],
  ['tiers that are numbers', () => JSON.stringify({ ...figures(), tiers: [1, 2] })],
  ['tiers that are null', () => JSON.stringify({ ...figures(), tiers: [null, null] })],
  [
    'more tiers than there are',
    () => JSON.stringify({ ...figures(), tiers: Array(100_000).fill(figures().tiers[0]) }),
  ],
  ['a rate with an exponent', () => whole().replace('"150.00"', '1.5e+2000')],
];

test.each(texts)('%s: refused in words', async (_, text) => {
  const brought = importFigures(own.db, own.config, { drawId: draw.drawId, text: text(), actor: 'gunna' });
  const message = expect.stringMatching(/^The figures cannot be read: /);
  await expect(brought).rejects.toMatchObject({
    code: 'EC_INVALID_INPUT',
    options: { details: { message } },
  });
});

test.each<[string, () => Buffer, string]>([
  ['cut off', () => Buffer.from(whole().slice(0, -1)), 'EC_INVALID_INPUT'],
  ['bytes of a picture', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 255, 254]), 'EC_INVALID_INPUT'],
  ['in another encoding', () => Buffer.from(whole(), 'utf16le'), 'EC_INVALID_INPUT'],
  ['right and far too large', () => Buffer.from(whole() + ' '.repeat(2_000_000)), 'EC_INVALID_INPUT'],
])('a file that is %s: the command refuses it', (_, content, code) => {
  writeFileSync(file, content());
  expect(bring(file)).toMatchObject({ status: 1, answer: { error: { code } } });
});

test.each(['/nowhere/figures.json', root, '/dev/zero'])('%s is no file: the command refuses it', (path) => {
  expect(bring(path)).toMatchObject({ status: 1, answer: { error: { code: 'EC_NO_DATA_FOUND' } } });
});

test('nothing of them was kept; the whole file is taken, from one person and then another', async () => {
  expect(await at.value(sql`SELECT count(*) FROM draw_figures`)).toBe(0);
  writeFileSync(file, whole());
  expect(bring(file)).toMatchObject({ status: 0, answer: { approved: false } });
  writeFileSync(file, whole());
  expect(bring(file, 'jonas')).toMatchObject({ status: 0, answer: { approved: true } });
});
