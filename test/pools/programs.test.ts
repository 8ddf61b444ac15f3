/** Programs by command: imported and released by two persons, their matches moved and decided. */

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command } from '#operator/command.ts';
import { commandsOf } from '#operator/commands.ts';
import { findCommand, parseInput } from '#operator/words.ts';
import { cancelDraw } from '#server/draws/cancel.ts';
import { drawByNumber } from '#server/draws/draw.ts';
import { linkNumber, readMatch } from '#server/fixtures/matches.ts';
import { reportFacts } from '#server/fixtures/report.ts';
import { followKickOffs, kickOffDeadline } from '#server/games/pools/kick-offs.ts';
import { programOf } from '#server/games/pools/program.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { transaction } from '#server/platform/database.ts';
import { databaseNow, dueOf } from '#server/platform/deadlines.ts';
import { createLog } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';
import { testApp } from '#test/harness/app.ts';
import { post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addPlayers, type TestPlayer, walletOf } from '#test/harness/sale.ts';
import { inHours, openProgram, programLine } from './programs.ts';

let own: TestDatabase;
let begin: Date;
const folder = mkdtempSync(join(tmpdir(), 'programs-'));
beforeAll(async () => {
  own = await testDatabase();
  begin = await inHours(own, 0);
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const hours = (count: number) => new Date(begin.getTime() + count * 3_600_000);
const minutes = (count: number) => hours(count / 60);

/** As an operator types it. */
async function operator(actor: string, words: readonly string[]) {
  const argv = [...words, '--as', actor];
  const command = findCommand(commandsOf(own.config.kinds), argv) as Command;
  const log = createLog('test', 2, 'silent');
  const { kinds } = own.config;
  const context = { database: own, config: own.config, kinds, log, actor, running: false, reason: null };
  const answer = await command.run(
    { ...context, recordId: null, progress: () => {} },
    parseInput(command, argv),
  );
  return answer.json as Record<string, unknown>;
}

let files = 0;
function fileOf(...lines: string[]): string {
  files += 1;
  const path = join(folder, `${files}.jsonl`);
  writeFileSync(path, lines.join('\n'));
  return path;
}
const line = (number: number, more: Partial<Parameters<typeof programLine>[0]> = {}) =>
  programLine({ number, kickOffs: [hours(20 + number), hours(30 + number)], ...more });
const program = async (number: number, game = 'totoeng') =>
  programOf(own.db, (await drawByNumber(own.db, game, number)).drawId);

describe('import', () => {
  test('plans all programs of a file, and another person releases them by the same file', async () => {
    const file = fileOf(line(1), '', line(2));
    const planned = [1, 2].map((number) => ({ game: 'totoeng', number, released: false }));
    expect(await operator('gunna', ['program', 'import', file])).toEqual({ programs: planned });
    // The same person again, however she is spelled, releases nothing.
    expect(await operator('GUNNA ', ['program', 'import', file])).toEqual({ programs: planned });
    expect((await program(1)).state).toBe('created');
    const released = planned.map((each) => ({ ...each, released: true }));
    expect(await operator('jonas', ['program', 'import', file])).toEqual({ programs: released });
    expect(await operator('anna', ['program', 'import', file])).toEqual({ programs: released });
    const { state, closeDate, drawDate, terms, termsHash, matches } = await program(2);
    expect({ state, closeDate, drawDate }).toEqual({
      ...{ state: 'released', closeDate: new Date(hours(22).getTime() - 60_000), drawDate: hours(22) },
    });
    expect([terms === null, termsHash?.length, matches.length]).toEqual([false, 32, 13]);
  });

  test('a file that differs is refused, and changes nothing', async () => {
    await operator('gunna', ['program', 'import', fileOf(line(3))]);
    const other = fileOf(line(3, { match: (number) => (number === 7 ? { home: 'Annað lið' } : {}) }));
    await expect(operator('jonas', ['program', 'import', other])).rejects.toMatchObject({
      code: 'EC_INVALID_COMBINATION',
    });
    // Nothing of the file: neither the first line nor the second.
    await expect(
      operator('anna', ['program', 'import', fileOf(line(4), line(3, { mode: 'common' }))]),
    ).rejects.toThrow();
    await expect(program(4)).rejects.toMatchObject({ code: 'EC_NO_DATA_FOUND' });
    expect((await program(3)).state).toBe('created');
  });

  test.each<[string, string]>([
    ['no JSON', '{'],
    ['nothing', ''],
    ['twelve matches', JSON.stringify({ ...JSON.parse('{}'), product: 'xg', drawNumber: 5, events: [] })],
  ])('%s is refused', async (_, text) => {
    await expect(operator('gunna', ['program', 'import', fileOf(text)])).rejects.toMatchObject({
      code: 'EC_INVALID_INPUT',
    });
  });

  test.each<[RegExp, object]>([
    [/match 3 has odds that cannot be/, { odds: { 1: 1.9, X: 3.6 } }],
    [/match 3 has odds that cannot be/, { odds: { 1: 0.9, X: 3.6, 2: 4 } }],
    [/match 3 has not the tips/, { tenNewspapers: { 1: 9, X: 2, 2: 0 } }],
    [/match 3 has one team/, { home: 'Sama', away: 'Sama' }],
    [/a number of a match is missing/, { number: 4 }],
    [/events\.2\.kickOff/, { kickOff: 'laugardag' }],
    [/events\.2\.home/, { home: '' }],
  ])('%s', async (message, match) => {
    const text = line(6, { match: (number) => (number === 3 ? match : {}) });
    await expect(operator('gunna', ['program', 'import', fileOf(text)])).rejects.toMatchObject({
      options: { details: { message: expect.stringMatching(message) } },
    });
  });

  test('the group has to be one of the game, and a program has to close in time to come', async () => {
    const refused = (text: string) =>
      expect(operator('gunna', ['program', 'import', fileOf(text)])).rejects.toThrow();
    await refused(line(6, { group: 'wed' }));
    await refused(line(6, { game: 'xg', group: 'sat' }));
    await refused(line(6, { game: 'lotto' as 'xg' }));
    await refused(programLine({ number: 6, kickOffs: [minutes(0.5)] }));
  });

  test('a game that is off sale is planned and not released', async () => {
    await own.adminPool.query(`UPDATE games SET on_sale = false WHERE game = 'xg'`);
    const file = fileOf(line(8, { game: 'xg' }));
    await operator('gunna', ['program', 'import', file]);
    await expect(operator('jonas', ['program', 'import', file])).rejects.toMatchObject({
      code: 'EC_PRODUCT_CLOSED',
    });
    await own.adminPool.query(`UPDATE games SET on_sale = true WHERE game = 'xg'`);
    await operator('jonas', ['program', 'import', file]);
    expect((await program(8, 'xg')).state).toBe('released');
  });

  test('odds make the chances, and without them the tipsters or the usual ones', async () => {
    const match = (number: number) => {
      if (number === 1) return {};
      return number === 2 ? { odds: {} } : { odds: null, tenNewspapers: null };
    };
    await operator('gunna', ['program', 'import', fileOf(line(9, { match }))]);
    const { matches } = await program(9);
    expect(matches.slice(0, 3).map(({ chances }) => chances)).toEqual([
      [50, 27, 23],
      [70, 20, 10],
      [40, 28, 32],
    ]);
  });

  test('a match that a source’s number means is the same row, never one of the same name', async () => {
    const sources = (number: number) => ({ sources: { feed: `1${number}` } });
    await operator('gunna', ['program', 'import', fileOf(line(10, { match: sources }))]);
    await operator('gunna', ['program', 'import', fileOf(line(10, { game: 'xg', match: sources }))]);
    await operator('gunna', ['program', 'import', fileOf(line(11))]);
    const idsOf = async (number: number, game?: string) =>
      (await program(number, game)).matches.map(({ match }) => match.matchId);
    expect(await idsOf(10, 'xg')).toEqual(await idsOf(10));
    expect(new Set([...(await idsOf(10)), ...(await idsOf(11))]).size).toBe(26);
    // Two numbers of two matches cannot be one.
    const [first, second] = await idsOf(11);
    const link = (matchId: number | undefined, number: string) =>
      transaction(own.db, (tx) => linkNumber(tx, matchId as number, { source: 'paper', number }, 'gunna'));
    await link(first, 'a');
    const both = (number: number) => (number === 1 ? { sources: { paper: 'a', feed: '12' } } : {});
    await expect(
      operator('gunna', ['program', 'import', fileOf(line(12, { match: both }))]),
    ).rejects.toMatchObject({
      code: 'EC_INVALID_COMBINATION',
    });
    await expect(link(second, 'a')).rejects.toMatchObject({ code: 'EC_DUPLICATE_VALUE' });
  });
});

test('a wrong program is cancelled, and the corrected one is sold under a number of its own', async () => {
  const kickOffs = [hours(33.5)];
  const wrong = fileOf(programLine({ number: 30, kickOffs }));
  for (const actor of ['gunna', 'jonas']) await operator(actor, ['program', 'import', wrong]);
  const [player] = (await addPlayers(own, 1, 1_000)) as [TestPlayer];
  const { app } = testApp(own);
  const buy = (number: number) =>
    post<{ id: string }>(
      app,
      '/toto/buy',
      { programId: `totoeng-${number}`, groupId: 'sat', panels: '1X21X21X21X21', rows: 1, stake: 13 },
      { cookie: player.cookie },
    );
  expect((await buy(30)).status).toBe(201);
  const corrected = fileOf(programLine({ number: 930, kickOffs, match: () => ({ away: 'Leiðrétt' }) }));
  // While the wrong one stands, its time is taken.
  await expect(operator('gunna', ['program', 'import', corrected])).rejects.toThrow();
  await cancelDraw(own.db, (await program(30)).drawId, { actor: 'gunna', reason: 'wrong teams' });
  expect((await walletOf(own, player.playerId))?.balance).toBe(1_000);
  for (const text of [wrong, fileOf(programLine({ number: 30, kickOffs, match: () => ({ away: 'B' }) }))])
    await expect(operator('jonas', ['program', 'import', text])).rejects.toMatchObject({
      options: { details: { message: expect.stringContaining('is cancelled') } },
    });
  for (const actor of ['gunna', 'jonas']) await operator(actor, ['program', 'import', corrected]);
  expect((await program(930)).state).toBe('released');
  expect((await buy(30)).body).toMatchObject({ code: 'EC_SALE_CLOSED' });
  expect((await buy(930)).status).toBe(201);
});

test('what was released is never changed', async () => {
  const { drawId } = await program(1);
  const change = (statement: string) => own.adminPool.query(`${statement} WHERE draw_id = ${drawId}`);
  for (const statement of [
    `UPDATE programs SET terms = '{}'`,
    `UPDATE programs SET round_ends = round_ends + interval '1 hour', lots_at = lots_at + interval '1 hour'`,
    `UPDATE program_matches SET chances = '{100,0,0}'`,
    `UPDATE draws SET terms_hash = decode(repeat('00', 32), 'hex')`,
    'DELETE FROM programs',
  ])
    await expect(change(statement)).rejects.toThrow(/is fixed|are facts/);
  const alone = `UPDATE programs SET released_by = 'gunna', released_by_key = 'gunna', terms = '{}'
    WHERE draw_id = `;
  await expect(own.adminPool.query(alone + (await program(3)).drawId)).rejects.toMatchObject({
    constraint: 'two_persons',
  });
});

describe('a kick-off that is moved', () => {
  const move = (actor: string, number: number, match: number, to: Date) =>
    operator(actor, [
      'program',
      'move-match',
      'totoeng',
      `${number}`,
      `${match}`,
      '--kick-off',
      to.toISOString(),
    ]);

  test('later moves nothing', async () => {
    const before = (await program(2)).closeDate;
    await move('gunna', 2, 1, hours(25));
    expect((await program(2)).closeDate).toEqual(before);
  });

  test('earlier ends the sale a minute before it', async () => {
    const answer = await move('gunna', 2, 5, hours(10));
    expect(answer).toMatchObject({ decided: false, closeDate: new Date(hours(10).getTime() - 60_000) });
    // Two persons then decide that it is not so: what the sale lost it does not get back.
    await move('gunna', 2, 5, hours(32));
    expect(await move('jonas', 2, 5, hours(32))).toMatchObject({ decided: true });
    expect((await program(2)).closeDate).toEqual(new Date(hours(10).getTime() - 60_000));
    expect((await program(2)).matches[4]?.match).toMatchObject({ kickOff: hours(32), disputed: [] });
  });

  test('by a source is followed by itself, and ends a sale at once where the match has begun', async () => {
    const draw = await openProgram(own, { number: 20, kickOffs: [hours(40)] });
    const { matches } = await program(20);
    const { matchId } = matches[12]?.match ?? { matchId: 0 };
    const report = async (kickOff: Date) =>
      transaction(own.db, async (tx) =>
        reportFacts(tx, {
          matchId,
          source: 'feed',
          at: await databaseNow(tx),
          facts: [{ kind: 'kickOff', kickOff }],
        }),
      );
    expect(await dueOf(own.db, kickOffDeadline)).toBeNull();
    await report(hours(12));
    expect(await dueOf(own.db, kickOffDeadline)).not.toBeNull();
    await kickOffDeadline.run(own.db);
    expect((await program(20)).closeDate).toEqual(new Date(hours(12).getTime() - 60_000));
    expect(await dueOf(own.db, kickOffDeadline)).toBeNull();
    await report(new Date(begin.getTime() - 60_000));
    expect(await followKickOffs(own.db, 'calendar')).toBe(1);
    const { closedAt, drawId } = await program(20);
    expect(closedAt).not.toBeNull();
    const reason = sql<{ reason: string }>`
      SELECT reason FROM draw_steps WHERE draw_id = ${drawId} ORDER BY step DESC LIMIT 1`;
    expect((await reason.execute(own.db)).rows[0]?.reason).toMatch(/^match 13 begins at/);
    expect(draw.drawId).toBe(drawId);
  });
});

describe('a match', () => {
  const say = (actor: string, ...words: string[]) =>
    operator(actor, ['program', 'match', 'totoeng', '1', '4', ...words]);

  test('is linked to the number of a source', async () => {
    const answer = await say('gunna', '--link', 'feed=991');
    expect(answer).toMatchObject({ match: 4, linked: { source: 'feed', number: '991' } });
    expect(answer).not.toHaveProperty('decided');
    await expect(
      operator('gunna', ['program', 'match', 'totoeng', '1', '5', '--link', 'feed=991']),
    ).rejects.toMatchObject({
      code: 'EC_DUPLICATE_VALUE',
    });
  });

  test('has the score that two persons enter', async () => {
    const words = ['--state', 'finished', '--score', '1-1', '--extra-time', '3-1'];
    expect(await say('gunna', ...words)).toMatchObject({ decided: false });
    expect(await say('jonas', ...words)).toMatchObject({ decided: true });
    const { match } = (await program(1)).matches[3] ?? {};
    expect(await readMatch(own.db, match?.matchId ?? 0)).toMatchObject({
      ...{ state: 'finished', score: { home: 1, away: 1 }, extraTime: { home: 3, away: 1 } },
    });
    for (const wrong of [['--state', 'búinn'], ['--score', '1:1'], ['--link', 'x'], []])
      await expect(say('gunna', ...wrong)).rejects.toThrow();
    await expect(
      operator('gunna', ['program', 'match', 'totoeng', '1', '14', '--score', '1-1']),
    ).rejects.toMatchObject({
      code: 'EC_NO_DATA_FOUND',
    });
  });

  test('on which sources differ stands in the list until two persons decide', async () => {
    const differing = async () => {
      const { programs } = await operator('gunna', ['program', 'list', '--game', 'totoeng']);
      return (programs as { number: number; differing: number[] }[]).find(({ number }) => number === 1)
        ?.differing;
    };
    const before = await differing();
    const { matchId = 0 } = (await program(1)).matches[6]?.match ?? {};
    for (const [source, home] of [
      ['feed', 1],
      ['other', 2],
    ] as const) {
      const facts = [{ kind: 'score', home, away: 0 } as const];
      const at = await databaseNow(own.db);
      await transaction(own.db, (tx) => reportFacts(tx, { matchId, source, at, facts }));
    }
    expect(await differing()).toEqual([...(before ?? []), 7]);
    for (const actor of ['gunna', 'jonas'])
      await operator(actor, ['program', 'match', 'totoeng', '1', '7', '--score', '1-0']);
    expect(await differing()).toEqual(before);
  });

  test('stands in the list and the view of operators', async () => {
    const { programs } = await operator('gunna', ['program', 'list', '--game', 'totoeng']);
    expect((programs as { number: number }[]).map(({ number }) => number)).toContain(20);
    const shown = await operator('gunna', ['program', 'show', 'totoeng', '1']);
    expect(shown).toMatchObject({ game: 'totoeng', number: 1, mode: 'own', groupId: 'sat' });
    expect((shown['matches'] as unknown[]).length).toBe(13);
  });
});
