/** A player is told thirty days before a card ends, once for each card. */
import { pageAddress } from '#server/messages/page-address.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';
import { tell } from '../messages.ts';

const daysAhead = 30;
const portion = 500;
const hour = sql`interval '9 hours'`;

export const cardEndDeadline: Deadline = {
  name: 'cards that end',
  due: sql`
    SELECT (greatest(told_on + 1, (domain_now() AT TIME ZONE 'UTC')::date - 1)::timestamp + ${hour})
      AT TIME ZONE 'UTC' FROM card_day`,
  async run(db: Db) {
    let told = 0;
    for (let count = portion; count === portion; told += count) {
      count = await transaction(db, tellPortion);
    }
    await transaction(db, async (tx) => {
      await sql`UPDATE card_day SET told_on = ((domain_now() AT TIME ZONE 'UTC') - ${hour})::date`.execute(
        tx,
      );
    });
    return Math.max(1, told);
  },
};

/** The card is good to the end of its month. */
async function tellPortion(tx: Tx): Promise<number> {
  const { rows } = await sql<{ playerId: number; last4: string; end: Date }>`
    WITH ending AS MATERIALIZED (
      SELECT player_id, purpose, (to_date('20' || substr(expires, 3) || substr(expires, 1, 2), 'YYYYMM')
        + interval '1 month - 1 day')::date AS last_day
      FROM saved_cards WHERE told_end IS DISTINCT FROM expires AND stopped_at IS NULL
    )
    UPDATE saved_cards c SET told_end = c.expires FROM (
      SELECT * FROM ending WHERE last_day <= (domain_now() AT TIME ZONE 'UTC')::date + ${daysAhead}::integer
        AND last_day >= (domain_now() AT TIME ZONE 'UTC')::date
      ORDER BY player_id LIMIT ${portion}
    ) e
    WHERE c.player_id = e.player_id AND c.purpose = e.purpose
    RETURNING c.player_id AS "playerId", c.last4, e.last_day::timestamptz AS end`.execute(tx);
  for (const { playerId, last4, end } of rows) {
    const url = pageAddress('is', '/minar-sidur/kort');
    await tell(tx, playerId, 'cardEnds', { last4, date: end.toISOString(), url });
  }
  return rows.length;
}
