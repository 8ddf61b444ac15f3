/** Engine B: shifts and compares in the database. */

import type { DrawKind } from '#server/draws/kind.ts';
import { countSpan } from '#server/draws/settle/live-tickets.ts';
import { sql } from '#server/platform/sql.ts';
import { codesOf } from './outcome.ts';
import { rightLeast } from './rules.ts';

export const engineB: DrawKind['engineB'] = async (db, draw, outcome, span) => {
  const rights = codesOf(outcome).map((code, match) => {
    if (code === null) return sql`1`;
    const word = sql.ref(match < 6 ? 'r.one' : 'r.two');
    return sql`((${word} >> ${sql.lit(8 * (match % 6))}) & 255 = ${sql.lit(code)})::integer`;
  });
  const { found, ...sums } = await countSpan(
    db,
    draw.drawId,
    span,
    sql`
      SELECT 'rows', t.coupon_id, t.player_id, t.ticket_id, won.rights, 0, 0 FROM live t CROSS JOIN LATERAL (
        SELECT array_agg(n::bigint) AS rights FROM (
          SELECT ${sql.join(rights, ' + ')} AS n FROM unnest(t.row_masks, t.second_masks) r(one, two)
        ) counted WHERE n >= ${rightLeast}
      ) won WHERE won.rights IS NOT NULL`,
  );
  const winners = found.map(({ couponId, playerId, ticketId, counts }) => {
    const units = [0, 0, 0];
    for (const right of counts ?? []) units[12 - right] = (units[12 - right] ?? 0) + 1;
    return { couponId, playerId, ticketId, units };
  });
  return { ...sums, winners };
};
