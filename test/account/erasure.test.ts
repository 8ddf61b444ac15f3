/** Personal data of a closed account are taken, and the books stay (must-hold 147). */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { command as playersShow } from '#operator/players-show.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { queueMessage } from '#server/messages/messages.ts';
import { transaction } from '#server/platform/database.ts';
import { runJobsOnce } from '#server/platform/jobs.ts';
import { createLog } from '#server/platform/log.ts';
import type { Refusal } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { personDigest } from '#server/players/account/erased-person.ts';
import { requestIdOf } from '#server/players/e-id/e-login.ts';
import { recoveryTasks } from '#server/players/recovery/recovery.ts';
import { openLottoCarry } from '#test/harness/draws.ts';
import type { ELoginBrowser } from '#test/harness/e-login.ts';
import { lockJobs } from '#test/harness/jobs.ts';
import { json } from '#test/harness/visitor.ts';
import { bryndis, form, marks, worldOfErasure } from './erased-person.ts';

let world: Awaited<ReturnType<typeof worldOfErasure>>;
let playerId: number;
let browser: ELoginBrowser;

beforeEach(async () => {
  world = await worldOfErasure();
  ({ playerId, browser } = await world.signUp());
});
afterEach(async () => {
  expect(await world.checks()).toEqual([{ ok: true }, true]);
  await world.close();
});

const told = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['code']];
const query = async (text: string, values: unknown[] = []) =>
  (await world.data.pool.query(text, values)).rows;
const removed = [400, 'EC_ACCOUNT_REMOVED'];

async function close(): Promise<void> {
  expect((await browser.request('/user/close-account', '')).status).toBe(204);
}

/** Her 150 kr. are staked and lost. */
async function playAndLose(): Promise<void> {
  const draw = await world.at.open();
  await openLottoCarry(world.data.db, 5_000_000);
  await world.at.buy({ playerId, rows: [[10, 11, 12, 13, 14]] });
  await world.at.seal(draw);
  await world.at.result(draw.drawId, [1, 2, 3, 4, 5], 6);
  await world.at.settle(draw.drawId);
  await payDraw(world.data.db, draw.drawId, 'sigga');
}

/** Nothing is left to her and the account is closed. */
async function ready(): Promise<void> {
  await playAndLose();
  await close();
}

async function leaveTraces(): Promise<void> {
  const changes = { email: 'nytt@example.is', bankAccount: '0133-26-000123', mobile: '6980077' };
  expect((await browser.request('/user/account/update', changes)).status).toBe(200);
  expect((await browser.request('/user/account/confirm-mobile', {})).status).toBe(204);
  await query(`INSERT INTO saved_cards VALUES ($1, 'deposit', 'visa', '4321', '1230')`, [playerId]);
  const rows = [{ numbers: [7, 14, 19, 31, 38] }];
  const saved = await browser.request('/user/saved-rows', { name: 'Afmæli Bjössa', gameId: 'lotto', rows });
  expect(saved.status).toBe(201);
  const password = 'átta fuglar á steini';
  const change = { password, currentPassword: form.password };
  expect((await browser.request('/user/account/update', change)).status).toBe(200);
  const { nationalId } = bryndis;
  for (const asked of ['first', 'second']) {
    const body = { resetMethod: 'home-bank', nationalId };
    expect((await browser.request('/auth/initiate-reset-password', body)).status, asked).toBe(204);
    if (asked === 'first') await answerQuestions();
  }
  await browser.start({ eLoginType: 'app', nationalId });
}

const answerQuestions = () =>
  runJobsOnce(world.data.pool, recoveryTasks(world.data), createLog('test', 2, 'silent'));

const facts = ['ledger_transfers', 'ledger_accounts', 'tickets', 'coupons', 'limit_changes', 'sign_ins'];
const bookkeeping = () =>
  Promise.all(facts.map((table) => query(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY t`)));

describe('what is left', () => {
  test('must-hold 147: nothing that tells who it was, in any table; the books as they were', async () => {
    await leaveTraces();
    await ready();
    const before = await world.everything();
    for (const mark of marks) expect(before.includes(mark), mark).toBe(true);
    const booked = await bookkeeping();
    const { json: done } = await world.erase(playerId);
    expect(done).toEqual({ playerId: String(playerId), erased: true, erasedAt: expect.any(Date) });
    const after = await world.everything();
    for (const mark of marks) expect(after.includes(mark), mark).toBe(false);
    expect(await bookkeeping()).toEqual(booked);
    expect(await query('SELECT FROM sessions')).toEqual([]);
  });

  test('once and again: the second time nothing is done', async () => {
    await ready();
    const { json: done } = await world.erase(playerId);
    const before = await world.everything();
    expect((await world.erase(playerId)).json).toEqual({ ...done, erased: false });
    expect(await world.everything()).toBe(before);
  });

  test('players show says erased, and nothing of the person', async () => {
    await ready();
    const { erasedAt } = (await world.erase(playerId)).json;
    const { config, db } = world.data;
    const context = { config, database: { db } } as never;
    const shown = await playersShow.run(context, { args: [String(playerId)], options: {} });
    expect(shown.json).toMatchObject({ username: `erased-${playerId}`, erasedAt, nationalId: null });
    expect(shown.text).toContain(`erased        ${erasedAt.toISOString()}`);
    const said = shown.text + JSON.stringify(shown.json);
    for (const mark of marks) expect(said.includes(mark), mark).toBe(false);
  });

  test('a message that waits is given up, and none is written to a pseudonym', async () => {
    await ready();
    await world.erase(playerId);
    const given = await query(`SELECT DISTINCT outcome, reason FROM message_outcomes`);
    expect(given).toEqual([{ outcome: 'given_up', reason: 'the player was erased' }]);
    const message = { playerId, channel: 'email', kind: 'welcome', locale: 'is' } as const;
    expect(await transaction(world.data.db, (tx) => queueMessage(tx, message))).toBeNull();
  });

  test('whatever comes too late writes nothing personal back', async () => {
    await ready();
    await world.erase(playerId);
    for (const change of [`email = 'a@b.is'`, `first_name = 'A'`, `phone = '6110014'`, 'mail_list = true']) {
      await expect(query(`UPDATE players SET ${change}`), change).rejects.toThrow('players_erased');
    }
  });
});

describe('refused, with nothing done', () => {
  const refusal = async (id = playerId) => {
    const before = await world.everything();
    const refused = await world.erase(id).then(
      () => expect.unreachable(),
      (error: unknown) => error as Refusal,
    );
    expect(await world.everything()).toBe(before);
    return [refused.code, refused.options.details?.['message']];
  };
  const says = (what: string) => ['EC_ACTION_NOT_ALLOWED', `Nothing was erased: ${what}`];

  test('an account that is open, and one with money', async () => {
    expect(await refusal()).toEqual(says('the account is not closed; the balance is 150 kr.'));
    await close();
    expect(await refusal()).toEqual(says('the balance is 150 kr.'));
  });

  test('a coupon in a draw to come', async () => {
    await world.at.open();
    await world.at.buy({ playerId, rows: [[10, 11, 12, 13, 14]] });
    await close();
    expect(await refusal()).toEqual(says('coupons that wait for a draw or a prize: 1'));
  });

  test('a prize that is not paid; paid, it is money', async () => {
    await openLottoCarry(world.data.db, 5_000_000);
    const draw = await world.at.open();
    await world.at.buy({ playerId, rows: [[1, 2, 3, 10, 11]] });
    await close();
    await world.at.seal(draw);
    await world.at.result(draw.drawId, [1, 2, 3, 4, 5], 6);
    await world.at.settle(draw.drawId);
    expect(await refusal()).toEqual(says('coupons that wait for a draw or a prize: 1'));
    await payDraw(world.data.db, draw.drawId, 'sigga');
    expect(await refusal()).toEqual(says(`the balance is ${await world.at.balance(playerId)} kr.`));
  });

  test('while a message is just being sent', async () => {
    await ready();
    await lockJobs(world.data.adminPool, 'now()');
    expect(await refusal()).toEqual(
      says('a message to the player is just being sent; try again in a moment'),
    );
    await lockJobs(world.data.adminPool, 'NULL');
    expect((await world.erase(playerId)).json.erased).toBe(true);
  });

  test('while a question about her is just being answered', async () => {
    await leaveTraces();
    await ready();
    const worker = await world.data.pool.connect();
    try {
      await worker.query('BEGIN');
      await worker.query('DELETE FROM recovery_questions');
      expect(await refusal()).toEqual(
        says('a message to the player is just being sent; try again in a moment'),
      );
    } finally {
      await worker.query('ROLLBACK');
      worker.release();
    }
    expect((await world.erase(playerId)).json.erased).toBe(true);
    // The job of the question is still there, and finds nothing to answer.
    await answerQuestions();
    expect(await query(`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'recovery'`)).toEqual([]);
  });

  test('a player whom there is not', async () => {
    await expect(world.erase(1)).rejects.toMatchObject({ code: 'EC_USER_NOT_FOUND' });
  });
});

describe('who was erased', () => {
  const signUp = (by: ELoginBrowser, token: string, over: object = {}) =>
    by.request(`/auth/sign-up/${requestIdOf(world.data.config.secrets.session, token)}`, {
      ...form,
      ...over,
    });

  test('is told so by electronic ID, and neither signs in, renews nor signs up', async () => {
    await ready();
    await world.erase(playerId);
    const by = world.newBrowser();
    const { token, eLoginType, ...status } = await by.prove(bryndis.nationalId, bryndis.phone);
    expect(told(status)).toEqual(removed);
    expect(told(await by.status(eLoginType, token, `/player-id/${playerId}`))).toEqual(removed);
    const signedIn = await json(await by.signInBy(token, eLoginType));
    expect(String(signedIn['url'])).toContain('error=EC_ACCOUNT_REMOVED');
    expect(told(await signUp(by, token))).toEqual(removed);
    expect(await query('SELECT FROM players')).toHaveLength(1);
  });

  test('has a name, a password and an address that are nobody’s', async () => {
    await ready();
    await world.erase(playerId);
    const { username, password } = form;
    for (const typed of [username, 'enginn', `erased-${playerId}`]) {
      const answer = await world.newBrowser().submit('/callback/credentials', { username: typed, password });
      expect((await json(answer))['url'], typed).toContain('error=EC_AUTH_FAIL');
    }
    const by = world.newBrowser();
    const { token } = await by.prove('0505950069', '6110016');
    expect((await signUp(by, token)).status).toBe(201);
  });

  test('asks for a password or a name as a stranger does: no letter', async () => {
    await ready();
    await world.erase(playerId);
    const { nationalId } = bryndis;
    const reset = { resetMethod: 'email', nationalId, username: form.username };
    expect((await browser.request('/auth/initiate-reset-password', reset)).status).toBe(204);
    expect((await browser.request('/auth/forgot-username', { nationalId })).status).toBe(204);
    await answerQuestions();
    const letters = `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'message'`;
    expect(await query(letters)).toEqual([]);
    const asked = `SELECT player_id AS player, details->>'reason' AS reason FROM security_events
      WHERE kind IN ('resetAsked', 'usernameAsked')`;
    expect(await query(asked)).toEqual(Array(2).fill({ player: null, reason: 'unknownPerson' }));
  });

  test('gets no account by signing up from five browsers during the erasure', async () => {
    await ready();
    const proven: [ELoginBrowser, string][] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const by = world.newBrowser();
      proven.push([by, (await by.prove(bryndis.nationalId, bryndis.phone)).token]);
      // As if another phone had been asked.
      await query('UPDATE e_logins SET target_key = sha256(target_key)');
    }
    const tries = proven.map(([by, token], index) =>
      signUp(by, token, { username: `bryndis${index}`, email: `b${index}@example.is` }),
    );
    const [{ json: done }, ...answers] = await Promise.all([world.erase(playerId), ...tries]);
    expect(done.erased).toBe(true);
    expect(await query('SELECT FROM e_login_networks')).toEqual([]);
    const refused = ['EC_NATIONALID_EXISTS', 'EC_ACCOUNT_REMOVED', 'EC_INVALID_TRANSID'];
    for (const { body } of answers) expect(refused).toContain(body['code']);
    expect(await query('SELECT FROM players')).toHaveLength(1);
  });

  test('gets none by a sign-up that has waited for the erasure’s last word', async () => {
    await query('UPDATE players SET national_id = NULL, username = $1, email = $2', ['fyrr', 'f@f.is']);
    const by = world.newBrowser();
    const { token } = await by.prove(bryndis.nationalId, bryndis.phone);
    const digest = await personDigest(world.data.db, bryndis.nationalId);
    let trying: ReturnType<typeof signUp> | undefined;
    await transaction(world.data.db, async (tx) => {
      await sql`UPDATE players SET national_id = ${bryndis.nationalId}`.execute(tx);
      trying = signUp(by, token);
      const waits = async () =>
        (
          await query(
            "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          )
        ).length;
      await expect.poll(waits).toBe(1);
      await sql`
        UPDATE players SET username = 'erased-' || player_id, first_name = '', last_name = '',
          email = 'erased-' || player_id || '@hending.invalid', password_hash = NULL, national_id = NULL,
          mobile = NULL, phone = NULL, address = NULL, postal_code = NULL, mail_list = false,
          erased_at = domain_now(), erased_person = ${digest}`.execute(tx);
    });
    expect(told((await trying) ?? expect.unreachable())).toEqual(removed);
    expect(await query('SELECT FROM players')).toHaveLength(1);
  });
});
