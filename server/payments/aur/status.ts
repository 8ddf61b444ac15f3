/** `GET /user/account/aur-status/{token}`: read from our own row, asked each second by the browser. */
import type { ApiAnswer } from '#contract/api.ts';
import { type AurEnd, aurMinutes } from '#rules/values/aur-ends.ts';
import { createBatcher } from '#server/platform/batcher.ts';
import type { Db } from '#server/platform/database.ts';
import { decodeId, encodeId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { rowsInOrder } from '#server/platform/rows-in-order.ts';
import { sql } from '#server/platform/sql.ts';
import type { Payment } from '../store.ts';

type Seen = Pick<Payment, 'paymentId' | 'playerId' | 'kind' | 'status'> & { end: AurEnd };

/**
 * What browsers ask at the same time shares one statement. It throws EC_INVALID_TRANSID for what is not a
 * deposit of the caller by Aur. @param pages of `Database`
 */
export function createAurStatus(
  pages: Db,
): (playerId: number, token: string) => Promise<ApiAnswer<'account.aurStatus'>> {
  const read = createBatcher<string, Seen | undefined>({ itemsMax: 500, run: (ids) => readAll(pages, ids) });
  return async (playerId, token) => {
    const id = decodeId(token);
    const payment = id === null ? undefined : await read(id);
    if (payment?.kind !== 'aurDeposit' || payment.playerId !== playerId) refuse('EC_INVALID_TRANSID');
    const { status, end, paymentId } = payment;
    if (status === 'waiting') return { status: 'WAIT' };
    if (status === 'settled') return { status: 'FINISHED', transactionId: encodeId(paymentId) };
    return { status: 'CANCELLED', message: end };
  };
}

/** @returns in the order of `ids` */
async function readAll(pages: Db, ids: readonly string[]): Promise<(Seen | undefined)[]> {
  const { rows } = await sql<Seen>`
    SELECT payment_id AS "paymentId", player_id AS "playerId", kind, status,
      CASE WHEN flag = 'otherAmount' THEN 'otherAmount' WHEN look_at IS NULL THEN 'over'
        WHEN code IS NOT NULL THEN 'unanswered'
        WHEN changed_at - asked_at >= make_interval(mins => ${aurMinutes}) THEN 'timedOut'
        ELSE 'givenUp' END AS end
    FROM payments WHERE payment_id = ANY (${ids}::uuid[])`.execute(pages);
  return rowsInOrder(ids, rows, ({ paymentId }) => paymentId);
}
