/** Plans of the hot statements in a book of a hundred million tickets (docs/decisions/059). */
import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contributionDeadline } from '#server/clubs/book-weeks.ts';
import { listContributions } from '#server/clubs/clubs.ts';
import { clubWeeks } from '#server/clubs/weeks.ts';
import { listClaims } from '#server/draws/claims/list-claims.ts';
import { closeDraw } from '#server/draws/close.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import { kinds } from '#server/games/registry.ts';
import { createOwnPageReader } from '#server/http/own-page.ts';
import { listTransactions } from '#server/ledger/transaction-list.ts';
import { transaction } from '#server/platform/database.ts';
import { dueOf } from '#server/platform/deadlines.ts';
import { readSpending } from '#server/players/account/spending.ts';
import { closeClub } from '#server/players/clubs/clubs.ts';
import { tables } from '#server/regulator/records.ts';
import { listTickets } from '#server/sales/list.ts';
import { lastOutcome } from '#server/sales/outcome.ts';
import { checkActivity } from '#server/subscriptions/read.ts';
import { sizes } from './book.ts';
import { explain } from './explain.ts';
import { faultsOf, forOneDay, forOneDraw, forOnePlayer, forWholeBook } from './faults.ts';
import { grownBook } from './grown-book.ts';
import type { Statement } from './plan.ts';
import { recordPlans } from './record.ts';

const book = grownBook();

const run = (work: () => Promise<unknown>) => recordPlans(book.own.url, work);
const explainRecorded = (statements: readonly Statement[] = []) => explain(book.own.url, statements);

test.each(Object.entries(sizes))('the planner expects all rows of %s', async (table, { rows }) => {
  const { rows: answers } = await book.own.adminPool.query(`EXPLAIN (FORMAT JSON) SELECT FROM ${table}`);
  expect(answers[0]['QUERY PLAN'][0].Plan['Plan Rows'] / rows).toBeCloseTo(1, 2);
});

test('a purchase is sold', async () => {
  const playerId = await book.at.player(10_000);
  const buy = () => book.at.buy({ playerId, rows: [[1, 2, 3, 4, 5]] }, book.draws.onSale);
  const plans = await run(buy);
  expect(plans.some(({ text }) => text.includes('INSERT INTO tickets'))).toBe(true);
  // Merged into the statement, as decision 010 says.
  expect(plans.some(({ plan }) => JSON.stringify(plan).includes('decide_stake'))).toBe(false);
  expect(faultsOf(plans, forOnePlayer)).toBe('');
});

describe('a draw', () => {
  test('is closed', async () => {
    const how = { actor: 'gunna', reason: 'test' };
    const plans = await run(() => closeDraw(book.grown.db, book.draws.onSale.drawId, how));
    expect(faultsOf(plans, forOneDraw)).toBe('');
  });

  test('is sealed', async () => {
    expect(faultsOf(await explainRecorded(book.recorded.seal), forOneDraw)).toBe('');
  });

  test('is settled', async () => {
    const { drawId } = book.draws.confirmed;
    const plans = await run(() => settleDraw(book.grown.db, book.own.config, drawId));
    expect(faultsOf(plans, forOneDraw)).toBe('');
  });

  test('is paid', async () => {
    const plans = await run(() => payDraw(book.grown.db, book.draws.settled.drawId, 'sigga'));
    expect(plans.some(({ text }) => text.includes('INSERT INTO coupon_payouts'))).toBe(true);
    expect(faultsOf(plans, forOneDraw)).toBe('');
  });
});

describe('a player with 20,000 tickets sees', () => {
  const page = { params: { page: 1 }, body: undefined };
  const tokenHash = () => hash('sha256', book.player.cookie.split('=')[1] ?? '', 'buffer');
  const faults = async (work: () => Promise<unknown>, bounds = forOnePlayer) =>
    faultsOf(await run(work), bounds);
  /** For an unknown moment PostgreSQL expects a third of all that a player did after it. */
  const sinceMoment = { ...forOnePlayer, cost: 40_000 };
  const visit = (showsTickets: boolean) =>
    createOwnPageReader(book.grown.pages, kinds)({ tokenHash: tokenHash(), showsTickets, keepsAlive: true });

  test('home', async () => {
    expect(await faults(() => visit(true))).toBe('');
  });

  test('any other page', async () => {
    expect(await faults(() => visit(false))).toBe('');
  });

  test.each(['all', 'lotto', 'won', 'paid', 'lost'] as const)('tickets: %s', async (filter) => {
    const list = () =>
      listTickets(book.grown.pages, kinds.weekOf, book.player.playerId, { ...page, query: { filter } });
    expect(await faults(list, sinceMoment)).toBe('');
  });

  test('the last outcome', async () => {
    expect(await faults(() => lastOutcome(book.grown.pages, book.player.playerId))).toBe('');
  });

  test('large prizes', async () => {
    const caller = { playerId: book.player.playerId, tokenHash: Buffer.alloc(32) };
    expect(await faults(() => listClaims(book.grown.pages, caller, 2))).toBe('');
  });

  test.each([{}, { month: '2026-11' }])('transactions: %j', async (asked) => {
    const query = { locale: 'is' as const, ...asked };
    const list = () => listTransactions(book.grown.pages, () => '', book.player.playerId, { ...page, query });
    expect(await faults(list, sinceMoment)).toBe('');
  });

  test('what was spent', async () => {
    const caller = { playerId: book.player.playerId, tokenHash: tokenHash() };
    expect(await faults(() => readSpending(book.grown.db, caller), sinceMoment)).toBe('');
  });

  test('whether the account can be closed', async () => {
    const activity = () => checkActivity(book.grown.pages, book.player.playerId);
    // It counts, with a look-up for each open ticket.
    expect(await faults(activity, { ...forOnePlayer, cost: 4_000 })).toBe('');
  });
});

describe('of clubs', () => {
  test('the weeks of one are read, and what all got in a week', async () => {
    await book.own.adminPool.query(`INSERT INTO clubs (club_id, name) VALUES (7, 'Fjölnir')`);
    const weeks = () => clubWeeks(book.grown.pages, { params: { clubId: '7' }, query: { year: '2026' } });
    expect(faultsOf(await run(weeks), forOnePlayer)).toBe('');
    const week = () => listContributions(book.grown.pages, { year: '2026', week: '7' });
    expect(faultsOf(await run(week), forOnePlayer)).toBe('');
  });

  test('one is closed, with a look at its supporters alone', async () => {
    const plans = await run(() => transaction(book.grown.db, (tx) => closeClub(tx, 7)));
    expect(plans.some(({ text }) => text.includes('UPDATE players SET support_id'))).toBe(true);
    expect(faultsOf(plans, forOneDraw)).toBe('');
  });

  test('weeks that are ready are found among all programs', async () => {
    expect(faultsOf(await run(() => dueOf(book.grown.db, contributionDeadline())), forOneDraw)).toBe('');
  });
});

describe('the whole book', () => {
  test('is checked', async () => {
    expect(faultsOf(await explainRecorded(book.recorded.check), forWholeBook)).toBe('');
  });
});

describe('the export of a day', () => {
  test.each(tables.map(({ file }) => file))('%s', async (file) => {
    expect(faultsOf(await explainRecorded(book.recorded.regulator[file]), forOneDay)).toBe('');
  });
});
