import { addDays } from '#rules/values/weeks.ts';
import { addPromotion } from '#server/draws/raffles/promotion.ts';
import type { Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

const weeks = 5;

/**
 * A raffle among lotto's tickets with Joker, from the first draw that is not on sale yet on for some weeks;
 * never again once there was a promotion.
 */
export async function seedPromotion(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('seed promotion'))`.execute(tx);
  const { rows } = await sql<{ from: string; known: boolean }>`
    SELECT greatest((domain_now() AT TIME ZONE 'UTC')::date, max(planned_date) + 1)::date AS "from",
      EXISTS (SELECT FROM promotions) AS known
    FROM draws WHERE game = 'lotto' AND state <> 'created'`.execute(tx);
  const [now] = rows;
  if (!now || now.known) return;
  const promotion = {
    id: `jokerhappdraetti-${now.from}`,
    game: 'lotto',
    from: now.from,
    until: addDays(now.from, weeks * 7 - 1),
    condition: 'side',
    prizes: [
      { count: 1, amount: 150_000 },
      { count: 10, amount: 10_000 },
    ],
    is: {
      name: 'Jókerhappdrættið',
      text: 'Allir lottómiðar með Jóker fá happdrættisnúmer og ellefu þeirra vinna í hverjum útdrætti.',
    },
    en: {
      name: 'The Joker raffle',
      text: 'Every Lotto ticket with Joker gets a raffle number, and eleven of them win in each draw.',
    },
  } as const;
  await addPromotion(tx, promotion, 'seed');
}
