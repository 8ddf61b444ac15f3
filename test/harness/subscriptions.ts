/** For tests of subscriptions: bought over HTTP, then time passes as it does for the worker. */

import { expect } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import type { GameId } from '#rules/numbers/games.ts';
import { checkLedger } from '#server/ledger/check.ts';
import type { Outside } from '#server/outside.ts';
import { advanceClock, setClock } from '#server/platform/advance-clock.ts';
import { transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { runJobsOnce } from '#server/platform/jobs.ts';
import { createLog } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';
import { moveSessions } from '#server/players/sessions/move-sessions.ts';
import type { SubscriptionId } from '#server/subscriptions/charge.ts';
import { sumsOf } from '#server/subscriptions/history.ts';
import { createWork } from '#server/work.ts';
import { testApp } from './app.ts';
import { get, post } from './client.ts';
import type { TestDatabase } from './database.ts';
import { drawFixture, sellOnly } from './draws.ts';
import { addPlayers, type TestPlayer, walletOf } from './sale.ts';

export const row = { numbers: [3, 11, 19, 27, 40] };
/** One row of lotto on Saturdays, without Joker: 150 kr. a draw. */
export const monthly = 4 * 150;

export type Detail = ApiAnswer<'subscriptions.detail'>;

/** The ledger check passes, and each subscription says that it was paid what the ledger says. */
export async function subscriptionBooksHold({ db }: TestDatabase): Promise<void> {
  expect(await checkLedger(db)).toEqual({ ok: true });
  const { rows } = await sql<SubscriptionId & { paid: number }>`
    SELECT player_id AS "playerId", subscription_id AS "subscriptionId", (
      SELECT coalesce(sum(CASE kind WHEN 'subscription_charge' THEN amount ELSE -amount END), 0)::bigint
      FROM ledger_transfers t WHERE t.subscription_id = s.subscription_id
        AND kind IN ('subscription_charge', 'subscription_return')
    ) AS paid
    FROM subscriptions s`.execute(db);
  for (const { paid, ...id } of rows) expect(await sumsOf(db, id)).toMatchObject({ paid });
}

/** @param game the only one on sale; null: all three */
export async function subscriptionFixture(
  own: TestDatabase,
  start: string,
  game: GameId | null = 'lotto',
  outside?: Outside,
) {
  const draws = drawFixture(own);
  const { app, forget } = testApp(own, undefined, outside);
  const log = createLog('test', 2, 'silent');
  const work = createWork({
    config: own.config,
    database: own,
    log,
    kinds: own.config.kinds,
    ...(outside && { outside }),
  });
  const passTo = async (at: string, deadlines = work.deadlines) => {
    const to = new Date(at);
    const left = to.getTime() - (await databaseNow(own.db)).getTime();
    await transaction(own.db, (tx) => moveSessions(tx, left / 1000));
    const runJobs = () => runJobsOnce(own.pool, work.awaited, log);
    await advanceClock(own.db, { to, deadlines, runJobs, patienceMs: 20_000 });
  };
  if (game) await sellOnly(own, game);
  await setClock(own.db, new Date(start));
  await draws.open(game ?? 'lotto');
  await passTo(new Date(Date.parse(start) + 60_000).toISOString());
  return {
    ...draws,
    app,
    forget,
    work,
    passTo,
    player: async (balance: number) => {
      const [made] = await addPlayers(own, 1, balance);
      return made as TestPlayer;
    },
    subscribe: async (who: TestPlayer, wager: object = {}, key?: string) => {
      // Nobody tells this web when a draw closes.
      forget();
      const body = { ...lottoWager, ...wager };
      const options = { cookie: who.cookie, ...(key && { key }) };
      return post<{ id: string; type: string }>(app, '/lotto/buy', body, options);
    },
    detail: async (who: TestPlayer, id: string): Promise<Detail> =>
      (await get<Detail>(app, `/user/subscriptions/detail/${id}`, who.cookie)).body,
    cancel: (who: TestPlayer, id: string, cancelType: string) =>
      post<ApiAnswer<'subscriptions.cancel'>>(
        app,
        `/user/subscriptions/${id}/cancel`,
        { cancelType },
        { cookie: who.cookie },
      ),
    money: async (who: TestPlayer): Promise<number> => (await walletOf(own, who.playerId))?.balance ?? 0,
    /** Kinds of what happened, in order. */
    events: async (who: TestPlayer): Promise<string[]> => {
      const { rows } = await sql<{ said: string }>`
        SELECT concat_ws(' ', kind, nullif(amount, 0), code) AS said FROM subscription_events
        WHERE player_id = ${who.playerId} ORDER BY event_id`.execute(own.db);
      return rows.map(({ said }) => said);
    },
  };
}

const lottoWager = {
  gameId: 'lotto',
  rows: [row],
  stake: monthly,
  subscriptionDrawDays: ['sat'],
  acceptedSubscriptionTerms: true,
};
