/** In which language somebody reads who is not asking just now. */
import { type Sql, sql } from '#server/platform/sql.ts';

/** SQL: that of the page of the last sign-in, Icelandic for whoever never signed in. */
export function localeOf(playerId: Sql<unknown>): Sql<'is' | 'en'> {
  return sql`coalesce(
    (SELECT locale FROM known_devices WHERE player_id = ${playerId} ORDER BY last_used_at DESC LIMIT 1),
    'is')`;
}
