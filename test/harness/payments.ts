/** For tests of money in and out: the product beside a card gateway, Aur and a bank that are there. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { expect } from 'vitest';
import { createAur } from '#integrations/aur/client.ts';
import type { Aur } from '#integrations/aur/face.ts';
import { aurSandbox, basePath } from '#integrations/aur/sandbox/sandbox.ts';
import { createBank } from '#integrations/bank/client.ts';
import type { Bank } from '#integrations/bank/face.ts';
import { bankSandbox } from '#integrations/bank/sandbox/sandbox.ts';
import type { AuthenticationForm, CardGateway } from '#integrations/card-gateway/face.ts';
import { createOutside, createPaymentParts } from '#server/outside.ts';
import { cardDeadline, paymentDeadlines } from '#server/payments/deadline.ts';
import type { PaymentBounds } from '#server/payments/parts.ts';
import { advanceClock } from '#server/platform/advance-clock.ts';
import { startClock } from '#server/platform/clock.ts';
import { type Deadline, databaseNow } from '#server/platform/deadlines.ts';
import { createLog } from '#server/platform/log.ts';
import { testApp } from './app.ts';
import { type CardGatewayForTests, cardGatewayForTests } from './card-gateway.ts';
import { type Deed, walkAuthentication } from './cardholder.ts';
import { type Answer, get, post } from './client.ts';
import type { TestDatabase } from './database.ts';
import { addPlayers, type TestPlayer } from './sale.ts';

type Begun = { form: AuthenticationForm; html: string; verificationId: string; aurToken?: string };
export type Ended = { success: boolean; error?: string; verificationId?: string };

/** Cards of the sandbox by what they do: always the same numbers, so that many players cannot share one. */
export const cards = {
  frictionless: '4000000100000001',
  challenge: '4000000200000000',
};

/** The last digit that makes a number one: every second one from the right counts twice. */
export function cardOf(secure: string, pays: string, serial: number, prefix = '400000'): string {
  const digits = `${prefix}${secure}${pays}${String(serial).padStart(5, '0')}`;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

let serial = 100;

/** Stored at the gateway from the start: one of each kind for who is there, and one for who is not. */
const keptCards = ['01', '02', '04', '00', '05', '06', '07', '10', '11'].flatMap((secure) =>
  ['00', '51', '54', '05', '43', '65', '91', '96', '82', '83'].flatMap((pays) =>
    (['cardholder', 'merchant'] as const).map((initiatedBy, nth) => ({
      virtualCard: `00000000-0000-4000-8000-0000${secure}${pays}000${nth}`,
      number: cardOf(secure, pays, nth + 1),
      month: 12,
      year: 2098,
      initiatedBy,
    })),
  ),
);

export async function paymentFixture(own: TestDatabase, over: { bounds?: Partial<PaymentBounds> } = {}) {
  const clock = await startClock(own.url, own.db);
  const { now } = clock;
  const gateway = await cardGatewayForTests(now, keptCards);
  const others = await otherSandboxes(own, now);
  // The clients as the product has them; a test may put itself in between.
  const between: Between = {};
  const outside = {
    ...createOutside(own.config, now),
    ...interceptable({ cardGateway: gateway.client(), aur: others.aur, bank: others.bank }, between),
  };
  const { app } = testApp(own, undefined, outside);
  const log = createLog('test', 2, 'silent');
  const parts = { ...createPaymentParts({ config: own.config, db: own.db, log, outside }), ...over };
  /** The sandboxes live in the product's time, also while that is walked: they hear of it a moment later. */
  const follow = async () => {
    const at = (await databaseNow(own.db)).getTime();
    await expect.poll(() => Math.abs(now().getTime() - at) < 1_000, { interval: 1 }).toBe(true);
  };
  const deadlines = [...paymentDeadlines(parts), cardDeadline].map(
    (deadline): Deadline => ({
      ...deadline,
      run: async (db) => {
        await follow();
        return deadline.run(db);
      },
    }),
  );
  const at = {
    app,
    gateway,
    between,
    parts,
    outside,
    bankControl: others.bankControl,
    aurControl: others.aurControl,
    now,
    /** Who has kept a card that the sandbox knows from the start, whatever its issuer would say now. */
    withKept: async (secure: string, pays: string, purpose = 'deposit'): Promise<TestPlayer> => {
      const who = await at.player();
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
    newCard: (secure = '01', pays = '00', prefix?: string) => cardOf(secure, pays, ++serial, prefix),
    player: async (balance = 0): Promise<TestPlayer> => {
      const [made] = await addPlayers(own, 1, balance);
      return made as TestPlayer;
    },
    addCard: (who: TestPlayer, number: string, more: object = {}) =>
      post<Begun>(app, '/user/credit-card', { ...cardBody(number), ...more }, { cookie: who.cookie }),
    /** Kept, and its player pays by it. */
    withCard: async (who: TestPlayer, number: string, more: object = {}): Promise<TestPlayer> => {
      const { body } = await at.addCard(who, number, more);
      if (!body.form) throw new Error(`the card was refused: ${JSON.stringify(body)}`);
      const ended = await at.comeBack(
        body,
        'approve',
        'isSubscriptionCard' in more ? 'subscriptionCard' : 'creditCard',
      );
      if (!ended?.success) throw new Error(`the card was not kept: ${JSON.stringify([body, ended])}`);
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
    forward: async (type: string, fields: object): Promise<Ended> =>
      (await post<Ended>(app, '/user/account/forward-card-verification', { type, ...fields })).body,
    comeBack: async (begun: Pick<Begun, 'form'>, deed: Deed = 'approve', type = 'deposit') => {
      const back = await walkAuthentication(begun.form, deed);
      return back && at.forward(type, back.fields);
    },
    verification: async (who: TestPlayer, id: string) =>
      (await get<{ status: string; error?: string }>(app, `/user/account/verification/${id}`, who.cookie))
        .body,
    aurStatus: async (who: TestPlayer, token: string) =>
      (
        await get<{ status: string; transactionId?: string; message?: string }>(
          app,
          `/user/account/aur-status/${token}`,
          who.cookie,
        )
      ).body,
    withdraw: (who: TestPlayer, amount: number, key?: string) =>
      post(app, '/user/account/withdraw', { amount }, { cookie: who.cookie, ...(key && { key }) }),
    balance: async ({ playerId }: TestPlayer): Promise<number> => {
      const { rows } = await own.pool.query('SELECT balance FROM wallets WHERE player_id = $1', [playerId]);
      return Number(rows[0].balance);
    },
    limitUsed: async ({ playerId }: TestPlayer): Promise<number[]> => {
      const { rows } = await own.pool.query(
        `SELECT deposited_day::int AS d, deposited_week::int AS w, deposited_month::int AS m
         FROM deposit_limits WHERE player_id = $1`,
        [playerId],
      );
      return rows[0] ? [rows[0].d, rows[0].w, rows[0].m] : [0, 0, 0];
    },
    statuses: async ({ playerId }: TestPlayer): Promise<string[]> => {
      const { rows } = await own.pool.query(
        'SELECT status, code FROM payments WHERE player_id = $1 ORDER BY asked_at, payment_id',
        [playerId],
      );
      return rows.map(({ status, code }) => (code === null ? status : `${status} ${code}`));
    },
    set: (who: TestPlayer, change: string) =>
      own.pool.query(`UPDATE wallets SET ${change} WHERE player_id = $1`, [who.playerId]),
    setPlayer: (who: TestPlayer, change: string) =>
      own.pool.query(`UPDATE players SET ${change} WHERE player_id = $1`, [who.playerId]),
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
    /** Krónur that the gateway has booked, refunds taken off. */
    booked: async (): Promise<number> => {
      const { transactions } = await gateway.shown();
      return (
        transactions.reduce((sum, { kind, amount }) => sum + (kind === 'refund' ? -amount : amount), 0) / 100
      );
    },
    stop: async () => {
      gateway.stop();
      others.stop();
      await clock.stop();
    },
  };
  return at;
}

export type PaymentFixture = Awaited<ReturnType<typeof paymentFixture>>;

const cardBody = (number: string) => ({
  number,
  cvd: '123',
  expires: '2030-05-10',
  isSubscriptionCard: false,
  reentryUrl: '/minar-sidur',
});

type Outsiders = { cardGateway: CardGateway; aur: Aur; bank: Bank };

/** What a test puts between the product and the outside: it gets what was asked, and how to ask. */
export type Between = {
  [O in keyof Outsiders]?: {
    [C in keyof Outsiders[O]]?: Outsiders[O][C] extends (...args: infer A) => infer R
      ? (ask: (...args: A) => R, ...args: A) => R
      : never;
  };
};

function interceptable(outsiders: Outsiders, between: Between): Outsiders {
  const wrap = <O extends keyof Outsiders>(name: O): Outsiders[O] =>
    new Proxy(outsiders[name], {
      get:
        (target, call: string) =>
        (...args: unknown[]) => {
          const ask = (target as unknown as Record<string, (...args: unknown[]) => unknown>)[call] as (
            ...args: unknown[]
          ) => unknown;
          const held = between[name] as Record<string, (...args: unknown[]) => unknown> | undefined;
          const own = held?.[call];
          return own ? own(ask, ...args) : ask(...args);
        },
    }) as Outsiders[O];
  return { cardGateway: wrap('cardGateway'), aur: wrap('aur'), bank: wrap('bank') };
}

type Others = {
  aur: Aur;
  bank: Bank;
  aurControl: (wanted: object) => Promise<void>;
  bankControl: (wanted: object) => Promise<void>;
  stop: () => void;
};

async function otherSandboxes({ config }: TestDatabase, now: () => Date): Promise<Others> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hending-payments-'));
  const aur = aurSandbox({ ...config.aur, dataDir, now });
  const bank = bankSandbox({ ...config.bank, dataDir, now });
  const app = new Hono({ strict: false })
    .route('/aur', aur.app)
    .route('/bank', bank.app)
    .route('/_control/aur', aur.control)
    .route('/_control/bank', bank.control);
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((done) => server.once('listening', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const control = (name: string) => async (wanted: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${origin}/_control/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(wanted),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  };
  return {
    aur: createAur({ ...config.aur, address: `${origin}/aur${basePath}` }),
    bank: createBank({ ...config.bank, address: `${origin}/bank` }),
    aurControl: control('aur'),
    bankControl: control('bank'),
    stop: () => {
      aur.stop?.();
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      rmSync(dataDir, { recursive: true });
    },
  };
}

export type { Answer, CardGateway, CardGatewayForTests };
