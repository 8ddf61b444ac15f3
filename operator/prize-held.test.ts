/** Prizes above five million are paid four weeks after their draw; what the winner is told meanwhile. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { claimPrizes, releasePrizes } from '#server/draws/claims/claim.ts';
import { moveDraw } from '#server/draws/move.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { drawLetterDeadline } from '#server/letters/draw-letters.ts';
import { composeNotice } from '#server/messages/compose.ts';
import { listNotices } from '#server/messages/messages.ts';
import { transaction } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { createLog } from '#server/platform/log.ts';
import { testApp } from '#test/harness/app.ts';
import { get } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { type Bought, drawFixture, openLottoCarry } from '#test/harness/draws.ts';
import { runUntil, siteUrl, waitingLetters } from '#test/harness/letters.ts';
import { addSession } from '#test/harness/sale.ts';

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let app: ReturnType<typeof testApp>['app'];
let winner: number;
let ticket: Bought;
let other: number;
beforeAll(async () => {
  own = await testDatabase();
  at = drawFixture(own);
  ({ app } = testApp(own));
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const idOf = () => encodeId(ticket.ticketId);
const claim = () => transaction(own.db, (tx) => claimPrizes(tx, idOf(), 'gunna'));
const release = (actor = 'jonas') => transaction(own.db, (tx) => releasePrizes(tx, idOf(), actor));
const plain = (text = '') => text.replaceAll('\u00a0', ' ');
const refusedWith = (words: RegExp) => ({
  code: 'EC_ACTION_NOT_ALLOWED',
  options: { details: { message: expect.stringMatching(words) } },
});

async function play(numbers: number[], high: number, movedTo?: Date): Promise<void> {
  const draw = await at.onSale();
  await at.seal(draw);
  if (movedTo) await moveDraw(own.db, draw.drawId, movedTo, { actor: 'gunna', reason: 'snow' });
  await at.result(draw.drawId, numbers, 6, '01234');
  await at.settle(draw.drawId);
  expect(await payDraw(own.db, draw.drawId, 'sigga')).toEqual({ paid: 0, high });
}

async function letterTo(playerId: number): Promise<string> {
  const letter = (await waitingLetters(own)).find((each) => each.playerId === playerId);
  return plain(letter?.text);
}

/** The ticket's page and its line in the list, of the first draw or the second. */
async function seen(nth: 0 | 1) {
  const { cookie } = await addSession(own, winner);
  const path = `/lotto/ticket/${idOf()}/${encodeId(ticket.couponIds[nth] ?? '')}`;
  const { body } = await get<ApiAnswer<'lotto.ticket'>>(app, path, cookie);
  const { body: list } = await get<ApiAnswer<'tickets.list'>>(app, '/user/tickets/1', cookie);
  const line = list.tickets.find(({ couponId }) => couponId === body.couponId);
  return [body.status, body.receipt.payableFrom, line?.largePrize?.payableFrom];
}

test('the winner of 7,500,000 kr. is told the day, four weeks after the draw was held at last', async () => {
  await at.open();
  winner = await at.player(10_000);
  other = await at.player(10_000);
  const row = [1, 2, 3, 4, 5];
  // Three rows share the first prize: with Joker, twice 2,500,000 kr. for one winner and thrice for another.
  await openLottoCarry(own.db, 7_499_900);
  ticket = await at.buy({ playerId: winner, rows: [row, row], joker: '01234', drawCount: 2 });
  await at.buy({ playerId: other, rows: [row], joker: '01234' });
  await play(row, 2, new Date('2026-11-23T12:00:00Z'));
  expect(await seen(0)).toEqual(['highwind', '2026-12-21', '2026-12-21']);
  const parts = { kinds: own.config.kinds, log: createLog('test', 2, 'silent') };
  await runUntil(own, drawLetterDeadline(parts), async () => true);
  expect(await letterTo(winner)).toMatch(
    /: 7\.500\.000 kr\.\nA .*\nGreiddur í fyrsta lagi 21\. desember 2026 samkvæmt reglum leiksins\n/s,
  );
  // Exactly 5,000,000 kr. is not above it.
  expect(await letterTo(other)).toMatch(/: 5\.000\.000 kr\.\nA .*: 218 kr\.\nVitja vinningsins/s);
});

test('the claim is taken at any time and answered with the day, in both languages', async () => {
  expect((await claim()).changed).toMatchObject([{ amount: 7_500_000, heldUntil: '2026-12-21' }]);
  const inWords = async (locale: 'is' | 'en') =>
    plain((await listNotices(own.db, winner, { locale, siteUrl }))[0]?.text);
  expect(await inWords('is')).toContain('greiddur í fyrsta lagi 21. desember 2026, þegar');
  expect(await inWords('en')).toContain('is paid on 21 December 2026 at the earliest');
  expect(await seen(0)).toEqual(['claimed', '2026-12-21', '2026-12-21']);
});

test('must-hold 88: a release before it is refused with the day, by the database too', async () => {
  await expect(release()).rejects.toMatchObject(
    refusedWith(/^A prize of 7500000 kr\. in lotto \d+ .* 2026-12-21 /),
  );
  await expect(release('Gunna')).rejects.toMatchObject(refusedWith(/another person/));
  const statement = `INSERT INTO prize_releases
    SELECT player_id, cause_id, claimed_by, domain_now(), 'jonas' FROM prize_claims`;
  await expect(own.pool.query(statement)).rejects.toThrow(/paid from 2026-12-21 at the earliest/);
});

test('the other prize of the ticket is not above the amount, and is paid meanwhile', async () => {
  await play([11, 12, 13, 14, 15], 1);
  expect(await seen(1)).toEqual(['highwind', undefined, undefined]);
  expect((await claim()).changed).toMatchObject([{ amount: 2_500_000, heldUntil: null }]);
  const before = await at.balance(winner);
  expect((await release()).changed).toHaveLength(1);
  expect(await at.balance(winner)).toBe(before + 2_500_000);
  await expect(release()).rejects.toMatchObject(refusedWith(/2026-12-21/));
});

test('on the day it is paid, and nothing is said of the day any more', async () => {
  await at.advanceTo(new Date('2026-12-20T23:59:59Z'));
  await expect(release()).rejects.toMatchObject(refusedWith(/2026-12-21/));
  await at.advanceTo(new Date('2026-12-21T00:00:00Z'));
  expect(await seen(0)).toEqual(['claimed', undefined, undefined]);
  const before = await at.balance(winner);
  expect((await release()).changed).toMatchObject([{ amount: 7_500_000 }]);
  expect(await at.balance(winner)).toBe(before + 7_500_000);
  expect((await release()).changed).toEqual([]);
});

test('a notice kept from before the day was said is still read', () => {
  const values = { ticketId: '0123456789', amount: 300_000, url: '/minar-sidur/midar' };
  const { text } = composeNotice('prizeClaimed', values, { locale: 'is', siteUrl });
  expect(text).toContain('Nú fer annar starfsmaður yfir');
});
