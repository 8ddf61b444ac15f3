/** For tests of money in and out: the product beside a card gateway, Aur and a bank that are there. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { AuthenticationForm } from '#integrations/card-gateway/face.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { createOutside, createPaymentParts } from '#server/outside.ts';
import { cardDeadline, paymentDeadlines } from '#server/payments/deadline.ts';
import type { PaymentBounds } from '#server/payments/parts.ts';
import { advanceClock } from '#server/platform/advance-clock.ts';
import { startClock } from '#server/platform/clock.ts';
import { type Deadline, databaseNow } from '#server/platform/deadlines.ts';
import { createLog } from '#server/platform/log.ts';
import { testApp } from './app.ts';
import { cardGatewayForTests } from './card-gateway.ts';
import { type Deed, walkAuthentication } from './cardholder.ts';
import { get, post } from './client.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { type Between, cardOf, interceptable, keptCards } from './outsiders.ts';
import { paymentSandboxes } from './payment-sandboxes.ts';
import { addPlayers, type TestPlayer } from './sale.ts';

type Begun = { form: AuthenticationForm; html: string; verificationId: string; aurToken?: string };
export type Ended = { success: boolean; error?: string; verificationId?: string };
export type PaymentFixture = Awaited<ReturnType<typeof paymentFixture>>;

let serial = 100;

/** A database and those outside for a file: after each test nothing stands between, and the books agree. */
export function paymentSuite(begin: (own: TestDatabase, at: PaymentFixture) => void | Promise<void>): void {
  let own: TestDatabase;
  let at: PaymentFixture;
  beforeAll(async () => {
    own = await testDatabase();
    at = await paymentFixture(own);
    await begin(own, at);
  });
  afterAll(async () => {
    await at.stop();
    await own.close();
  });
  afterEach(async () => {
    Object.assign(at.between, { cardGateway: {}, aur: {}, bank: {} });
    expect(await checkLedger(own.db)).toEqual({ ok: true });
  });
}

export async function paymentFixture(own: TestDatabase, over: { bounds?: Partial<PaymentBounds> } = {}) {
  const clock = await startClock(own.url, own.db);
  const gateway = await cardGatewayForTests(clock.now, keptCards);
  const others = await paymentSandboxes(clock.now);
  const between: Between = {};
  const outside = {
    ...createOutside(own.config, clock.now),
    ...interceptable({ cardGateway: gateway.client(), aur: others.aur(), bank: others.bank() }, between),
  };
  const { app } = testApp(own, undefined, outside);
  const log = createLog('test', 2, 'silent');
  const parts = { ...createPaymentParts({ config: own.config, db: own.payments, log, outside }), ...over };
  const deadlines = [...paymentDeadlines(parts), cardDeadline];
  const players = playersOf(own);
  const calls = callsOf(app);
  /** Who has kept a card that its issuer asks about. */
  const cardholder = async (secure = '02', pays = '00'): Promise<TestPlayer> =>
    calls.withCard(await players.player(), players.newCard(secure, pays));
  return {
    ...{ app, gateway, between, parts, outside, now: clock.now },
    aurControl: (wanted: object) => others.control('aur', wanted),
    ...players,
    ...calls,
    cardholder,
    ...readersOf(own),
    ...timeOf(own, deadlines, clock.now),
    /** Begun, and confirmed by its holder: `fields` are what the browser is about to post to us. */
    confirmed: async (amount = 5_000) => {
      const who = await cardholder();
      const { body } = await calls.deposit(who, amount);
      const back = await calls.walk(body);
      if (!back) throw new Error('the browser did not return');
      return { who, body, fields: back.fields };
    },
    /** Krónur that the gateway has booked, refunds taken off. */
    booked: async (): Promise<number> => {
      const { transactions } = await gateway.shown();
      const signed = transactions.map(({ kind, amount }) => (kind === 'refund' ? -amount : amount));
      return signed.reduce((sum, amount) => sum + amount, 0) / 100;
    },
    stop: async () => {
      gateway.stop();
      others.stop();
      await clock.stop();
    },
  };
}

function playersOf(own: TestDatabase) {
  const player = async (balance = 0): Promise<TestPlayer> => {
    const [made] = await addPlayers(own, 1, balance);
    return made as TestPlayer;
  };
  return {
    player,
    newCard: (secure = '01', pays = '00', prefix?: string) => cardOf(secure, pays, ++serial, prefix),
    /** Who has kept a card that the sandbox knows from the start, whatever its issuer would say now. */
    withKept: async (secure: string, pays: string, purpose = 'deposit'): Promise<TestPlayer> => {
      const who = await player();
      const initiatedBy = purpose === 'deposit' ? 'cardholder' : 'merchant';
      const card = keptCards.find(
        (each) => each.number.startsWith(`400000${secure}${pays}`) && each.initiatedBy === initiatedBy,
      );
      if (!card) throw new Error(`no card ${secure} ${pays}`);
      await own.pool.query(
        `INSERT INTO saved_cards (player_id, purpose, brand, last4, expires, virtual_card)
         VALUES ($1, $2, 'visa', $3, '1298', $4)`,
        [who.playerId, purpose, card.number.slice(-4), card.virtualCard],
      );
      return who;
    },
    set: (who: TestPlayer, change: string) =>
      own.pool.query(`UPDATE wallets SET ${change} WHERE player_id = $1`, [who.playerId]),
    setPlayer: (who: TestPlayer, change: string) =>
      own.pool.query(`UPDATE players SET ${change} WHERE player_id = $1`, [who.playerId]),
  };
}

function callsOf(app: ReturnType<typeof testApp>['app']) {
  const forward = async (type: string, fields: object): Promise<Ended> =>
    (await post<Ended>(app, '/user/account/forward-card-verification', { type, ...fields })).body;
  const comeBack = async (begun: Pick<Begun, 'form'>, deed: Deed = 'approve', type = 'deposit') => {
    const back = await walkAuthentication(begun.form, deed);
    return back && forward(type, back.fields);
  };
  const addCard = (who: TestPlayer, number: string, more: object = {}) =>
    post<Begun>(app, '/user/credit-card', { ...cardBody(number), ...more }, { cookie: who.cookie });
  type Status = { status: string; error?: string; transactionId?: string; message?: string };
  const read = async (who: TestPlayer, path: string) => (await get<Status>(app, path, who.cookie)).body;
  return {
    forward,
    comeBack,
    addCard,
    /** Kept, and its player pays by it. */
    withCard: async (who: TestPlayer, number: string, more: object = {}): Promise<TestPlayer> => {
      const { body } = await addCard(who, number, more);
      if (!body.form) throw new Error(`the card was refused: ${JSON.stringify(body)}`);
      const type = 'isSubscriptionCard' in more ? 'subscriptionCard' : 'creditCard';
      const ended = await comeBack(body, 'approve', type);
      if (!ended?.success) throw new Error(`the card was not kept: ${JSON.stringify(ended)}`);
      return who;
    },
    deposit: (who: TestPlayer, amount: number, key?: string) =>
      post<Begun & { success?: true; transactionId?: string }>(
        app,
        '/user/account/deposit',
        { amount, reentryUrl: '/minar-sidur' },
        { cookie: who.cookie, ...(key && { key }) },
      ),
    /** What the issuer makes the browser post; null where it never returns. */
    walk: async ({ form }: Pick<Begun, 'form'>, deed: Deed = 'approve') => walkAuthentication(form, deed),
    verification: (who: TestPlayer, id: string) => read(who, `/user/account/verification/${id}`),
    aurStatus: (who: TestPlayer, token: string) => read(who, `/user/account/aur-status/${token}`),
    withdraw: (who: TestPlayer, amount: number, key?: string) =>
      post(app, '/user/account/withdraw', { amount }, { cookie: who.cookie, ...(key && { key }) }),
  };
}

function readersOf({ pool }: TestDatabase) {
  return {
    balance: async ({ playerId }: TestPlayer): Promise<number> => {
      const { rows } = await pool.query('SELECT balance FROM wallets WHERE player_id = $1', [playerId]);
      return Number(rows[0].balance);
    },
    limitUsed: async ({ playerId }: TestPlayer): Promise<number[]> => {
      const { rows } = await pool.query(
        `SELECT deposited_day::int AS d, deposited_week::int AS w, deposited_month::int AS m
         FROM deposit_limits WHERE player_id = $1`,
        [playerId],
      );
      return rows[0] ? [rows[0].d, rows[0].w, rows[0].m] : [0, 0, 0];
    },
    statuses: async ({ playerId }: TestPlayer): Promise<string[]> => {
      const { rows } = await pool.query(
        'SELECT status, code FROM payments WHERE player_id = $1 ORDER BY asked_at, payment_id',
        [playerId],
      );
      return rows.map(({ status, code }) => (code === null ? status : `${status} ${code}`));
    },
  };
}

/** The sandboxes live in the product's time, also while that is walked: they hear of it a moment later. */
function timeOf(own: TestDatabase, wanted: readonly Deadline[], now: () => Date) {
  const follow = async () => {
    const at = (await databaseNow(own.db)).getTime();
    await expect.poll(() => Math.abs(now().getTime() - at) < 1_000, { interval: 1 }).toBe(true);
  };
  const deadlines = wanted.map(
    (deadline): Deadline => ({
      ...deadline,
      run: async (db) => {
        await follow();
        return deadline.run(db);
      },
    }),
  );
  return {
    /** What falls due at this moment, once. */
    run: async () => {
      for (const deadline of deadlines) await deadline.run(own.db);
    },
    /** Time passes, from one due instant to the next. */
    pass: async (seconds: number) => {
      const to = new Date((await databaseNow(own.db)).getTime() + seconds * 1000);
      await advanceClock(own.db, { to, deadlines, runJobs: async () => {}, patienceMs: 20_000 });
      await follow();
    },
  };
}

const cardBody = (number: string) => ({
  number,
  cvd: '123',
  expires: '2030-05-10',
  isSubscriptionCard: false,
  reentryUrl: '/minar-sidur',
});
