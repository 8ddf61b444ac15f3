/**
 * A year of all three games, walked by the clock from draw to draw: subscriptions, a price that rises and a
 * prize table that changes, months of five draws, week 53, a draw that is moved and one that is cancelled.
 * Sums are from the calendar of 2026 and 2027 by hand (docs/rules/subscriptions.md).
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { DrawMachine } from '#integrations/draw-machine/face.ts';
import type { Organiser } from '#integrations/organiser/face.ts';
import { type GameId, rulesOf } from '#rules/numbers/games.ts';
import { addDays, weekOf } from '#rules/values/weeks.ts';
import { cancelDraw } from '#server/draws/cancel.ts';
import { drawDeadlines } from '#server/draws/deadlines.ts';
import type { Draw } from '#server/draws/draw.ts';
import { moveDraw } from '#server/draws/move.ts';
import { autoDrawDeadline } from '#server/games/numbers/auto-draw.ts';
import { autoFiguresDeadline } from '#server/games/numbers/auto-figures.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { transaction } from '#server/platform/database.ts';
import { askDues, type Deadline, databaseNow } from '#server/platform/deadlines.ts';
import { runJobsOnce } from '#server/platform/jobs.ts';
import { createLog } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';
import { moveSessions } from '#server/players/sessions/move-sessions.ts';
import { resultRoutes } from '#server/results/routes.ts';
import { post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import type { TestPlayer } from '#test/harness/sale.ts';
import { subscriptionFixture } from '#test/harness/subscriptions.ts';
import { weekAfter, weekBefore } from '#web/features/results/week-step.ts';

/**
 * A row of lotto costs 200 kr. from 20 March, of vikinglotto 130 kr. from 2 June; half of lotto's fund goes
 * to the first tier from 4 September.
 */
vi.mock('#rules/numbers/versions.ts', async (original) => {
  const real = await original<typeof import('#rules/numbers/versions.ts')>();
  type Version = (typeof real.lottoVersions)[number];
  const lotto = real.lottoVersions.at(-1) as Version;
  const viking = real.vikinglottoVersions.at(-1) as Version;
  const priced = (version: Version, from: string, amountRow: number) => ({
    ...version,
    id: version.id.replace(version.from, from),
    from,
    sale: version.sale && { ...version.sale, amountRow },
  });
  const dear = priced(lotto, '2027-03-20', 200);
  const shares = [5000, 900, 1000, 400, 1700, 1000];
  const tiers = lotto.tiers.map((tier, index) => ({ ...tier, shareBasisPoints: shares[index] ?? 0 }));
  const other = { ...dear, id: 'lotto-2027-09-04', from: '2027-09-04', tiers };
  return {
    ...real,
    lottoVersions: [...real.lottoVersions, dear, other],
    vikinglottoVersions: [...real.vikinglottoVersions, priced(viking, '2027-06-02', 130)],
  };
});

/** A year has six hundred books to seal and to count, of a coupon or two: no thread for each. */
vi.mock('#server/platform/thread.ts', async () => {
  const { sealBook } = await import('#server/draws/seal/seal-book.ts');
  const { countBook } = await import('#server/draws/settle/count-book.ts');
  const { blockCounter } = await import('#server/games/numbers/engine-a.ts');
  type Own = Parameters<typeof blockCounter>[0];
  return {
    inThread: async (file: URL, task: unknown) =>
      file.pathname.endsWith('/seal-worker.ts')
        ? sealBook(task as Parameters<typeof sealBook>[0])
        : countBook(
            task as Parameters<typeof countBook>[0],
            (own) => blockCounter(own as Own),
            () => 0,
          ),
  };
});

const start = '2026-12-13T12:00:00Z';
const end = '2027-12-12T12:00:00Z';

const wagers = {
  lotto: { row: { numbers: [3, 11, 19, 27, 40] }, stake: 4 * 150, subscriptionDrawDays: ['sat'] },
  vikinglotto: {
    row: { numbers: [3, 11, 19, 27, 40, 48], bonusNumbers: [2] },
    stake: 4 * 115,
    subscriptionDrawDays: ['wed'],
  },
  eurojackpot: {
    row: { numbers: [3, 11, 19, 27, 50], bonusNumbers: [2, 12] },
    stake: 8 * (310 + 250),
    joker: [0, 1, 2, 3, 4],
    subscriptionDrawDays: ['tue', 'fri'],
  },
} satisfies Record<GameId, object>;
const games = Object.keys(wagers) as GameId[];

const log = createLog('test', 2, 'silent');
let own: TestDatabase;
let at: Awaited<ReturnType<typeof subscriptionFixture>>;
let deadlines: Deadline[];
let subscriber: Record<GameId, TestPlayer>;
let ids: Record<GameId, string>;
let buyer: TestPlayer;
beforeAll(async () => {
  own = await testDatabase();
  at = await subscriptionFixture(own, start, null);
  deadlines = [...at.work.deadlines, ...drawnByThemselves()];
  const people: [GameId, TestPlayer][] = [];
  for (const game of games) people.push([game, await at.player(200_000)]);
  subscriber = Object.fromEntries(people) as Record<GameId, TestPlayer>;
  buyer = await at.player(200_000);
});
afterAll(() => own.close());

/** Drawn, figured, settled and paid in this process. */
function drawnByThemselves(): Deadline[] {
  const { db, pool } = own;
  const config = { ...own.config, autoDraw: true };
  const { kinds } = config;
  return [
    autoDrawDeadline({ config, db, pool, log, kinds, machine }),
    autoFiguresDeadline({ config, db, pool, log, organiser }),
    ...drawDeadlines({ db, config, log }),
  ];
}

/** Another three numbers of the subscriptions in every draw, and some of their extra numbers. */
const machine: DrawMachine = {
  async draw({ game, draw, at: drawnAt, matrix: { main, bonus } }) {
    const { row } = wagers[game as GameId];
    const own3 = [0, 1, 2].map((nth) => row.numbers[(draw + nth) % row.numbers.length] ?? 0);
    const others = Array.from({ length: main.max }, (_, index) => ((index + draw) % main.max) + 1);
    const balls = [...own3, ...others.filter((ball) => !row.numbers.includes(ball))];
    const drawn = balls.slice(0, main.pick).toSorted((a, b) => a - b);
    const extras = Array.from({ length: bonus.count }, (_, nth) => ((draw + 5 * nth) % bonus.max) + 1);
    const bonusNumbers = bonus.pool === 'main' ? balls.slice(main.pick, main.pick + 1) : extras;
    const protocol = {
      machineId: 'test',
      drawnAt: drawnAt.toISOString(),
      text: `${game} ${draw}`,
      signature: '-',
    };
    return {
      ...protocol,
      numbers: drawn,
      bonusNumbers: bonusNumbers.toSorted((a, b) => a - b),
      joker: '91939',
    };
  },
};

/** Mean prize of a winning row of each shared tier, in euros (docs/rules/number-lotteries.md). */
const meanEuros: Readonly<Record<string, readonly string[]>> = {
  vikinglotto: ['3000000', '101000'],
  eurojackpot: [
    ...['10000000', '450000', '91000', '4120', '280.10', '151.70'],
    ...['99.90', '25.40', '18.20', '15.10', '11.50', '8.70'],
  ],
};

const organiser: Organiser = {
  async figures({ game, draw, rows, winners }) {
    const tiers = winners.map(({ tier, winners: here }) => {
      const all = here + (tier === 1 ? 0 : tier);
      const amountEuro = all > 0 ? (meanEuros[game]?.[tier - 1] ?? '0') : '0';
      return { tier, winners: all, winnersIceland: here, amountEuro };
    });
    const file = { game, draw, euroRate: '145.00', rowsAll: 90_000_000 + rows, tiers };
    return JSON.stringify({ ...file, nextFirstPrizeEuro: '15000000' });
  },
};

/** From one charge, close or draw to the next, and at each what a worker does then. */
async function walkTo(moment: string): Promise<void> {
  const to = new Date(moment);
  await transaction(own.db, async (tx) => {
    await moveSessions(tx, (to.getTime() - (await databaseNow(tx)).getTime()) / 1000);
  });
  for (;;) {
    const stops = ['subscription charges', 'draw closing', 'draw by machine'].map((name) => named(name));
    const { dues } = await askDues(own.db, stops);
    const next = new Date(Math.min(to.getTime(), ...dues.flatMap((due) => due?.getTime() ?? [])));
    if (next > (await databaseNow(own.db))) await setClock(own.db, next);
    await runEach('subscription charges', 'subscription coupons');
    if ((await runEach('draw closing')) > 0) {
      await runJobsOnce(own.pool, at.work.awaited, log);
      await runEach('draw calendar', 'draw opening');
    }
    if ((await runEach('draw by machine')) > 0) {
      await runEach('figures by organiser', 'draw settlement', 'draw payout', 'draw claim period');
      await runEach('subscription leftovers');
    }
    if (next.getTime() === to.getTime()) return;
  }
}

function named(name: string): Deadline {
  const deadline = deadlines.find((each) => each.name === name);
  if (!deadline) throw new Error(`no deadline is called ${name}`);
  return deadline;
}

async function runEach(...names: string[]): Promise<number> {
  let done = 0;
  for (const name of names) done += await named(name).run(own.db);
  return done;
}

const passTo = (day: string) => walkTo(`${day}T12:00:00Z`);

const subscribe = (game: GameId) => {
  const { row, ...wager } = wagers[game];
  return at.subscribe(subscriber[game], { ...wager, gameId: game, rows: [row] });
};

const buy = (gameId: GameId, stake: number, drawCount: number) => {
  const { row } = wagers[gameId];
  // A row that shares nothing with what is drawn for the subscriptions.
  const rows = [{ ...row, numbers: row.numbers.map((number) => number - 1) }];
  at.forget();
  return post(at.app, '/lotto/buy', { gameId, rows, stake, drawCount }, { cookie: buyer.cookie });
};

/** As many draws as are left under the rules of now can be had, and none more. */
async function reaches(gameId: GameId, price: number, draws: number, more: number): Promise<void> {
  expect(await buy(gameId, price * more, more)).toMatchObject({
    status: 400,
    body: { code: 'EC_VALUE_TOO_HIGH' },
  });
  expect(await buy(gameId, price * draws, draws)).toMatchObject({ status: 201 });
}

const drawOf = async (game: GameId, day: string): Promise<Draw> => {
  const id = await at.value<number>(
    sql`SELECT draw_id FROM draws
      WHERE game = ${game} AND planned_date = ${day}::date AND origin = 'calendar'`,
  );
  return at.draw(id);
};

test('a ticket stops before a price and a prize table that change', { timeout: 900_000 }, async () => {
  ids = { lotto: '', vikinglotto: '', eurojackpot: '' };
  for (const game of games) {
    const { status, body } = await subscribe(game);
    expect(status).toBe(201);
    ids[game] = body.id;
  }
  await passTo('2027-02-28');
  await reaches('lotto', 150, 2, 3);
  await passTo('2027-05-06');
  await reaches('vikinglotto', 115, 3, 4);
});

test('a draw that is moved keeps its week, its coupons and its rules', { timeout: 900_000 }, async () => {
  await walkTo('2027-05-08T18:45:00Z');
  const draw = await drawOf('lotto', '2027-05-08');
  await moveDraw(own.db, draw.drawId, new Date('2027-05-09T15:00:00Z'), { actor: 'gunna', reason: 'snow' });
  await walkTo('2027-05-09T14:59:00Z');
  expect((await at.draw(draw.drawId)).state).toBe('released');
  await passTo('2027-06-20');
  expect(await at.draw(draw.drawId)).toMatchObject({ state: 'settled', rulesId: 'lotto-2027-03-20' });
  await reaches('lotto', 200, 10, 11);
});

test('a cancelled draw gives every stake back to where it came from', { timeout: 900_000 }, async () => {
  await passTo('2027-07-11');
  expect(await buy('eurojackpot', 4 * 310, 4)).toMatchObject({ status: 201 });
  await walkTo('2027-07-16T17:30:00Z');
  const [bought, paid] = [await at.money(buyer), await at.detail(subscriber.eurojackpot, ids.eurojackpot)];
  const draw = await drawOf('eurojackpot', '2027-07-16');
  expect(draw.closedAt).not.toBeNull();
  expect(await cancelDraw(own.db, draw.drawId, { actor: 'gunna', reason: 'no connection' })).toEqual({
    refunded: 2,
  });
  expect(await at.money(buyer)).toBe(bought + 310);
  expect((await at.detail(subscriber.eurojackpot, ids.eurojackpot)).prepaid).toBe((paid.prepaid ?? 0) + 560);
  await passTo('2027-08-08');
  await reaches('lotto', 200, 3, 4);
});

test('every draw of the year is drawn, settled and paid', { timeout: 900_000 }, async () => {
  await walkTo(end);
  const { rows } = await sql<{ game: string; state: string; draws: number }>`
    SELECT game, state, count(*)::integer AS draws FROM draws
    WHERE origin = 'calendar' AND close_date < domain_now()
    GROUP BY game, state ORDER BY game, state`.execute(own.db);
  expect(rows).toEqual([
    { game: 'eurojackpot', state: 'cancelled', draws: 1 },
    { game: 'eurojackpot', state: 'settled', draws: 103 },
    { game: 'lotto', state: 'settled', draws: 52 },
    { game: 'vikinglotto', state: 'settled', draws: 52 },
  ]);
  expect(await at.value(sql`SELECT count(*) FROM draw_alarms WHERE stops`)).toBe(0);
  expect(await checkLedger(own.db)).toEqual({ ok: true });
});

/** Charged in all, what of it waits for draws to come, what the house gave, and coupons that were played. */
const sums: Record<GameId, { charged: number; prepaid: number; promotion: number; coupons: number }> = {
  // Three draws until January, then four each month: three months at 150 kr. and nine at 200. In four months
  // of five Saturdays one is free, and in March the new price came twice before the next charge.
  lotto: {
    charged: 3 * 150 + 3 * 600 + 9 * 800,
    prepaid: 3 * 200,
    promotion: 4 * 200 + 2 * 50,
    coupons: 52,
  },
  vikinglotto: {
    charged: 3 * 115 + 5 * 460 + 7 * 520,
    prepaid: 3 * 130,
    promotion: 115 + 3 * 130,
    coupons: 52,
  },
  // Less the draw that was cancelled; four months have five Tuesdays and five Fridays.
  eurojackpot: {
    charged: 6 * 560 + 12 * 4480 - 560,
    prepaid: 6 * 560,
    promotion: 8 * 560,
    coupons: 103,
  },
};

test('must-hold 87: subscriptions play every draw, pay twelve times four, get the fifth free', async () => {
  for (const game of games) {
    const { playerId } = subscriber[game];
    const { rows } = await sql<(typeof sums)[GameId]>`
      SELECT
        (SELECT sum(amount) FROM subscription_events e
          WHERE e.player_id = ${playerId} AND kind = 'charged')::bigint AS charged,
        (SELECT prepaid FROM subscription_states s WHERE s.player_id = ${playerId}) AS prepaid,
        sum(stake - from_prepaid)::bigint AS promotion, count(*) AS coupons
      FROM subscription_coupons JOIN coupons c USING (player_id, ticket_id, coupon_id, draw_id)
      WHERE player_id = ${playerId}
        AND NOT EXISTS (
          SELECT FROM cancellations x WHERE x.player_id = ${playerId} AND x.coupon_id = c.coupon_id)
      GROUP BY player_id`.execute(own.db);
    expect([game, rows]).toEqual([game, [sums[game]]]);
    const won = await at.value<number>(sql`SELECT coalesce(sum(amount + side_amount), 0)::bigint
      FROM coupon_wins WHERE player_id = ${playerId}`);
    expect(won).toBeGreaterThan(0);
    expect(await at.money(subscriber[game])).toBe(200_000 - sums[game].charged + won);
  }
});

test('week 53 of 2026 holds the draws around New Year, and lies between 52 and 1', async () => {
  const routes = resultRoutes({ db: own.db, kinds: own.config.kinds });
  const daysOf = async (gameId: GameId, { year, week }: { year: number; week: number }) => {
    const query = { gameId, year: String(year), week: String(week) };
    const { results } = await routes['results.lotto']({ params: undefined, query, body: undefined });
    for (const result of results) expect(result).toMatchObject({ year, week });
    return results.map(({ drawDate }) => drawDate.slice(0, 10)).toSorted();
  };
  const last = { year: 2026, week: 53 };
  expect(await daysOf('lotto', last)).toEqual(['2027-01-02']);
  expect(await daysOf('vikinglotto', last)).toEqual(['2026-12-30']);
  expect(await daysOf('eurojackpot', last)).toEqual(['2026-12-29', '2027-01-01']);
  const bounds = { earliest: 1986, current: weekOf(addDays(end.slice(0, 10), -7)) };
  expect(weekAfter(last, bounds)).toEqual({ year: 2027, week: 1 });
  expect(weekBefore({ year: 2027, week: 1 }, bounds)).toEqual(last);
  expect(await daysOf('lotto', { year: 2027, week: 1 })).toEqual(['2027-01-09']);
  expect(await daysOf('lotto', { year: 2026, week: 52 })).toEqual(['2026-12-26']);
  // The moved draw is in the week it was sold for.
  expect(await daysOf('lotto', { year: 2027, week: 18 })).toEqual(['2027-05-09']);
  expect(await daysOf('lotto', { year: 2027, week: 19 })).toEqual(['2027-05-15']);
  const { results } = await routes['results.lotto']({
    ...{ params: undefined, body: undefined },
    query: { gameId: 'eurojackpot', year: '2027', week: '28' },
  });
  expect(results.map(({ drawDate, cancelled }) => [drawDate.slice(0, 10), cancelled])).toEqual([
    ['2027-07-13', undefined],
    ['2027-07-16', true],
  ]);
});

test('the tables of each draw are those of its rules', async () => {
  const shareOf = async (day: string) => {
    const draw = await drawOf('lotto', day);
    const share = await at.value<string>(sql`SELECT share_exact::text FROM draw_prizes
      WHERE draw_id = ${draw.drawId} AND part = 'main' AND tier = 1`);
    const sales = await at.value<number>(
      sql`SELECT row_sales FROM draw_settlements WHERE draw_id = ${draw.drawId}`,
    );
    return [rulesOf(draw).from, Number(share) / sales / 4500];
  };
  // In 1/10⁸ kr.: sales × basis points of the fund × basis points of the tier.
  expect(await shareOf('2027-03-13')).toEqual(['2025-05-18', 5700]);
  expect(await shareOf('2027-08-28')).toEqual(['2027-03-20', 5700]);
  expect(await shareOf('2027-09-04')).toEqual(['2027-09-04', 5000]);
});
