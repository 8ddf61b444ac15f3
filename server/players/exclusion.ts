/** Lock-out and closing as a player asks for them: sessions end, and the player is told. Decisions §3. */
import type { ApiInput } from '#contract/api.ts';
import { closePlayer, lockPlayer } from '#server/limits/exclusion.ts';
import { addNotice, queueMessage } from '#server/messages/messages.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/handler.ts';
import { endAllSessions, endOtherSessions } from './sessions.ts';

/** Sessions of other devices end, this one stays to show tickets, winnings and help. */
export function lockOut(db: Db, caller: Caller, { body }: ApiInput<'limits.lockOut'>): Promise<undefined> {
  const { playerId } = caller;
  return transaction(db, async (tx) => {
    const { until, moved } = await lockPlayer(tx, { playerId, days: body.days, origin: 'player' });
    await endOtherSessions(tx, caller);
    if (!moved) return undefined;
    const instant = until.toISOString();
    const values = { date: instant, time: instant, url: '/abyrg-spilun' };
    await queueMessage(tx, { playerId, channel: 'email', kind: 'lockout', locale: 'is', values });
    await addNotice(tx, { playerId, kind: 'lockout', values });
    return undefined;
  });
}

/** Every session ends; open tickets live on and are paid into the balance, which is kept for the player. */
export function closeAccount(db: Db, { playerId }: Caller): Promise<undefined> {
  return transaction(db, async (tx) => {
    const { at, balance } = await closePlayer(tx, { playerId, origin: 'player' });
    await endAllSessions(tx, playerId);
    const values = { date: at.toISOString(), amount: balance };
    await queueMessage(tx, { playerId, channel: 'email', kind: 'accountClosed', locale: 'is', values });
    return undefined;
  });
}
