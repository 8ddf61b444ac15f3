/** Lock-out and closing as a player asks for them: sessions end, and the player is told. */
import type { ApiInput } from '#contract/api.ts';
import { closePlayer, lockPlayer } from '#server/limits/exclusion.ts';
import { addNotice, queueMessage } from '#server/messages/messages.ts';
import { pageAddress } from '#server/messages/page-address.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import type { CallContext, Caller } from '#server/platform/handler.ts';
import { endSessionsOf } from '#server/players/sessions/end-sessions.ts';
import { requireFresh } from '#server/players/sessions/fresh.ts';

type From = Pick<CallContext, 'locale'> & { caller: Caller };

/** Sessions of other devices end, this one stays to show tickets, winnings and help. */
export function lockOut(
  db: Db,
  { caller, locale }: From,
  { body }: ApiInput<'limits.lockOut'>,
): Promise<undefined> {
  const { playerId } = caller;
  return transaction(db, async (tx) => {
    const { until, moved } = await lockPlayer(tx, { playerId, days: body.days, origin: 'player' });
    await endSessionsOf(tx, playerId, caller.tokenHash);
    if (!moved) return undefined;
    const instant = until.toISOString();
    const values = { date: instant, time: instant, url: pageAddress(locale, '/abyrg-spilun') };
    await queueMessage(tx, { playerId, channel: 'email', kind: 'lockout', locale, values });
    await addNotice(tx, { playerId, kind: 'lockout', values });
    return undefined;
  });
}

/** Every session ends; open tickets live on and are paid into the balance, which is kept for the player. */
export function closeAccount(db: Db, { caller, locale }: From): Promise<undefined> {
  const { playerId } = caller;
  return transaction(db, async (tx) => {
    const { at, balance } = await closePlayer(tx, { playerId, origin: 'player' });
    // Closing is irreversible, so a session left open is not enough.
    await requireFresh(tx, caller);
    await endSessionsOf(tx, playerId, null);
    const values = { date: at.toISOString(), amount: balance };
    await queueMessage(tx, { playerId, channel: 'email', kind: 'accountClosed', locale, values });
    return undefined;
  });
}
