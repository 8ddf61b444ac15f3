/** The security log and its chain (must-hold 128–130). */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { command as securityCheck } from '#operator/security-check.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { transaction } from '#server/platform/database.ts';
import { dueOf } from '#server/platform/deadlines.ts';
import { createLog } from '#server/platform/log.ts';
import { hashPassword } from '#server/players/passwords/password.ts';
import { type ChainHead, checkChain, securityDeadline } from '#server/security/chain.ts';
import { securityEvent } from '#server/security/events.ts';
import { testApp } from '#test/harness/app.ts';
import { post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addDraw, addPlayers, type TestPlayer } from '#test/harness/sale.ts';

let data: TestDatabase;
beforeEach(async () => {
  data = await testDatabase();
});
afterEach(() => data.close());

const log = createLog('test', 2, 'silent');
const note = (count: number) =>
  transaction(data.db, (tx) => securityEvent(tx, { kind: 'sessionsEnded', playerId: 7, details: { count } }));
const link = () => securityDeadline(log).run(data.db);
const due = () => dueOf(data.db, securityDeadline(log));

/** Three links; their head. */
async function chain(): Promise<ChainHead> {
  for (const count of [1, 2, 3]) await note(count);
  expect(await link()).toBe(3);
  const check = await checkChain(data.db);
  if (!check.ok) throw new Error(check.broken);
  return check.head;
}

/** What somebody with the owner's rights does to a table of facts. */
async function tamper(table: string, statement: string): Promise<void> {
  await data.adminPool.query(`ALTER TABLE ${table} DISABLE TRIGGER append_only`);
  await data.adminPool.query(statement);
  await data.adminPool.query(`ALTER TABLE ${table} ENABLE TRIGGER append_only`);
}

describe('the chain', () => {
  test('must-hold 129: links every event once, in order, and holds', async () => {
    expect(await due()).toBeNull();
    await note(1);
    expect(await due()).toBeInstanceOf(Date);
    expect([await link(), await link()]).toEqual([1, 0]);
    expect(await due()).toBeNull();
    await note(2);
    expect(await checkChain(data.db)).toMatchObject({ ok: true, head: { link: 1 }, waiting: 1 });
    await link();
    expect(await checkChain(data.db)).toMatchObject({ ok: true, head: { link: 2 }, waiting: 0 });
  });

  test('must-hold 129: a changed event is found', async () => {
    await chain();
    await tamper('security_events', `UPDATE security_events SET details = '{"count":9}' WHERE event_id = 2`);
    expect(await checkChain(data.db)).toMatchObject({ ok: false, link: 2 });
  });

  test.each(["at = at + interval '1 microsecond'", "kind = 'signedUp'", 'player_id = 8', 'player_id = NULL'])(
    'must-hold 129: so is %s',
    async (change) => {
      await chain();
      await tamper('security_events', `UPDATE security_events SET ${change} WHERE event_id = 3`);
      expect(await checkChain(data.db)).toMatchObject({ ok: false, link: 3 });
    },
  );

  test('must-hold 129: a removed row is found, in the middle and with its link', async () => {
    await chain();
    await tamper('security_links', 'DELETE FROM security_links WHERE link = 2');
    expect(await checkChain(data.db)).toMatchObject({ ok: false, broken: 'link 2 is missing' });
    await tamper('security_links', 'UPDATE security_links SET link = 2 WHERE link = 3');
    expect(await checkChain(data.db)).toMatchObject({ ok: false, link: 2 });
  });

  test('must-hold 129: a chain that was cut short is found by a head that was noted', async () => {
    const head = await chain();
    await tamper('security_links', 'DELETE FROM security_links WHERE link = 3');
    expect(await checkChain(data.db)).toMatchObject({
      ok: false,
      broken: 'event 3 was kept out of the chain',
    });
    await tamper('security_events', 'DELETE FROM security_events WHERE event_id = 3');
    expect(await checkChain(data.db)).toMatchObject({ ok: true, head: { link: 2 } });
    expect(await checkChain(data.db, head)).toMatchObject({ ok: false, link: 3 });
    await note(4);
    await link();
    expect(await checkChain(data.db, head)).toMatchObject({ ok: false, link: 3 });
  });

  test('must-hold 129: an event that was kept from being linked is found', async () => {
    await chain();
    await note(4);
    await data.pool.query('DELETE FROM security_waiting');
    expect(await checkChain(data.db)).toMatchObject({ ok: false, link: null });
  });

  test('two workers at once make one chain', async () => {
    for (let count = 0; count < 40; count += 1) await note(count);
    const linked = await Promise.all([link(), link(), link()]);
    expect(linked.reduce((sum, each) => sum + each)).toBe(40);
    expect(await checkChain(data.db)).toMatchObject({ ok: true, head: { link: 40 }, waiting: 0 });
  });

  test('the command prints the head and fails on a broken chain', async () => {
    const { link: number, hash } = await chain();
    const context = { config: data.config, database: data, progress: () => {} } as never;
    const held = await securityCheck.run(context, { args: [], options: { known: `${number}:${hash}` } });
    expect(held.text).toContain(`3:${hash}`);
    expect(held.failed).toBeUndefined();
    await tamper('security_events', `UPDATE security_events SET player_id = 8 WHERE event_id = 1`);
    expect(await securityCheck.run(context, { args: [], options: {} })).toMatchObject({ failed: true });
  });
});

describe('an event', () => {
  test('goes with the transaction of its cause', async () => {
    const failing = transaction(data.db, async (tx) => {
      await securityEvent(tx, { kind: 'newDevice', playerId: 7 });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await due()).toBeNull();
  });

  test('makes nobody wait: another is written and linked while a transaction holds its own', async () => {
    const holding = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const held = transaction(data.db, async (tx) => {
      await securityEvent(tx, { kind: 'newDevice', playerId: 7 });
      written.resolve();
      await holding.promise;
    });
    await written.promise;
    await note(1);
    expect(await link()).toBe(1);
    holding.resolve();
    await held;
    expect(await link()).toBe(1);
    expect(await checkChain(data.db)).toMatchObject({ ok: true, head: { link: 2 } });
  });

  test('must-hold 44, 128: is written for every change of a limit or lock', async () => {
    await data.pool.query(
      `INSERT INTO limit_changes (player_id, field, before, after, at, origin)
       VALUES (7, 'stakeLimitDay', '100000', '5000', domain_now(), 'player')`,
    );
    expect(await events()).toEqual([
      {
        kind: 'limitChanged',
        player_id: 7,
        details: { field: 'stakeLimitDay', before: '100000', after: '5000', origin: 'player' },
      },
    ]);
  });

  test('must-hold 128: is written for large stakes and wins, and for no others', async () => {
    const ticket = (stake: number) =>
      data.pool.query(
        `INSERT INTO tickets (player_id, ticket_id, game, purchased_at, stake, row_masks, quick_picks, system,
           row_count) VALUES (7, gen_random_uuid(), 'lotto', domain_now(), $1, '{31}', 0, 0, 1)`,
        [stake],
      );
    const win = (amount: number, high: boolean) =>
      data.pool.query(
        `INSERT INTO coupon_wins (draw_id, player_id, ticket_id, coupon_id, amount, side_amount, high)
         VALUES (1, 7, gen_random_uuid(), gen_random_uuid(), $1, 100, $2)`,
        [amount, high],
      );
    await ticket(49_999);
    await ticket(50_000);
    await win(1000, false);
    await win(300_000, true);
    expect(await events()).toMatchObject([
      { kind: 'largeStake', player_id: 7, details: { amount: 50_000 } },
      { kind: 'largeWin', player_id: 7, details: { amount: 300_100 } },
    ]);
  });

  test('must-hold 128: is written for every command of an operator, clock steps too', async () => {
    await data.pool.query(
      `INSERT INTO operator_log (actor, command, arguments, outcome)
       VALUES ('anna', 'clock advance', '{"args":["7d"]}', 'done')`,
    );
    expect(await events()).toMatchObject([
      { kind: 'operatorCommand', details: { actor: 'anna', command: 'clock advance', outcome: 'done' } },
    ]);
  });
});

describe('attempts to take more than there is', () => {
  const wager = (rows: number) => ({
    gameId: 'lotto',
    draw: 2085,
    stake: rows * 150,
    rows: Array.from({ length: rows }, (_, index) => ({ numbers: [1, 2, 3, 4, 5 + index] })),
  });
  let player: TestPlayer;
  const buy = (rows: number) =>
    post(
      {
        request: (path: string, init?: RequestInit) =>
          testApp(data).app.request(path, init, { incoming: { socket: { remoteAddress: '203.0.113.9' } } }),
      },
      '/lotto/buy',
      wager(rows),
      { cookie: player.cookie },
    );
  beforeEach(async () => {
    await addDraw(data, { number: 2085 });
    [player] = (await addPlayers(data, 1, 300)) as [TestPlayer];
  });
  afterEach(async () => expect(await checkLedger(data.db)).toEqual({ ok: true }));

  test('must-hold 128: are logged with player and call, and what the balance covers is not', async () => {
    expect((await buy(1)).status).toBe(201);
    expect(await events()).toEqual([]);
    expect((await buy(2)).body.code).toBe('EC_BALANCE_TOO_LOW');
    const details = { ip: '203.0.113.9', call: 'lotto.buy', reason: 'EC_BALANCE_TOO_LOW' };
    expect(await events()).toEqual([{ kind: 'overdrawn', player_id: player.playerId, details }]);
  });

  test('must-hold 48, 128: so is what the ledger itself had to refuse', async () => {
    const check = (least: number) =>
      data.adminPool.query(
        `ALTER TABLE wallets DROP CONSTRAINT wallets_balance_check,
           ADD CONSTRAINT wallets_balance_check CHECK (balance >= ${least})`,
      );
    await check(300);
    expect((await buy(1)).body.code).toBe('EC_INTERNAL_ERROR');
    await check(0);
    expect(await events()).toMatchObject([
      { kind: 'overdrawn', player_id: null, details: { reason: 'wallets_balance_check' } },
    ]);
  });
});

describe('failed sign-ins', () => {
  let app: ReturnType<typeof testApp>['app'];
  let playerId = 0;
  beforeEach(async () => {
    ({ app } = testApp(data));
    const [made] = await addPlayers(data, 1, 0);
    playerId = made?.playerId ?? 0;
    await data.pool.query(`UPDATE players SET username = 'Asdis', password_hash = $2 WHERE player_id = $1`, [
      playerId,
      await hashPassword('lykilord1'),
    ]);
  });
  const from = {
    request: (path: string, init?: RequestInit) =>
      app.request(path, init, { incoming: { socket: { remoteAddress: '203.0.113.9' } } }),
  };

  test('must-hold 128: are logged, with the player when there is one', async () => {
    await post(from, '/auth/login', { username: 'asdis', password: 'rangt-ord' });
    await post(from, '/auth/login', { username: 'enginn', password: 'rangt-ord' });
    expect(await events()).toEqual([
      { kind: 'passwordFailed', player_id: playerId, details: { ip: '203.0.113.9' } },
      { kind: 'passwordFailed', player_id: null, details: { ip: '203.0.113.9' } },
    ]);
  });
});

async function events() {
  const { rows } = await data.pool.query(
    'SELECT kind, player_id, details FROM security_events ORDER BY event_id',
  );
  return rows;
}
