/** A regulator's files: the same bytes for the same days, whatever happens later, and nobody's name. */
import { spawnSync } from 'node:child_process';
import { createHash, verify } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelDraw } from '#server/draws/cancel.ts';
import { claimPrizes, releasePrizes } from '#server/draws/claims/claim.ts';
import { drawByNumber } from '#server/draws/draw.ts';
import { moveDraw } from '#server/draws/move.ts';
import { confirmRaffle, enterRaffle } from '#server/draws/raffles/hold.ts';
import { payRaffle } from '#server/draws/raffles/pay.ts';
import { addPromotion, readPromotionFile } from '#server/draws/raffles/promotion.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { bookPaidOut, creditWallet } from '#server/ledger/outside.ts';
import { chargeBack } from '#server/payments/chargeback.ts';
import { heldPayment, insertPayment, movePayment, type Payment } from '#server/payments/store.ts';
import { holdForBank } from '#server/payments/withdrawals/withdraw.ts';
import { transaction } from '#server/platform/database.ts';
import { encodeId, newId } from '#server/platform/ids.ts';
import { createLog } from '#server/platform/log.ts';
import { exportPeriod, type Manifest } from '#server/regulator/export.ts';
import { cancelTicket } from '#server/sales/sell.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { type Bought, drawFixture } from '#test/harness/draws.ts';
import { environment } from '#test/harness/environment.ts';

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let winner: number;
let ticket: Bought;
let numbers: number[];
let paid: { deposit: Payment; refused: Payment; order: Payment };
let secretsFile: string;
beforeAll(async () => {
  own = await testDatabase();
  secretsFile = join(own.config.dataDir, 'secrets.json');
  at = drawFixture(own);
  await at.open();
  const promotion = {
    ...{ id: 'jokerleikur', game: 'lotto', from: '2026-12-05', until: '2026-12-05', condition: 'side' },
    prizes: [{ count: 5, amount: 10_000 }],
    is: { name: 'Jókerleikur', text: 'Allir miðar með Jóker fá happdrættisnúmer.' },
    en: { name: 'The Joker raffle', text: 'Every ticket with Joker gets a raffle number.' },
  };
  const file = readPromotionFile(own.config.kinds, JSON.stringify(promotion), '2026-11-01');
  await transaction(own.db, (tx) => addPromotion(tx, file, 'gunna'));
  winner = await at.player(10_000);
  const rows = [[1, 2, 3, 40, 41]];
  ticket = await at.buy({ playerId: winner, rows, joker: '01234', drawCount: 3 });
  const returned = await at.buy({ playerId: winner, rows });
  const ids = { playerId: winner, ticketId: encodeId(returned.ticketId) };
  await cancelTicket(own.pool, { ...ids, key: null, inputHash: null });
  const draw = await at.onSale();
  numbers = [draw.number, draw.number + 1];
  await at.seal(draw);
  await at.result(draw.drawId, [1, 2, 3, 4, 5], 6, '01234');
  await at.settle(draw.drawId);
  await payDraw(own.db, draw.drawId, 'sigga');
  paid = await payments();
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

/** By card, which its bank wants back; by a phone that refuses; and on its way to the bank. */
async function payments() {
  const playerId = await at.player(20_000);
  const card = { virtualCard: newId(), brand: 'visa', last4: '0007' };
  const common = { playerId, lookInSeconds: 1 };
  const deposit = await transaction(own.db, async (tx) => {
    const made = { kind: 'cardDeposit', status: 'paying', amount: 7_500, card } as const;
    const taken = await insertPayment(tx, { ...common, ...made });
    await creditWallet(tx, taken, 'card_gateway', 'deposit');
    return movePayment(tx, taken, 'settled', {
      transactionId: 'T-1',
      flag: 'aboveLimit',
      lookInSeconds: null,
    });
  });
  const refused = await transaction(own.db, async (tx) => {
    const made = { kind: 'aurDeposit', status: 'waiting', amount: 2_000, msisdn: '6110004' } as const;
    const asked = await insertPayment(tx, { ...common, ...made });
    return movePayment(tx, asked, 'failed', { code: 'EC_AUR_ERROR', lookInSeconds: null });
  });
  const order = await transaction(own.db, (tx) =>
    holdForBank(tx, { playerId, amount: 4_000, bank: { account: '0123-26-004567', ownerNationalId: null } }),
  );
  await transaction(own.db, (tx) =>
    chargeBack(tx, {
      kind: 'taken',
      id: deposit.paymentId,
      actor: 'gunna',
      reason: 'the cardholder did not know of it',
    }),
  );
  return { deposit, refused, order };
}

const folderOf = (name: string) => join(own.config.dataDir, 'regulator', name);

function exported(name: string, from = '2026-11-15', until = '2026-11-21') {
  const { signingKey } = own.config.secrets;
  const log = createLog('test', 2, 'silent');
  return exportPeriod({ db: own.db, log, signingKey }, { from, until, folder: folderOf(name) });
}

const read = (name: string, file: string) => readFileSync(join(folderOf(name), file));

/** As any program of tables reads it. */
function tableOf(name: string, file: string): Record<string, string>[] {
  const cell = /("(?:[^"]|"")*"|[^,\n]*)([,\n])/g;
  const lines: string[][] = [[]];
  for (const [, text = '', end] of read(name, file).toString().matchAll(cell)) {
    lines.at(-1)?.push(text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);
    if (end === '\n') lines.push([]);
  }
  const [head = [], ...rows] = lines.slice(0, -1);
  return rows.map((row) => Object.fromEntries(head.map((column, index) => [column, row[index] ?? ''])));
}

const bytesOf = (name: string) =>
  Object.fromEntries(readdirSync(folderOf(name)).map((file) => [file, read(name, file).toString('base64')]));

test('days are exported once they are over and what was being written is committed', async () => {
  const refused = { code: 'EC_ACTION_NOT_ALLOWED' };
  await expect(exported('early')).rejects.toMatchObject(refused);
  await at.advanceTo(new Date('2026-11-22T00:09:59Z'));
  await expect(exported('early')).rejects.toMatchObject({
    options: {
      details: { message: '2026-11-21 is not over; it can be exported from 2026-11-22T00:10:00.000Z.' },
    },
  });
  await at.advanceTo(new Date('2026-11-22T00:10:00Z'));
  expect(await exported('first')).toMatchObject({ isNew: true });
});

test('must-hold 134: a draw with its money, its seal and who did what; the equation holds', async () => {
  const [draw = {}, ...more] = tableOf('first', 'draws.csv').filter(({ state }) => state !== 'released');
  expect(more).toEqual([]);
  expect(draw).toMatchObject({
    game: 'lotto',
    draw: String(numbers[0]),
    state: 'closed',
    rules: 'lotto-2025-05-18',
    coupons: '1',
    stakes: '400',
    row_sales: '150',
    side_sales: '250',
    confirmed_by: 'jonas',
    side_paid: '2500000',
    equation_holds: 'true',
  });
  const sum = (...columns: string[]) => columns.reduce((total, column) => total + Number(draw[column]), 0);
  expect(sum('carry_in', 'fund', 'top_up')).toBe(sum('paid', 'carry_out', 'remainder'));
  // 45% of the row's 150 kr., the króna of the odd half with the reserve.
  expect([67, 68]).toContain(sum('fund'));
  expect(draw['engine_a']).toBe(draw['engine_b']);
  const tiers = tableOf('first', 'tiers.csv');
  expect(tiers.filter(({ part }) => part === 'main').map(({ condition }) => condition)).toEqual([
    ...['5', '4+B', '4', '3+B', '3', '2+B'],
  ]);
  expect(tiers.find(({ part, winners }) => part === 'side' && winners === '1')).toMatchObject({
    amount: '2500000',
    winners_here: '1',
  });
  const entered = tableOf('first', 'entries.csv').map(({ what, actor, confirms }) => [what, actor, confirms]);
  expect(entered).toEqual([
    ['result', 'gunna', 'false'],
    ['result', 'jonas', 'true'],
  ]);
  const paid = tableOf('first', 'steps.csv').find(({ to }) => to === 'payout');
  expect(paid).toMatchObject({ draw: String(numbers[0]), actor: 'sigga' });
  expect(tableOf('first', 'refunds.csv')).toMatchObject([{ reason: 'player', coupons: '1', stakes: '150' }]);
  expect(tableOf('first', 'claims.csv')).toMatchObject([
    { ticket: encodeId(ticket.ticketId), status: 'waiting', claim_by: '2027-11-21', payable_from: '' },
  ]);
});

test('movements add up to what the accounts hold', async () => {
  const stakes = tableOf('first', 'movements.csv').filter(({ from, to }) => [from, to].includes('stakes'));
  const held = stakes.reduce((sum, { to, amount }) => sum + (to === 'stakes' ? 1 : -1) * Number(amount), 0);
  // Two draws of the ticket are still to come.
  expect(held).toBe(2 * 400);
});

test('money in and out: deposits, orders that wait for the bank, chargebacks, what is held for whom', () => {
  const names = Object.fromEntries(
    Object.entries(paid).map(([name, each]) => [name, encodeId(each.paymentId)]),
  );
  expect(tableOf('first', 'deposits.csv')).toMatchObject([
    {
      ...{ payment: names['deposit'], way: 'cardDeposit', amount: '7500', status: 'settled' },
      ...{ transaction: 'T-1', flag: 'aboveLimit' },
    },
    { payment: names['refused'], way: 'aurDeposit', amount: '2000', status: 'failed', code: 'EC_AUR_ERROR' },
  ]);
  expect(tableOf('first', 'withdrawals.csv')).toMatchObject([
    { payment: names['order'], amount: '4000', asked_by: 'operator', status: 'held', transaction: '' },
  ]);
  expect(tableOf('first', 'chargebacks.csv')).toMatchObject([
    { payment: names['deposit'], amount: '7500', entered_by: 'gunna', confirmed_at: '', to_debt: '' },
  ]);
  const [before, ...days] = tableOf('first', 'money.csv');
  expect(days).toHaveLength(6);
  expect(before).toMatchObject({ day: '2026-11-15', held_for_withdrawals: '0' });
  const last = days.at(-1) ?? {};
  // 30,000 given by the sandbox, 400 × 3 staked, 7,500 deposited; 2,500,000 won waits for its claim.
  expect(last).toMatchObject({ player_money: String(30_000 - 1_200 + 7_500), held_for_withdrawals: '4000' });
});

test('the list of files is signed, and names each by its hash', async () => {
  const manifest = JSON.parse(read('first', 'manifest.json').toString()) as Manifest;
  const signature = read('first', 'manifest.sig');
  const key = read('first', 'key.pem').toString();
  expect(verify(null, read('first', 'manifest.json'), key, signature)).toBe(true);
  expect(verify(null, Buffer.from('another'), key, signature)).toBe(false);
  for (const { name, records, bytes, sha256 } of manifest.files) {
    const file = read('first', name);
    expect([name, bytes, sha256]).toEqual([
      name,
      file.length,
      createHash('sha256').update(file).digest('hex'),
    ]);
    expect(tableOf('first', name)).toHaveLength(records);
  }
  const listed = [...manifest.files.map(({ name }) => name), 'manifest.json', 'manifest.sig', 'key.pem'];
  expect(readdirSync(folderOf('first')).toSorted()).toEqual(listed.toSorted());
  expect(manifest.securityLog.link).toBeGreaterThan(0);
});

test('nobody is named but tickets and who worked on draws', async () => {
  const cells = Object.keys(bytesOf('first')).flatMap((file) =>
    read('first', file).toString().split(/[,\n]/),
  );
  expect(cells).not.toContain(String(winner));
  expect(cells.join('\n')).not.toMatch(/drawtest|Prufudóttir|example\.is|Prufa/);
});

test('what happens later changes nothing of it', async () => {
  const id = encodeId(ticket.ticketId);
  await transaction(own.db, (tx) => claimPrizes(tx, id, 'gunna'));
  const next = await at.onSale();
  await at.seal(next);
  await moveDraw(own.db, next.drawId, new Date('2026-11-29T12:00:00Z'), {
    actor: 'gunna',
    reason: 'snow, ice',
  });
  await cancelDraw(own.db, next.drawId, { actor: 'gunna', reason: 'the machine is "broken"' });
  await at.advanceTo(new Date('2026-11-24T10:00:00Z'));
  await transaction(own.db, (tx) => releasePrizes(tx, id, 'jonas'));
  await transaction(own.db, async (tx) => {
    const order = await heldPayment(tx, paid.order);
    await bookPaidOut(tx, order);
    await movePayment(tx, order, 'settled', { transactionId: 'B-1', lookInSeconds: null });
    await chargeBack(tx, { kind: 'taken', id: paid.deposit.paymentId, actor: 'jonas', reason: 'the same' });
  });
  await at.advanceTo(new Date('2026-12-10T10:00:00Z'));
  await exported('again');
  expect(bytesOf('again')).toEqual(bytesOf('first'));
  expect(await exported('first')).toMatchObject({ isNew: false });
});

test('a longer period: moved and cancelled draws, refunds, a claim as it stood at its end', async () => {
  await exported('days', '2026-11-22', '2026-11-23');
  expect(tableOf('days', 'claims.csv')).toMatchObject([
    { status: 'claimed', claimed_by: 'gunna', released_at: '' },
  ]);
  await exported('week', '2026-11-22', '2026-11-28');
  expect(tableOf('week', 'claims.csv')).toMatchObject([
    { status: 'paid', released_by: 'jonas', released_at: expect.stringMatching(/^2026-11-24T10:00:00/) },
  ]);
  const cancelled = tableOf('week', 'draws.csv').find(({ state }) => state === 'cancelled');
  expect(cancelled).toMatchObject({ draw: String(numbers[1]), drawn_at: '', settled_at: '', coupons: '1' });
  expect(tableOf('week', 'refunds.csv')).toMatchObject([{ reason: 'draw', coupons: '1', stakes: '400' }]);
  const reasons = tableOf('week', 'steps.csv').map(({ reason }) => reason);
  expect(reasons).toContain('the machine is "broken"');
  expect(reasons).toContainEqual(
    expect.stringMatching(/^moved from 2026-11-28.* to 2026-11-29.*: snow, ice$/),
  );
  expect(tableOf('week', 'deposits.csv')).toEqual([]);
  expect(tableOf('week', 'withdrawals.csv')).toMatchObject([{ status: 'settled', transaction: 'B-1' }]);
  expect(tableOf('week', 'chargebacks.csv')).toMatchObject([
    { entered_by: 'gunna', confirmed_by: 'jonas', from_balance: '7500', to_debt: '0' },
  ]);
  expect(tableOf('days', 'withdrawals.csv')).toMatchObject([{ status: 'held', amount: '4000' }]);
  await exported('after', '2026-11-25', '2026-11-28');
  for (const file of ['withdrawals.csv', 'chargebacks.csv']) expect(tableOf('after', file)).toEqual([]);
  expect(tableOf('after', 'claims.csv')).toEqual([]);
});

test('must-hold 134: a raffle with who drew it, its winners, and what was paid', async () => {
  const draw = await drawByNumber(own.db, 'lotto', (numbers[0] ?? 0) + 2);
  await at.seal(draw);
  await at.result(draw.drawId, [11, 12, 13, 14, 15], 6, '99999');
  await at.settle(draw.drawId);
  await payDraw(own.db, draw.drawId, 'sigga');
  await enterRaffle(own.db, { drawId: draw.drawId, numbers: [1], actor: 'gunna' });
  await confirmRaffle(own.db, { drawId: draw.drawId, numbers: [1], actor: 'jonas' });
  await at.advanceTo(new Date('2026-12-11T10:00:00Z'));
  await payRaffle(own.db, own.config.kinds, draw.drawId);
  await at.advanceTo(new Date('2026-12-12T10:00:00Z'));
  await exported('held', '2026-12-10', '2026-12-10');
  await exported('paid', '2026-12-11', '2026-12-11');
  const name = { game: 'lotto', draw: String(draw.number) };
  const raffle = {
    ...name,
    promotion: 'jokerleikur',
    condition: 'side',
    coupons: '1',
    entered_by: 'gunna',
    confirmed_by: 'jonas',
    wins: '1',
    amount: '10000',
  };
  expect(tableOf('held', 'raffles.csv')).toMatchObject([{ ...raffle, paid: '0', paid_amount: '0' }]);
  expect(tableOf('paid', 'raffles.csv')).toMatchObject([{ ...raffle, paid: '1', paid_amount: '10000' }]);
  const win = { ...name, place: '1', number: '1', amount: '10000', ticket: encodeId(ticket.ticketId) };
  expect(tableOf('held', 'raffle-wins.csv')).toMatchObject([{ ...win, paid_at: '' }]);
  expect(tableOf('paid', 'raffle-wins.csv')).toMatchObject([
    { ...win, coupon: encodeId(ticket.couponIds[2] ?? ''), paid_at: expect.stringMatching(/^2026-12-11/) },
  ]);
  const entered = tableOf('held', 'entries.csv').filter(({ what }) => what === 'raffle');
  expect(entered).toMatchObject([
    { actor: 'gunna', confirms: 'false', content: '{1}' },
    { actor: 'jonas', confirms: 'true', content: '{1}' },
  ]);
  expect(tableOf('first', 'raffles.csv')).toEqual([]);
});

test('the command says what it wrote, and refuses a folder that says something else', async () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const week = '2026-11-15_2026-11-21';
  const env = { ...environment, DATA_DIR: own.config.dataDir, DATABASE_URL: own.url };
  writeFileSync(join(own.config.dataDir, 'secrets.json'), readFileSync(secretsFile, 'utf8'));
  const run = (...words: string[]) => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [main, 'export', 'regulator', ...words, '--json'],
      {
        env,
        encoding: 'utf8',
      },
    );
    return { status, answer: JSON.parse(stdout) as Record<string, unknown> };
  };
  expect(run('2026-11-15', '2026-11-21').answer).toMatchObject({ folder: folderOf(week), isNew: true });
  expect(read(week, 'manifest.json')).toEqual(read('first', 'manifest.json'));
  writeFileSync(join(folderOf(week), 'manifest.json'), '{}\n');
  expect(run('2026-11-15', '2026-11-21')).toMatchObject({
    status: 1,
    answer: {
      error: { code: 'EC_ACTION_NOT_ALLOWED', message: expect.stringMatching(/says something else/) },
    },
  });
  expect(run('2026-11-31').status).toBe(2);
  expect(run('2026-11-22', '2026-11-21').status).toBe(2);
});
