/** Letters to the winner of a large prize: about the claim, its bank account and the payment. */

import { maskedAccount } from '#rules/values/bank-account.ts';
import { addNotice, queueMessage } from '#server/messages/messages.ts';
import { pageAddress } from '#server/messages/page-address.ts';
import type { Tx } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { encodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { contactsSince } from '#server/players/account/contact-at.ts';
import type { LargePrize } from './large-prizes.ts';

/** Prizes that can be paid from different days have a letter each. */
export async function tellClaimed(tx: Tx, prizes: readonly LargePrize[]): Promise<void> {
  for (const [payDate, together] of Map.groupBy(prizes, ({ heldUntil }) => heldUntil))
    await tell(tx, 'prizeClaimed', together, payDate);
}

export const tellReleased = (tx: Tx, prizes: readonly LargePrize[]) => tell(tx, 'prizePaid', prizes);

/** One letter and one notice about the prizes of one ticket. */
async function tell(
  tx: Tx,
  kind: 'prizeClaimed' | 'prizePaid',
  prizes: readonly LargePrize[],
  payDate: string | null = null,
): Promise<void> {
  const [first] = prizes;
  if (!first) return;
  const { playerId, ticketId } = first;
  const locale = await localeOf(tx, playerId);
  const values = {
    ticketId: encodeId(ticketId),
    amount: prizes.reduce((sum, { amount }) => sum + amount, 0),
    url: pageAddress(locale, `/minar-sidur/midar?${queryOf(first)}`),
    ...(payDate && { payDate }),
  };
  await queueMessage(tx, { playerId, channel: 'email', kind, locale, values });
  await addNotice(tx, { playerId, kind, values });
}

export type WinnerNews = 'claimReceived' | 'claimAccountChanged' | 'claimPaid' | 'claimRefused';

/**
 * Sends a letter and a text message to the contacts of the day of the purchase and to those of today, and
 * adds a notice. A thief of the account therefore cannot keep the news from the winner. `amount` is the
 * amount paid, `why` the bank's reason to refuse.
 */
export async function tellWinner(
  tx: Tx,
  kind: WinnerNews,
  prize: LargePrize,
  { account, amount = prize.amount, why = '' }: { account: string; amount?: number; why?: string },
): Promise<void> {
  const { playerId, ticketId, heldUntil } = prize;
  const locale = await localeOf(tx, playerId);
  const at = (await databaseNow(tx)).toISOString();
  const values = {
    ...{ ticketId: encodeId(ticketId), amount, account: maskedAccount(account), date: at, time: at },
    ...{ why, reason: amount < prize.amount ? 'debt' : '' },
    url: pageAddress(locale, `/minar-sidur/vinningur?${queryOf(prize)}`),
    ...(heldUntil && { payDate: heldUntil }),
  };
  const contacts = await contactsSince(tx, playerId, await purchasedAt(tx, prize));
  for (const email of new Set(contacts.map((contact) => contact.email)))
    await queueMessage(tx, { playerId, channel: 'email', to: email, kind, locale, values });
  for (const mobile of new Set(contacts.map((contact) => contact.mobile)))
    if (mobile) await queueMessage(tx, { playerId, channel: 'sms', to: mobile, kind, locale, values });
  await addNotice(tx, { playerId, kind, values });
}

const queryOf = ({ ticketId, couponId }: LargePrize): string =>
  `ticketId=${encodeId(ticketId)}${couponId === null ? '' : `&couponId=${encodeId(couponId)}`}`;

async function purchasedAt(tx: Tx, { playerId, ticketId }: LargePrize): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    SELECT purchased_at AS at FROM tickets
    WHERE player_id = ${playerId} AND ticket_id = ${ticketId}`.execute(tx);
  return (rows[0] as { at: Date }).at;
}

/** The language of the page of the last sign-in. */
async function localeOf(tx: Tx, playerId: number): Promise<'is' | 'en'> {
  const { rows } = await sql<{ locale: 'is' | 'en' }>`
    SELECT locale FROM known_devices WHERE player_id = ${playerId}
    ORDER BY last_used_at DESC LIMIT 1`.execute(tx);
  return rows[0]?.locale ?? 'is';
}
