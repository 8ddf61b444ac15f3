/** Cancels a ticket on the day of its purchase. */
import type pg from 'pg';
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import type { CallContext, Caller } from '#server/platform/handler.ts';
import { cancelTicket } from '#server/sales/sell.ts';

export async function cancelLotto(
  pool: pg.Pool,
  { body }: ApiInput<'lotto.cancel'>,
  { caller, key, inputHash, markReplay }: CallContext & { caller: Caller },
): Promise<ApiAnswer<'lotto.cancel'>> {
  const { replayed } = await cancelTicket(pool, {
    playerId: caller.playerId,
    ticketId: body.ticketId,
    key,
    inputHash,
  });
  if (replayed) markReplay();
  return { success: true };
}
