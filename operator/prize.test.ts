import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { claimPrizes, releasePrizes } from '#server/draws/claims/claim.ts';
import type { Draw } from '#server/draws/draw.ts';
import { lapsing } from '#server/draws/settle/expire.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { transaction } from '#server/platform/database.ts';
import { dueOf } from '#server/platform/deadlines.ts';
import { encodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { testApp } from '#test/harness/app.ts';
import { get } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { type Bought, drawFixture } from '#test/harness/draws.ts';
import { typedJson } from '#test/harness/operating.ts';
import { addSession } from '#test/harness/sale.ts';
import { spellingsOf } from '#test/harness/spellings.ts';

/** A large prize from the draw to the wallet, by two persons; what the winner sees and is told meanwhile. */

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let app: ReturnType<typeof testApp>['app'];
let winner: number;
let draw: Draw;
let ticket: Bought;
let forgotten: Bought;
let slow: Bought;
let indebted: Bought;

beforeAll(async () => {
  own = await testDatabase();
  const { dataDir } = own.config;
  at = drawFixture(own);
  copyFileSync(join(dataDir, 'secrets.json'), join(own.config.dataDir, 'secrets.json'));
  ({ app } = testApp(own));
  draw = await at.open();
  winner = await at.player(50_000);
  // Five digits of Joker are 2,500,000 kr., in the first draw of three, and the row adds its prize to them.
  ticket = await at.buy({ playerId: winner, rows: [[1, 2, 3, 40, 41]], joker: '01234', drawCount: 3 });
  const rows = [[20, 21, 22, 23, 24]];
  forgotten = await at.buy({ playerId: winner, rows, joker: '01234' });
  slow = await at.buy({ playerId: winner, rows, joker: '55555', drawCount: 2 });
  indebted = await at.buy({ playerId: winner, rows, joker: '77777', drawCount: 3 });
});
afterEach(async () => expect(await checkLedger(own.db)).toEqual({ ok: true }));
afterAll(() => own.close());

const prize = (word: 'claim' | 'release', ticketId: string, actor: string) =>
  typedJson(own, ['prize', word, ticketId, ...(actor ? ['--as', actor] : [])]);

const refused = (code: string, words: RegExp) => ({
  status: 1,
  answer: { error: { code, message: expect.stringMatching(words) } },
});

/** As the winner sees it: the ticket's page, the list, the list of what is won. */
async function seen({ ticketId, couponIds: [couponId = ''] }: Bought) {
  const { cookie } = await addSession(own, winner);
  const path = `/lotto/ticket/${encodeId(ticketId)}/${encodeId(couponId)}`;
  const { body } = await get<ApiAnswer<'lotto.ticket'>>(app, path, cookie);
  const list = async (filter: string) => {
    const { body: page } = await get<ApiAnswer<'tickets.list'>>(
      app,
      `/user/tickets/1?filter=${filter}`,
      cookie,
    );
    return page.tickets.find((line) => line.couponId === body.couponId);
  };
  const activity = await get<ApiAnswer<'limits.activity'>>(app, '/user/check-activity', cookie);
  return {
    ticket: body,
    listed: await list('all'),
    won: (await list('won')) !== undefined,
    paid: (await list('paid')) !== undefined,
    active: activity.body.hasActiveTickets,
  };
}

async function told(): Promise<{ letters: string[]; notices: string[] }> {
  const letters = sql`SELECT coalesce(array_agg(kind ORDER BY queued_at), '{}') FROM messages
    WHERE player_id = ${winner} AND kind LIKE 'prize%'`;
  const notices = sql`SELECT coalesce(array_agg(kind ORDER BY notice_id), '{}') FROM notices
    WHERE player_id = ${winner} AND kind LIKE 'prize%'`;
  return { letters: await at.value(letters), notices: await at.value(notices) };
}

test('before the draw is paid out nothing can be claimed', async () => {
  const id = encodeId(ticket.ticketId);
  expect(await prize('claim', id, 'gunna')).toMatchObject(refused('EC_TICKET_NOT_FOUND', /No large prize/));
  expect(await prize('claim', 'nonsense', 'gunna')).toMatchObject(refused('EC_TICKET_NOT_FOUND', /nonsense/));
  expect((await prize('claim', id, '')).status).toBe(2);
  await at.seal(draw);
  await at.result(draw.drawId, [1, 2, 3, 4, 5], 6, '01234');
  await at.settle(draw.drawId);
  expect(await prize('claim', id, 'gunna')).toMatchObject(refused('EC_ACTION_NOT_ALLOWED', /draw pay/));
});

test('more than a year late, a prize still has its year from the day it can be claimed', async () => {
  await at.advanceTo(new Date(draw.drawDate.getTime() + 400 * 86_400_000));
  expect(await payDraw(own.db, draw.drawId, 'sigga')).toEqual({ paid: 0, high: 2 });
  expect(await lapsing.run(own.db)).toBe(0);
  const paidOut = await at.value<string>(sql`SELECT domain_now()::date`);
  const lastDay = await at.value<string>(sql`SELECT (${paidOut}::date + interval '1 year')::date`);
  expect(await dueOf(own.db, lapsing)).toEqual(new Date(Date.parse(lastDay) + 86_400_000));
  const { ticket: shown, listed, ...rest } = await seen(ticket);
  expect(shown).toMatchObject({ status: 'highwind', receipt: { claimBy: lastDay } });
  expect(shown.coupons.map(({ status }) => status)).toEqual(['highwind', 'pending', 'pending']);
  expect(shown.amountWin).toBeGreaterThan(2_500_000);
  expect(listed).toMatchObject({ status: 'won', largePrize: { status: 'highwind', claimBy: lastDay } });
  expect(rest).toEqual({ won: true, paid: false, active: true });
});

type Listed = { claims: { ticketId: string; station: string; since: string; preparedBy: string | null }[] };
const waiting = async () => (await typedJson(own, ['prize', 'list'])).answer as Listed;

test('prizes that nobody has claimed are listed, the longest waiting first', async () => {
  const { claims } = await waiting();
  const tickets = [ticket, forgotten].map(({ ticketId }) => encodeId(ticketId));
  expect(claims.map(({ ticketId }) => ticketId).sort()).toEqual(tickets.sort());
  const paidOut = await at.value<Date>(sql`SELECT min(due_from) FROM large_prizes`);
  for (const each of claims)
    expect(each).toMatchObject({ station: 'claim', since: paidOut.toISOString(), preparedBy: null });
});

test('one person takes the claim, once; the money stays where it is', async () => {
  const id = encodeId(ticket.ticketId);
  const before = await at.balance(winner);
  expect(await prize('release', id, 'jonas')).toMatchObject(refused('EC_ACTION_NOT_ALLOWED', /prize claim/));
  // As a winner reads it out: in capitals and groups.
  const spoken = (id.toUpperCase().match(/.{1,4}/g) ?? []).join('-');
  const short = spoken.slice(0, 9);
  expect(await prize('claim', short.slice(0, -1), 'gunna')).toMatchObject(
    refused('EC_TICKET_NOT_FOUND', /-/),
  );
  expect(await prize('release', short, 'jonas')).toMatchObject(
    refused('EC_ACTION_NOT_ALLOWED', /prize claim/),
  );
  expect(await prize('claim', spoken, 'gunna')).toMatchObject({
    status: 0,
    answer: { claimed: 1, prizes: [{ ticketId: id, status: 'claimed', claimedBy: 'gunna' }] },
  });
  // And as its letters name it.
  expect(await prize('claim', short, 'jonas')).toMatchObject({
    status: 0,
    answer: { claimed: 0, amount: 0, prizes: [{ claimedBy: 'gunna' }] },
  });
  expect(await at.balance(winner)).toBe(before);
  const { ticket: shown, listed, won } = await seen(ticket);
  expect([shown.status, listed?.status, listed?.largePrize?.status, won]).toEqual([
    'claimed',
    'won',
    'claimed',
    true,
  ]);
  expect(await told()).toEqual({ letters: ['prizeClaimed'], notices: ['prizeClaimed'] });
  const [mine] = (await waiting()).claims.filter(({ ticketId }) => ticketId === id);
  expect(mine).toMatchObject({ station: 'review', preparedBy: 'gunna' });
});

test('who took the claim does not release it, however the name is spelled; another does, once', async () => {
  const id = encodeId(ticket.ticketId);
  for (const same of ['gunna', ' Gunna '])
    expect(await prize('release', id, same)).toMatchObject(
      refused('EC_ACTION_NOT_ALLOWED', /another person/),
    );
  for (const same of spellingsOf('gunna'))
    await expect(release(ticket, same)).rejects.toMatchObject({ code: 'EC_ACTION_NOT_ALLOWED' });
  const before = await at.balance(winner);
  const { amountWin } = (await seen(ticket)).ticket;
  const released = await prize('release', id, 'jonas');
  expect(released).toMatchObject({ status: 0, answer: { paid: 1, amount: amountWin } });
  expect(await prize('release', id, 'jonas')).toMatchObject({ status: 0, answer: { paid: 0, amount: 0 } });
  expect((await release(ticket, 'gunna')).changed).toEqual([]);
  expect((await claim(ticket)).changed).toEqual([]);
  expect(await at.balance(winner)).toBe(before + amountWin);
  const { ticket: shown, listed, won, paid } = await seen(ticket);
  expect([shown.status, listed?.status, listed?.largePrize, won, paid]).toEqual([
    'paid',
    'paid',
    undefined,
    false,
    true,
  ]);
  expect((await waiting()).claims.map(({ ticketId }) => ticketId)).toEqual([encodeId(forgotten.ticketId)]);
  expect(await told()).toEqual({
    letters: ['prizeClaimed', 'prizePaid'],
    notices: ['prizeClaimed', 'prizePaid'],
  });
  const { cookie } = await addSession(own, winner);
  const { body } = await get<ApiAnswer<'account.transactions'>>(app, '/user/transactions/1', cookie);
  expect(body.transactions[0]).toMatchObject({ type: 'winnings', amount: amountWin, ticketId: id });
  expect(await payDraw(own.db, draw.drawId, 'sigga')).toEqual({ paid: 0, high: 1 });
});

test('the database itself refuses one person for both, and what would change a claim', async () => {
  const statements = [
    `INSERT INTO prize_releases SELECT player_id, cause_id, claimed_by, domain_now(), ' GUNNA'
      FROM prize_claims`,
    'DELETE FROM prize_claims',
    'UPDATE prize_releases SET released_by = released_by',
  ];
  const [release = '', ...changes] = statements;
  await expect(own.pool.query(release)).rejects.toThrow(/two_persons/);
  for (const change of changes) await expect(own.pool.query(change)).rejects.toThrow(/permission denied/);
});

test('a year after it could be claimed the other lapses, by itself, and the draw is settled', async () => {
  const due = (await dueOf(own.db, lapsing)) as Date;
  await at.advanceTo(new Date(due.getTime() - 1000));
  expect(await lapsing.run(own.db)).toBe(0);
  expect((await seen(forgotten)).ticket.status).toBe('highwind');
  await at.advanceTo(due);
  // Before the lapse is written, the day is over nevertheless.
  const late = await prize('claim', encodeId(forgotten.ticketId), 'gunna');
  expect(late).toMatchObject(refused('EC_ACTION_NOT_ALLOWED', /could be claimed until/));
  expect(await lapsing.run(own.db)).toBe(1);
  expect(await lapsing.run(own.db)).toBe(0);
  expect((await at.draw(draw.drawId)).state).toBe('settled');
  const { ticket: shown, listed } = await seen(forgotten);
  expect(shown).toMatchObject({ status: 'lost', amountWin: 0, amountLapsed: 2_500_000 });
  expect(listed).toMatchObject({ status: 'lost', amountLapsed: 2_500_000 });
  expect((await seen(ticket)).ticket.status).toBe('paid');
  await expect(claim(forgotten)).rejects.toMatchObject({ code: 'EC_ACTION_NOT_ALLOWED' });
  await expect(release(forgotten)).rejects.toMatchObject({ code: 'EC_ACTION_NOT_ALLOWED' });
});

/** The next draw from its close to its payout, and with a large prize on the ticket. */
async function play(joker: string): Promise<number> {
  const { drawId } = await at.onSale();
  await at.seal(await at.draw(drawId));
  await at.result(drawId, [1, 2, 3, 4, 5], 6, joker);
  await at.settle(drawId);
  expect((await payDraw(own.db, drawId, 'sigga')).high).toBe(1);
  return drawId;
}

const claim = ({ ticketId }: Bought) =>
  transaction(own.db, (tx) => claimPrizes(tx, encodeId(ticketId), 'gunna'));
const release = ({ ticketId }: Bought, actor = 'jonas') =>
  transaction(own.db, (tx) => releasePrizes(tx, encodeId(ticketId), actor));

test('what is claimed never lapses; its draw waits for the release', async () => {
  const drawId = await play('55555');
  await claim(slow);
  await at.advanceTo(await at.value<Date>(sql`SELECT domain_now() + interval '3 years'`));
  await lapsing.run(own.db);
  expect((await at.draw(drawId)).state).toBe('closed');
  expect((await release(slow)).changed).toHaveLength(1);
  await lapsing.run(own.db);
  expect((await at.draw(drawId)).state).toBe('settled');
});

test('a debt is paid first, and many who release at once pay once', async () => {
  await play('77777');
  const before = await at.balance(winner);
  await own.pool.query(`
    WITH posted AS (
      INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount)
      SELECT ${winner}, domain_now(), 'correction', ledger_account('debt', ${winner}, NULL, NULL, NULL),
        ledger_account('prize_reserve', NULL, NULL, 'lotto', NULL), 30000
    ) UPDATE wallets SET debt = 30000 WHERE player_id = ${winner}`);
  const claims = await Promise.all([1, 2, 3].map(() => claim(indebted)));
  expect(claims.reduce((sum, { changed }) => sum + changed.length, 0)).toBe(1);
  const releases = await Promise.all(['jonas', 'sigga', 'bui'].map((actor) => release(indebted, actor)));
  expect(releases.reduce((sum, { changed }) => sum + changed.length, 0)).toBe(1);
  expect(await at.balance(winner)).toBe(before + 2_500_000 - 30_000);
  expect(await at.value(sql`SELECT debt FROM wallets WHERE player_id = ${winner}`)).toBe(0);
});
