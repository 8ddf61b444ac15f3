/** What a winner is told when a large prize is claimed and when it is paid; both are rare. */

import { addNotice, queueMessage } from '#server/messages/messages.ts';
import { pageAddress } from '#server/messages/page-address.ts';
import type { Tx } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
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
  const { playerId } = first;
  const locale = await localeOf(tx, playerId);
  const ticketId = encodeId(first.ticketId);
  const coupon = first.couponId === null ? '' : `&couponId=${encodeId(first.couponId)}`;
  const values = {
    ticketId,
    amount: prizes.reduce((sum, { amount }) => sum + amount, 0),
    url: pageAddress(locale, `/minar-sidur/midar?ticketId=${ticketId}${coupon}`),
    ...(payDate && { payDate }),
  };
  await queueMessage(tx, { playerId, channel: 'email', kind, locale, values });
  await addNotice(tx, { playerId, kind, values });
}

/** The language of the page of the last sign-in. */
async function localeOf(tx: Tx, playerId: number): Promise<'is' | 'en'> {
  const { rows } = await sql<{ locale: 'is' | 'en' }>`
    SELECT locale FROM known_devices WHERE player_id = ${playerId}
    ORDER BY last_used_at DESC LIMIT 1`.execute(tx);
  return rows[0]?.locale ?? 'is';
}
