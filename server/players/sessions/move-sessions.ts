/** Sessions in domain time, when the sandbox clock is walked. */

import type { Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

/** Lets the sessions that live now live on as if the coming walk of the clock took no time. */
export async function moveSessions(tx: Tx, walkSeconds: number): Promise<void> {
  const walk = sql`make_interval(secs => ${walkSeconds})`;
  await sql`
    WITH moment AS MATERIALIZED (SELECT domain_now() AS at)
    UPDATE sessions
    SET created_at = created_at + ${walk}, last_used_at = last_used_at + ${walk},
      ends_at = ends_at + ${walk}, fresh_at = fresh_at + ${walk},
      e_id_at = e_id_at + ${walk}
    FROM moment
    WHERE ends_at > at
  `.execute(tx);
}
