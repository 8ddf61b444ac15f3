/** A letter and a notice to everybody who had a ticket in a draw: when prizes are paid, when it is off. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { APP } from '#embedded/postgres/roles.ts';
import { rowMask } from '#rules/numbers/rows.ts';
import { cancelDraw } from '#server/draws/cancel.ts';
import type { Draw } from '#server/draws/draw.ts';
import { createKinds } from '#server/draws/kind.ts';
import { moveDraw } from '#server/draws/move.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import type { PlayedWords } from '#server/draws/showing.ts';
import { numbers } from '#server/games/numbers/kind.ts';
import { kinds } from '#server/games/registry.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { composeLetter } from '#server/messages/compose.ts';
import { listNotices } from '#server/messages/messages.ts';
import { databaseNow, dueOf } from '#server/platform/deadlines.ts';
import { encodeId } from '#server/platform/ids.ts';
import { createLog } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';
import { cancelTicket } from '#server/sales/sell.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { readsIn, runUntil, siteUrl, type WaitingLetter, waitingLetters } from '#test/harness/letters.ts';
import { drawLetterDeadline } from './draw-letters.ts';

let data: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let draw: Draw;
beforeEach(async () => {
  data = await testDatabase();
  at = drawFixture(data);
  draw = await at.open();
});
afterEach(async () => {
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  await data.close();
});

const rows = [[10, 20, 30, 40, 45]];
const parts = { kinds, log: createLog('test', 2, 'silent') };
const write = () => runUntil(data, drawLetterDeadline(parts), async () => true);
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

/** Somebody who bought a ticket for each Joker; that of the draw is 12399. */
async function buyer(...jokers: (string | undefined)[]): Promise<{ playerId: number; ticketIds: string[] }> {
  const playerId = await at.player(50_000);
  const ticketIds: string[] = [];
  for (const joker of jokers) {
    const { ticketId } = await at.buy({ playerId, rows, ...(joker && { joker }) });
    ticketIds.push(encodeId(ticketId));
  }
  return { playerId, ticketIds };
}

async function settled(): Promise<void> {
  await at.seal(draw);
  await drawn();
}

async function drawn(): Promise<void> {
  await at.result(draw.drawId, [1, 2, 3, 4, 5], 6, '12399');
  await at.settle(draw.drawId);
}

async function paid(): Promise<void> {
  await settled();
  await payDraw(data.db, draw.drawId, 'sigga');
}

const noticesOf = (playerId: number, locale: 'is' | 'en' = 'is') =>
  listNotices(data.db, playerId, { locale, siteUrl });

async function lettersOf(): Promise<Map<number, WaitingLetter[]>> {
  return Map.groupBy(await waitingLetters(data), ({ playerId }) => playerId);
}

/** What the only letter says; the newest notice says the same, and there is one. */
async function told(letters: Map<number, WaitingLetter[]>, playerId: number): Promise<WaitingLetter> {
  const [letter, ...more] = letters.get(playerId) ?? [];
  const notices = await noticesOf(playerId, letter?.subject.startsWith('You') ? 'en' : 'is');
  expect([letter?.kind, more, notices.length]).toEqual([notices[0]?.kind, [], 1]);
  if (!letter) throw new Error(`no letter to ${playerId}`);
  expect(letter.subject).toBe(notices[0]?.title);
  expect(letter.text).toContain(notices[0]?.text);
  return letter;
}

test('a win comes first with its amount and what happens next; who won nothing is told so', async () => {
  const lost = await buyer(undefined, '55555');
  const won = await buyer('12000', '12300', '55555');
  const high = await buyer('12300', '12399');
  const english = await buyer('12300');
  await readsIn(data, english.playerId, 'en');
  await settled();
  await write();
  expect(await waitingLetters(data)).toEqual([]);
  await payDraw(data.db, draw.drawId, 'sigga');
  await write();
  const letters = await lettersOf();
  expect(letters.size).toBe(4);

  const nothing = await told(letters, lost.playerId);
  expect(nothing.subject).toBe('Úrslit í Lottó 21. nóvember 2026');
  expect(nothing.text).toContain('Enginn vinningur kom á miðana þína í þetta sinn.');
  expect(nothing.text).toContain('Dregnar tölur: 1 2 3 4 5 + 6\nJóker: 12399');
  expect(nothing.text).toContain(`Skoða miðana: ${siteUrl}/minar-sidur/midar\n`);
  expect(nothing.text).toContain(`Afþakka bréf eftir útdrætti: ${siteUrl}/minar-sidur/upplysingar`);

  const win = await told(letters, won.playerId);
  expect(plain(win.subject)).toBe('Þú vannst 15.000 kr. í Lottó 21. nóvember 2026');
  expect(plain(win.text)).toContain(
    'Þú vannst 15.000 kr. í Lottó 21. nóvember 2026. Upphæðin er komin á spilareikninginn þinn.',
  );
  expect(plain(win.text)).toContain(winWithJoker(won.ticketIds[0], '1 2 0 0 0', 'tveir: 2.500 kr.'));
  expect(plain(win.text)).toContain(winWithJoker(won.ticketIds[1], '1 2 3 0 0', 'þrír: 12.500 kr.'));
  expect(win.text).not.toContain(won.ticketIds[2]);
  expect(await at.balance(won.playerId)).toBe(50_000 - 3 * 400 + 15_000);

  const large = await told(letters, high.playerId);
  expect(large.subject).toBe('Hár vinningur í Lottó 21. nóvember 2026');
  expect(plain(large.text)).toMatch(
    /Þú vannst 2\.500\.000 kr\. í Lottó .* Vitjaðu vinningsins með rafrænum skilríkjum/,
  );
  expect(large.text).toContain('til og með 21. nóvember 2027');
  expect(plain(large.text)).toContain('Að auki vannst þú 12.500 kr., sem eru komnar á spilareikninginn');
  expect(large.text).not.toContain('Afþakka');

  const en = await told(letters, english.playerId);
  expect(plain(en.subject)).toBe('You won 12.500 kr. in Lotto on 21 November 2026');
  expect(en.text).toContain(`${siteUrl}/en/minar-sidur/midar?ticketId=${english.ticketIds[0]}`);
});

/** A ticket of one row that won by Joker alone. */
function winWithJoker(id = '', joker: string, won: string): string {
  const name = `${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase();
  return [
    `Miði nr. ${name}: ${won.split(': ')[1]}`,
    'A   10   20   30   40   45',
    `J   ${joker}`,
    `    Fyrstu eða síðustu ${won}`,
    'Verð: 400 kr.',
    // 45 % of 150 kr. and 46 % of 250 kr. come back.
    'Svona miði kostar að jafnaði: 218 kr.',
    `Skoða miðann: ${siteUrl}/minar-sidur/midar?ticketId=${id}`,
  ].join('\n');
}

test('not to who declined, but of a high prize; not to closed accounts or of what is cancelled', async () => {
  const declined = await buyer('12300');
  const declinedHigh = await buyer('12399');
  const closed = await buyer('12399');
  const locked = await buyer(undefined);
  const cancelled = await buyer(undefined);
  const sample = await buyer('12300');
  const set = (what: string, ids: number[]) =>
    data.pool.query(`UPDATE ${what} WHERE player_id = ANY ($1)`, [ids]);
  await set('players SET draw_letters = false', [declined.playerId, declinedHigh.playerId]);
  await set('players SET mailbox = false', [sample.playerId]);
  await set("wallets SET locked_until = domain_now() + interval '30 days'", [locked.playerId]);
  const ticketId = cancelled.ticketIds[0] ?? '';
  await cancelTicket(data.pool, { playerId: cancelled.playerId, ticketId, key: null, inputHash: null });
  await paid();
  await set('wallets SET closed_at = domain_now()', [closed.playerId]);
  await write();
  const letters = await lettersOf();
  expect([...letters.keys()].toSorted()).toEqual([declinedHigh.playerId, locked.playerId].toSorted());
  expect((await told(letters, declinedHigh.playerId)).kind).toBe('winLarge');
  // Nothing in it calls to play.
  expect((await told(letters, locked.playerId)).text).not.toMatch(/spila |spilaðu (?!af ábyrgð)|kaupa/i);
  for (const { playerId } of [declined, closed, cancelled, sample])
    expect(await noticesOf(playerId)).toEqual([]);
});

test('a ticket in two draws is told of after each', async () => {
  const playerId = await at.player(10_000);
  await at.buy({ playerId, rows, drawCount: 2 });
  await paid();
  await write();
  draw = await at.onSale();
  await paid();
  await write();
  expect((await noticesOf(playerId)).map(({ title }) => title)).toEqual([
    'Úrslit í Lottó 28. nóvember 2026',
    'Úrslit í Lottó 21. nóvember 2026',
  ]);
});

test('of a cancelled draw who had a ticket in it is told at once, also who declined letters', async () => {
  const one = await buyer(undefined);
  const two = await buyer(undefined, undefined);
  const gaveBack = await buyer(undefined);
  await data.pool.query('UPDATE players SET draw_letters = false WHERE player_id = $1', [two.playerId]);
  const ticketId = gaveBack.ticketIds[0] ?? '';
  await cancelTicket(data.pool, { playerId: gaveBack.playerId, ticketId, key: null, inputHash: null });
  for (let turn = 0; turn < 2; turn++) {
    await cancelDraw(data.db, draw.drawId, { actor: 'sigga', reason: 'the machine is broken' });
    await write();
  }
  const letters = await lettersOf();
  expect([...letters.keys()].toSorted()).toEqual([one.playerId, two.playerId].toSorted());
  const ofOne = await told(letters, one.playerId);
  expect(ofOne.subject).toBe('Útdrætti í Lottó 21. nóvember 2026 var aflýst');
  expect(ofOne.text).toContain(
    'Miðinn þinn er ógiltur í þessum útdrætti. Verðið er endurgreitt á spilareikninginn þinn. Ef þú',
  );
  expect(ofOne.text).toContain(`Skoða miðann: ${siteUrl}/minar-sidur/midar?ticketId=${one.ticketIds[0]}\n`);
  expect(ofOne.text).not.toContain('Afþakka');
  expect((await told(letters, two.playerId)).text).toContain(`Skoða miðana: ${siteUrl}/minar-sidur/midar\n`);
  expect(await at.balance(one.playerId)).toBe(50_000);
});

test('of each time that a draw moves, and of the draw itself afterwards', async () => {
  const { playerId } = await buyer(undefined);
  await at.seal(draw);
  const move = async (to: string) => {
    await moveDraw(data.db, draw.drawId, new Date(to), { actor: 'sigga', reason: 'storm' });
    await write();
  };
  await move('2026-11-21T21:30:00Z');
  await move('2026-11-22T18:00:00Z');
  const texts = (await noticesOf(playerId)).map(({ text }) => text);
  expect(texts).toEqual([
    expect.stringContaining('21. nóvember 2026 kl. 21:30 fer fram 22. nóvember 2026 kl. 18:00'),
    expect.stringMatching(/21\. nóvember 2026 kl\. .* fer fram 21\. nóvember 2026 kl\. 21:30/),
  ]);
  expect(texts[0]).toContain('Miðinn þinn gildir áfram með sömu tölum');
  await drawn();
  await payDraw(data.db, draw.drawId, 'sigga');
  await write();
  expect((await noticesOf(playerId))[0]?.title).toBe('Úrslit í Lottó 22. nóvember 2026');
});

test('once, whatever fails and however many workers are; paying touches nothing of letters', async () => {
  for (let n = 0; n < 205; n++) await buyer(n % 2 === 0 ? '12300' : undefined);
  const tables = 'messages, notices, receipt_cursor, draw_letters, draw_letters_waiting';
  const rights = await data.adminPool.query(
    `SELECT 'GRANT ' || string_agg(privilege_type, ', ') || ' ON ' || table_name || ' TO ${APP}' AS again
     FROM information_schema.role_table_grants
     WHERE grantee = '${APP}' AND table_name = ANY (string_to_array($1, ', ')) GROUP BY table_name`,
    [tables],
  );
  await data.adminPool.query(`REVOKE ALL ON ${tables} FROM ${APP}`);
  await paid();
  for (const { again } of rights.rows as { again: string }[]) await data.adminPool.query(again);

  await data.adminPool.query('ALTER TABLE notices ADD CONSTRAINT broken CHECK (false) NOT VALID');
  await expect(write()).rejects.toMatchObject({ constraint: 'broken' });
  expect(await waitingLetters(data)).toEqual([]);
  await data.adminPool.query('ALTER TABLE notices DROP CONSTRAINT broken');
  await Promise.all([write(), write(), write()]);
  await write();
  const letters = await waitingLetters(data);
  expect([letters.length, new Set(letters.map(({ playerId }) => playerId)).size]).toEqual([205, 205]);
  const { rows: notices } = await data.pool.query(
    'SELECT count(DISTINCT player_id) AS a, count(*) AS b FROM notices',
  );
  expect(notices).toEqual([{ a: 205, b: 205 }]);
});

test('none for draws of the sample or of an import', async () => {
  await data.adminPool.query(
    `INSERT INTO draws (game, number, draw_date, close_date, rules_id, amount_row, amount_side,
       high_win_from, origin, state, stakes_account)
     SELECT 'lotto', n, at, at, 'lotto-2025-05-18', 150, 250, 200000, origin, 'closed', 0
     FROM unnest('{sample,import}'::text[]) WITH ORDINALITY o(origin, n),
       LATERAL (SELECT domain_now() - make_interval(weeks => 9 + n::integer) AS at) a`,
  );
  expect(await dueOf(data.db, drawLetterDeadline(parts))).toBeNull();
});

test('sums of a few króna and one ticket are said rightly', () => {
  const values = {
    game: 'eurojackpot',
    date: '2026-11-24T20:00:00Z',
    drawn: '1 2 3 4 5 + 6 7',
    joker: 'none',
    count: 1,
    url: '/minar-sidur/midar',
  };
  const { text } = composeLetter('noWin', values, { locale: 'is', siteUrl, name: 'Védís' });
  expect(text).toContain(
    'Dregið var í EuroJackpot 24. nóvember 2026. Enginn vinningur kom á miðann þinn í þetta sinn.',
  );
  expect(text).toContain('Dregnar tölur: 1 2 3 4 5 + 6 7\n\nSkoða miðann: ');
});

test('a row is told with its tier and sum, the rows of a system together, tier by tier', () => {
  const told = (played: Pick<PlayedWords, 'rowMasks' | 'system'>) => {
    const result = {
      outcome: { numbers: [1, 3, 9, 19, 45], bonusNumbers: [33], joker: '90738' },
      amounts: { 4: 8_030, 5: 1_770, 6: 1_130 },
    };
    const ticket = { ...played, secondMasks: null, side: null, rulesId: draw.rulesId };
    const rows = numbers.showing.wonInLetters?.(ticket, result) ?? [];
    const win = { ticketId: 'a', amount: 1, rows: [...rows], url: '/' };
    const values = { game: 'lotto', date: '2026-11-28T19:00:00Z', amount: 1, drawn: '1', joker: 'none' };
    const { text } = composeLetter('win', { ...values, wins: [win] }, { locale: 'is', siteUrl });
    return plain(/kr\.\n(A? *\d.*)\nSkoða/s.exec(text)?.[1])?.split('\n');
  };
  const mask = (row: readonly number[]) => String(rowMask(row));
  const singles = [
    [3, 9, 14, 27, 33],
    [5, 11, 22, 30, 40],
  ];
  expect(told({ rowMasks: singles.map(mask), system: 0 })).toEqual([
    'A   3    9    14   27   33',
    '    2 réttar og bónustala: 1.130 kr.',
    'B   5    11   22   30   40',
  ]);
  expect(told({ rowMasks: [mask([1, 3, 9, 14, 27, 33])], system: 6 })).toEqual([
    '1 3 9 14 27 33',
    '    3 réttar og bónustala, 2 raðir: 16.060 kr.',
    '    3 réttar: 1.770 kr.',
    '    2 réttar og bónustala, 3 raðir: 3.390 kr.',
  ]);
});

test('a draw that cannot be described holds up no other letters, and is retried with an alarm', async () => {
  const first = await buyer(undefined);
  await at.seal(draw);
  const next = await at.onSale();
  const second = await buyer(undefined);
  await at.seal(next);
  for (const [{ drawId }, drawn] of [
    [draw, [1, 2, 3, 4, 5]],
    [next, [6, 7, 8, 9, 11]],
  ] as const) {
    await at.result(drawId, [...drawn], 40, '12399');
    await at.settle(drawId);
    await payDraw(data.db, drawId, 'gunna');
  }
  const outcomeInLetters: typeof numbers.showing.outcomeInLetters = (outcome) => {
    if ((outcome as { numbers: number[] }).numbers[0] === 1) throw new TypeError('no such outcome');
    return numbers.showing.outcomeInLetters(outcome);
  };
  const showing = { ...numbers.showing, outcomeInLetters };
  const broken = { ...parts, kinds: createKinds([{ ...numbers, showing }]) };
  await runUntil(data, drawLetterDeadline(broken), async () => true);
  let letters = await lettersOf();
  expect([letters.get(first.playerId)?.length ?? 0, letters.get(second.playerId)?.length]).toEqual([0, 1]);
  expect(await at.value(sql`SELECT message FROM draw_alarms WHERE code = 'letters_failed'`)).toMatch(
    /cannot be written and are retried each hour: no such outcome/,
  );
  // As if it had failed while the machine's clock was three days ahead: it is tried again at once.
  await data.pool.query(`UPDATE draw_letters_waiting SET retry_at = retry_at + interval '3 days'`);
  await runUntil(data, drawLetterDeadline(broken), async () => true);
  const ahead = sql`SELECT count(*) FROM draw_letters_waiting
    WHERE retry_at > domain_now() + interval '1 hour'`;
  expect(await at.value(ahead)).toBe(0);
  await at.advanceTo(new Date((await databaseNow(data.db)).getTime() + 3_600_000));
  await write();
  letters = await lettersOf();
  expect([letters.get(first.playerId)?.length, letters.get(second.playerId)?.length]).toEqual([1, 1]);
});
