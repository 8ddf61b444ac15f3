/** The chain of the security log: a worker links new events, anybody can check all of it (must-hold 129). */
import { createHash } from 'node:crypto';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import type { Log } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';

const linkedAtOnce = 1000;
const checkedAtOnce = 5000;

/** The last link: `hash` in hexadecimal; 0 and empty before the first. */
export type ChainHead = { link: number; hash: string };

/**
 * Links what waits. The head goes to the log, which lies elsewhere: cutting off the end of the chain shows
 * there (`security check --known`).
 */
export function securityDeadline(log: Log): Deadline {
  return {
    name: 'security chain',
    due: sql`SELECT at FROM security_waiting JOIN security_events USING (event_id) LIMIT 1`,
    run: (db) =>
      transaction(db, async (tx) => {
        const { linked, ...head } = await linkEvents(tx);
        log.info(head, 'security chain');
        return linked;
      }),
  };
}

async function linkEvents(tx: Tx): Promise<ChainHead & { linked: number }> {
  const { rows } = await sql<ChainHead & { linked: number }>`
    SELECT linked, link, encode(hash, 'hex') AS hash FROM link_security_events(${linkedAtOnce})`.execute(tx);
  const [done] = rows;
  if (!done) throw new Error('the chain did not answer');
  return done;
}

export type ChainCheck =
  | { ok: true; head: ChainHead; waiting: number }
  | { ok: false; link: number | null; broken: string };

/**
 * Computes every hash anew in one snapshot, outside the database.
 * @param known a head that was noted before, which must still be there
 */
export async function checkChain(
  db: Db,
  known: ChainHead | null = null,
  onLink: (link: number) => void = () => {},
): Promise<ChainCheck> {
  return transaction(db, async (tx) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(tx);
    let head: ChainHead = { link: 0, hash: '' };
    for (;;) {
      const rows = await linksAfter(tx, head.link);
      for (const row of rows) {
        const broken = breakOf(head, row, known);
        if (broken) return { ok: false, link: row.link, broken };
        head = { link: row.link, hash: row.hash };
      }
      onLink(head.link);
      if (rows.length < checkedAtOnce) break;
    }
    if (known && known.link > head.link) {
      return { ok: false, link: known.link, broken: `the chain ends at ${head.link}` };
    }
    return checkOutside(tx, head);
  });
}

type Link = ChainHead & { event: string | null; line: (string | null)[] };

async function linksAfter(tx: Tx, link: number): Promise<Link[]> {
  const { rows } = await sql<Link>`
    SELECT l.link, encode(l.hash, 'hex') AS hash, e.event_id::text AS event, ARRAY[e.event_id::text,
      to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.kind,
      coalesce(e.player_id::text, ''), e.details::text] AS line
    FROM security_links l LEFT JOIN security_events e USING (event_id)
    WHERE l.link > ${link} ORDER BY l.link LIMIT ${checkedAtOnce}`.execute(tx);
  return rows;
}

function breakOf(before: ChainHead, { link, hash, event, line }: Link, known: ChainHead | null) {
  if (link !== before.link + 1) return `link ${before.link + 1} is missing`;
  if (event === null) return 'its event is missing';
  const found = createHash('sha256')
    .update([before.hash, ...line].join('\n'))
    .digest('hex');
  if (found !== hash) return `event ${event} is not what was linked`;
  if (known?.link === link && known.hash !== hash) return 'it is another link than the one that was noted';
  return null;
}

/** Every event is in the chain or waits for it. */
async function checkOutside(tx: Tx, head: ChainHead): Promise<ChainCheck> {
  const { rows } = await sql<{ lost: string | null; waiting: number }>`
    SELECT min(e.event_id) FILTER (WHERE w.event_id IS NULL)::text AS lost, count(w.event_id) AS waiting
    FROM security_events e
    LEFT JOIN security_links l USING (event_id) LEFT JOIN security_waiting w USING (event_id)
    WHERE l.event_id IS NULL`.execute(tx);
  const { lost = null, waiting = 0 } = rows[0] ?? {};
  if (lost !== null) return { ok: false, link: null, broken: `event ${lost} was kept out of the chain` };
  return { ok: true, head, waiting };
}
