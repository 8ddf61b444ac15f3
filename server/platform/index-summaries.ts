import { transaction } from './database.ts';
import type { Deadline } from './deadlines.ts';
import { sql } from './sql.ts';

const pauseMs = 60_000;

/** Once a minute the BRIN indexes learn of new rows, so that a look at the newest reads few pages. */
export function summaryDeadline(nowMs: () => number = () => performance.now()): Deadline {
  let lastMs = Number.NEGATIVE_INFINITY;
  return {
    name: 'index summaries',
    // It waits for a vacuum of the same table.
    lane: 'index summaries',
    isStop: false,
    due: sql`SELECT domain_now()`,
    isHeldBack: async () => nowMs() - lastMs < pauseMs,
    async run(db) {
      lastMs = nowMs();
      await transaction(db, (tx) => sql`SELECT summarize_new_ranges() AS ranges`.execute(tx));
      return 0;
    },
  };
}
