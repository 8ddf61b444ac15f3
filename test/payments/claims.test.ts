/** A large prize from its winner's claim to the winner's own bank account. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { claimPrizes, releasePrizes } from '#server/draws/claims/claim.ts';
import { listOpenClaims } from '#server/draws/claims/list-claims.ts';
import { payoutDeadline } from '#server/draws/claims/payout.ts';
import { lapsing } from '#server/draws/settle/expire.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { type MessagePayload, messageJob } from '#server/messages/messages.ts';
import { createOutside, createPaymentParts } from '#server/outside.ts';
import { transaction } from '#server/platform/database.ts';
import { databaseNow, dueOf } from '#server/platform/deadlines.ts';
import { encodeId } from '#server/platform/ids.ts';
import { createLog } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { type Bought, drawFixture, openLottoCarry } from '#test/harness/draws.ts';
import { waitingJobs } from '#test/harness/jobs.ts';
import { type Between, interceptable } from '#test/harness/outsiders.ts';
import { paymentSandboxes } from '#test/harness/payment-sandboxes.ts';
import { addSession } from '#test/harness/sale.ts';

type Claims = ApiAnswer<'claims.list'>;
type Winner = { playerId: number; ticket: Bought };

const hour = 3_600_000;
let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let app: ReturnType<typeof testApp>['app'];
let run: () => Promise<void>;
let due: () => Promise<Date | null>;
let sandboxes: Awaited<ReturnType<typeof paymentSandboxes>>;
let time = new Date(0);
const between: Between = {};
const winners: Winner[] = [];
let next = 0;
const winner = () => winners[next++] as Winner;
let millionaire: Winner;

beforeAll(async () => {
  own = await testDatabase();
  at = drawFixture(own);
  sandboxes = await paymentSandboxes(() => time);
  const outside = {
    ...createOutside(own.config, () => time),
    ...interceptable({ ...createOutside(own.config, () => time), bank: sandboxes.bank() }, between),
  };
  ({ app } = testApp(own, undefined, outside));
  const log = createLog('test', 2, 'silent');
  const deadline = payoutDeadline(createPaymentParts({ config: own.config, db: own.payments, log, outside }));
  due = () => dueOf(own.db, deadline);
  run = async () => {
    time = await databaseNow(own.db);
    for (let turn = 0; turn < 5; turn += 1) await deadline.run(own.db);
  };
  const draw = await at.open();
  await openLottoCarry(own.db, 7_499_900);
  // Five digits of Joker are 2,500,000 kr.; the row wins nothing but for the one who has the first prize.
  for (let nth = 0; nth < 15; nth += 1) winners.push(await buyer([20, 21, 22, 23, 24]));
  millionaire = await buyer([1, 2, 3, 4, 5]);
  await at.seal(draw);
  await at.result(draw.drawId, [1, 2, 3, 4, 5], 6, '01234');
  await at.settle(draw.drawId);
  expect(await payDraw(own.db, draw.drawId, 'sigga')).toEqual({ paid: 0, high: 16 });
});
afterEach(async () => {
  between.bank = {};
  expect(await checkLedger(own.db)).toEqual({ ok: true });
});
afterAll(async () => {
  sandboxes.stop();
  await own.close();
});

let people = 100;
async function buyer(row: number[]): Promise<Winner> {
  const playerId = await at.player(10_000);
  people += 1;
  await set(
    playerId,
    `national_id = '010190${people}9', mobile = '6660${people}', bank_account = '0133-26-012${people}'`,
  );
  await set(playerId, `bank_account_since = domain_now() - interval '48 hours'`);
  return { playerId, ticket: await at.buy({ playerId, rows: [row], joker: '01234' }) };
}

const set = (playerId: number, change: string) =>
  own.pool.query(`UPDATE players SET ${change} WHERE player_id = $1`, [playerId]);

/** A session of now: electronic ID was shown in it, unless it is left out. */
async function session({ playerId }: Winner, eId = true): Promise<string> {
  const { cookie } = await addSession(own, playerId);
  if (eId) await own.pool.query('UPDATE sessions SET e_id_at = fresh_at WHERE player_id = $1', [playerId]);
  return cookie;
}

const bodyOf = ({ ticket: { ticketId, couponIds } }: Winner) => {
  return { ticketId: encodeId(ticketId), couponId: encodeId(couponIds[0] ?? '') };
};
const claim = async (who: Winner, more: object = {}, cookie?: string) =>
  post(app, '/user/claims', { ...bodyOf(who), ...more }, { cookie: cookie ?? (await session(who)) });
async function seen(who: Winner) {
  const { body } = await get<Claims>(app, '/user/claims', await session(who));
  expect(body.claims).toHaveLength(1);
  return body.claims[0] as Claims['claims'][number];
}
const ticketOf = (who: Winner) => bodyOf(who).ticketId;
const prepare = (who: Winner, actor = 'gunna') =>
  transaction(own.db, (tx) => claimPrizes(tx, ticketOf(who), actor));
const approve = (who: Winner, actor = 'jonas') =>
  transaction(own.db, (tx) => releasePrizes(tx, ticketOf(who), actor));
const later = async (ms: number) => at.advanceTo(new Date((await databaseNow(own.db)).getTime() + ms));

async function sentTo({ playerId }: Winner): Promise<string[]> {
  const jobs = await waitingJobs<MessagePayload>(own.adminPool, messageJob);
  return jobs
    .filter(({ payload }) => payload.playerId === playerId && payload.kind.startsWith('claim'))
    .map(({ payload }) => `${payload.kind} ${payload.to}`);
}
const statement = (who: Winner) =>
  at.value<string[]>(sql`SELECT array_agg(kind || ' ' || amount ORDER BY transfer_id) FROM ledger_transfers
    WHERE player_id = ${who.playerId} AND kind IN ('claim', 'withdrawal', 'withdrawal_paid')`);
const orders = (who: Winner) =>
  at.value<string[] | null>(sql`SELECT array_agg(status || ' ' || bank_account ORDER BY round)
    FROM prize_payouts WHERE player_id = ${who.playerId}`);

test('claimed, checked by two operators, paid by the bank; the balance is what it was', async () => {
  const who = winner();
  expect(await seen(who)).toMatchObject({ station: 'claim', amount: 2_500_000 });
  const balance = await at.balance(who.playerId);
  expect((await claim(who)).status).toBe(204);
  expect(await seen(who)).toMatchObject({ station: 'review', bankAccount: '0133-26-012101' });
  await run();
  expect(await orders(who)).toBeNull();
  await prepare(who);
  await expect(approve(who, 'Gunna')).rejects.toMatchObject({ code: 'EC_ACTION_NOT_ALLOWED' });
  expect(await seen(who)).toMatchObject({ station: 'review' });
  await approve(who);
  expect(await seen(who)).toMatchObject({ station: 'payment' });
  await run();
  expect(await seen(who)).toMatchObject({ station: 'paid', bankAccount: '0133-26-012101' });
  expect(await at.balance(who.playerId)).toBe(balance);
  // Above the limit of one withdrawal and of a day.
  expect(await statement(who)).toEqual(['claim 2500000', 'withdrawal 2500000', 'withdrawal_paid 2500000']);
  expect((await approve(who)).changed).toEqual([]);
  await run();
  expect(await orders(who)).toEqual(['settled 0133-26-012101']);
});

test('the database takes no approval by the one who prepared it, and no second order', async () => {
  const who = winner();
  await claim(who);
  await prepare(who);
  const insert = `INSERT INTO prize_approvals SELECT player_id, cause_id, claimed_by, domain_now(), 'Gunna ',
    claimed_by_key, claimed_by_key FROM prize_claims WHERE player_id = $1`;
  await expect(own.pool.query(insert, [who.playerId])).rejects.toThrow(/two_persons/);
  await approve(who);
  between.bank = { order: async () => null };
  await run();
  const again = `INSERT INTO prize_payouts (player_id, cause_id, round, request_id, amount, bank_account,
      owner_national_id, status, asked_at, changed_at, look_at)
    SELECT player_id, cause_id, 9, gen_random_uuid(), amount, bank_account, owner_national_id, 'ordered',
      asked_at, changed_at, look_at FROM prize_payouts WHERE player_id = $1`;
  await expect(own.pool.query(again, [who.playerId])).rejects.toThrow(/prize_payouts_open/);
});

test('two claims at once are one claim, told once to the contact of the purchase', async () => {
  const who = winner();
  // Somebody takes over the account before the claim.
  const { email: former } = await at.value<{ email: string }>(
    sql`SELECT to_json(p) FROM players p WHERE player_id = ${who.playerId}`,
  );
  await set(who.playerId, `email = 'thjofur@example.is', mobile = '6999999'`);
  const cookie = await session(who);
  const answers = await Promise.all([claim(who, {}, cookie), claim(who, {}, cookie)]);
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  expect((await claim(who)).status).toBe(204);
  expect((await sentTo(who)).sort()).toEqual(
    [
      ...[`claimReceived ${former}`, 'claimReceived thjofur@example.is'],
      ...['claimReceived 6660103', 'claimReceived 6999999'],
    ].sort(),
  );
});

test('a closed account claims nothing itself; what was claimed before is paid', async () => {
  const [claimed, unclaimed] = [winner(), winner()];
  await claim(claimed);
  for (const { playerId } of [claimed, unclaimed])
    await own.pool.query('UPDATE wallets SET closed_at = domain_now() WHERE player_id = $1', [playerId]);
  expect(await claim(unclaimed)).toMatchObject({ status: 403, body: { code: 'EC_ACCOUNT_CLOSED' } });
  await prepare(claimed);
  await approve(claimed);
  await run();
  expect(await orders(claimed)).toEqual(['settled 0133-26-012104']);
  // The operators still pay the other as they do without a claim of the winner.
  await prepare(unclaimed);
  expect((await approve(unclaimed)).changed).toHaveLength(1);
});

test('a break stops no claim; an ended certificate and a missing electronic ID do', async () => {
  const who = winner();
  const wallet = (change: string) =>
    own.pool.query(`UPDATE wallets SET ${change} WHERE player_id = $1`, [who.playerId]);
  const body = { code: 'EC_ELOGIN_AUTH_REQUIRED', details: { fresh: true, eId: true } };
  expect(await claim(who, {}, await session(who, false))).toMatchObject({ status: 403, body });
  await wallet(`certificate_expires = domain_now()::date - 1`);
  expect(await claim(who)).toMatchObject({ status: 403, body: { code: 'EC_ELOGIN_AUTH_REQUIRED' } });
  await wallet(
    `certificate_expires = domain_now()::date + 1, locked_until = domain_now() + interval '1 day'`,
  );
  expect((await claim(who)).status).toBe(204);
});

test('another player’s electronic ID and session open nothing of this prize', async () => {
  const [who, other] = [winner(), winner()];
  const body = { code: 'EC_TICKET_NOT_FOUND' };
  expect(await claim(who, {}, await session(other))).toMatchObject({ status: 400, body });
  expect(await seen(who)).toMatchObject({ station: 'claim' });
  // The account must be the winner's own, by what the bank says.
  for (const [account, reason] of [
    ['0133-26-333333', 'ownerMismatch'],
    ['0133-26-444444', 'noAccount'],
  ]) {
    const body = { code: 'EC_BANK_DECLINED', details: { reason } };
    expect(await claim(who, { bankAccount: account })).toMatchObject({ status: 400, body });
  }
  between.bank = { ownership: async () => null };
  expect(await claim(who)).toMatchObject({ status: 502, body: { code: 'EC_BANK_ERROR' } });
  expect(await seen(who)).toMatchObject({ station: 'claim' });
  expect(await at.value(sql`SELECT bank_account FROM players WHERE player_id = ${who.playerId}`)).toBe(
    '0133-26-012107',
  );
});

test('an account that is set with the claim is paid to after 24 hours, confirmed again', async () => {
  const who = winner();
  expect((await claim(who, { bankAccount: '0133-26-777777' })).status).toBe(204);
  await prepare(who);
  await approve(who);
  await run();
  expect(await orders(who)).toBeNull();
  const { paysFrom = '' } = await seen(who);
  const since = await at.value<string>(
    sql`SELECT to_char(bank_account_since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      FROM players WHERE player_id = ${who.playerId}`,
  );
  expect(Date.parse(paysFrom) - Date.parse(since)).toBe(24 * hour);
  // Changed once more between claim and payment: the time begins anew, and the winner hears of it.
  await later(12 * hour);
  expect((await claim(who, { bankAccount: '0133-26-888888' })).status).toBe(204);
  await later(13 * hour);
  await run();
  expect(await orders(who)).toBeNull();
  const news = await sentTo(who);
  expect(news.filter((each) => each.startsWith('claimAccountChanged'))).toHaveLength(2);
  await later(12 * hour);
  // By now the bank says that the account is somebody else's: nothing is paid.
  between.bank = { ownership: async () => 'ownerMismatch' };
  await run();
  between.bank = {};
  expect(await orders(who)).toEqual(['rejected 0133-26-888888']);
  expect(await seen(who)).toMatchObject({ station: 'refused', refusal: 'ownerMismatch' });
  expect(await statement(who)).toBeNull();
});

test('an account changed on the page of the profile is told too', async () => {
  const who = winner();
  await claim(who);
  await set(who.playerId, `bank_account = '0133-26-555555'`);
  await run();
  await run();
  const news = await sentTo(who);
  expect(news.filter((each) => each.startsWith('claimAccountChanged'))).toHaveLength(2);
});

test('the bank refuses: no money and no station moves, another account is paid a day later', async () => {
  const who = winner();
  expect((await claim(who)).status).toBe(204);
  await prepare(who);
  await approve(who);
  const decline = async (): Promise<void> => {
    between.bank = { order: async () => ({ state: 'rejected', reason: 'declined' }) };
    await run();
    between.bank = {};
  };
  await decline();
  const refused = await seen(who);
  expect(refused).toMatchObject({ station: 'refused', refusal: 'declined', bankAccount: '0133-26-012111' });
  expect(refused.approvedAt).toBeDefined();
  const listed = (await listOpenClaims(own.db)).find(({ ticketId }) => ticketId === refused.ticketId);
  expect(listed).toMatchObject({ station: 'refused', since: refused.endedAt });
  expect(await statement(who)).toBeNull();
  expect(await sentTo(who)).toContain('claimRefused 6660111');
  await later(25 * hour);
  await run();
  expect(await orders(who)).toHaveLength(1);
  // The same account is not tried again by itself. The winner may choose it, without another day.
  const same = { bankAccount: '0133-26-012111' };
  await Promise.all([claim(who, same), claim(who, same)]);
  expect(await seen(who)).toMatchObject({ station: 'payment', ...same });
  await later(60_000);
  await decline();
  await later(60_000);
  expect((await claim(who, { bankAccount: '0133-26-111111' })).status).toBe(204);
  expect(await seen(who)).toMatchObject({ station: 'payment', bankAccount: '0133-26-111111' });
  await later(25 * hour);
  await run();
  expect(await seen(who)).toMatchObject({ station: 'payment' });
  // It takes the bank five seconds.
  await later(60_000);
  await run();
  const refusedOnes = ['rejected 0133-26-012111', 'rejected 0133-26-012111'];
  expect(await orders(who)).toEqual([...refusedOnes, 'settled 0133-26-111111']);
  expect(await statement(who)).toEqual(['claim 2500000', 'withdrawal 2500000', 'withdrawal_paid 2500000']);
});

test('a debt is paid first, also one that grew while the bank was paying', async () => {
  const who = winner();
  const owe = (amount: number) =>
    own.pool.query(
      `SELECT debit_wallet($1, ledger_account('prize_reserve', NULL, NULL, 'lotto', NULL), 'correction', $2,
         NULL, domain_now(), true)`,
      [who.playerId, amount],
    );
  const wallet = async () => {
    const { rows } = await own.pool.query('SELECT balance, debt FROM wallets WHERE player_id = $1', [
      who.playerId,
    ]);
    return rows[0];
  };
  await claim(who);
  await owe(100_000 + (await at.balance(who.playerId)));
  expect(await wallet()).toEqual({ balance: 0, debt: 100_000 });
  await prepare(who);
  await approve(who);
  between.bank = { order: async () => ({ state: 'accepted' }), state: async () => ({ state: 'accepted' }) };
  await run();
  await owe(50_000);
  between.bank = { state: async () => ({ state: 'settled', paymentId: 'b-1' }) };
  await later(60_000);
  await run();
  // The bank has paid 2,400,000 kr.: what the new debt takes of the prize is owed anew.
  expect(await seen(who)).toMatchObject({ station: 'paid', amount: 2_500_000, amountPaid: 2_400_000 });
  expect(await wallet()).toEqual({ balance: 0, debt: 50_000 });
});

test('a debt that takes all of the prize leaves nothing for the bank', async () => {
  const who = winner();
  await claim(who);
  await own.pool.query(
    `SELECT debit_wallet($1, ledger_account('prize_reserve', NULL, NULL, 'lotto', NULL), 'correction',
       3000000, NULL, domain_now(), true)`,
    [who.playerId],
  );
  await prepare(who);
  await approve(who);
  await run();
  expect(await orders(who)).toBeNull();
  expect(await seen(who)).toMatchObject({ station: 'paid' });
});

test('a winner without a bank account names one', async () => {
  const who = winner();
  await set(who.playerId, 'bank_account = NULL, bank_account_since = NULL');
  expect(await claim(who)).toMatchObject({ status: 400, body: { code: 'EC_BANK_INFO_MISSING' } });
  expect(await seen(who)).toMatchObject({ station: 'claim' });
});

test('above five million: approved before the day, paid on the day and not before', async () => {
  await claim(millionaire);
  await prepare(millionaire);
  await approve(millionaire);
  const { payableFrom = '', ...shown } = await seen(millionaire);
  expect(shown).toMatchObject({ station: 'wait', paysFrom: `${payableFrom}T00:00:00.000Z` });
  await run();
  expect(await orders(millionaire)).toBeNull();
  const day = new Date(`${payableFrom}T00:00:00Z`);
  expect(await due()).toEqual(day);
  await at.advanceTo(new Date(day.getTime() - 1000));
  await run();
  expect(await orders(millionaire)).toBeNull();
  await at.advanceTo(day);
  await run();
  expect(await seen(millionaire)).toMatchObject({ station: 'paid', payableFrom });
});

test('what is claimed does not lapse; after the year nothing can be claimed any more', async () => {
  const [claimed, forgotten] = [winners[6] as Winner, winners[7] as Winner];
  await claim(claimed);
  await later(367 * 24 * hour);
  await own.pool.query(`UPDATE wallets SET certificate_expires = '2099-01-01'`);
  expect(await claim(forgotten)).toMatchObject({ status: 403, body: { code: 'EC_ACTION_NOT_ALLOWED' } });
  await lapsing.run(own.db);
  expect(await claim(forgotten)).toMatchObject({ status: 403, body: { code: 'EC_ACTION_NOT_ALLOWED' } });
  expect(await seen(claimed)).toMatchObject({ station: 'review' });
});
