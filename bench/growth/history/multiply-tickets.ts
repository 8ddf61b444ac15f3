/** Tickets, coupons and prizes of the copies, in the order of time. */
import type pg from 'pg';
import { copying, withoutIndexes } from './copy-rows.ts';
import { note } from './note.ts';
import { copiedId, copies, seed } from './shape.ts';

const ids = { player_id: 'o.player_id', ticket_id: copiedId('t.ticket_id') };
const coupon = { draw_id: 'd.draw_id', player_id: 'o.player_id', coupon_id: copiedId('t.coupon_id') };
const prize = { player_id: 'o.player_id', cause_id: copiedId('t.cause_id') };
const key = `'${seed} ' || m.k || ' ' || t.n`;

const tables = {
  tickets: { changes: { ...ids, idempotency_key: key }, order: 't.purchased_at' },
  coupons: { changes: { ...ids, ...coupon }, order: 't.n' },
  coupon_wins: { changes: { ...ids, ...coupon }, order: 't.draw_id, t.player_id' },
  coupon_payouts: { changes: coupon, order: 't.paid_at, t.player_id' },
  prize_claims: { changes: { draw_id: coupon.draw_id, ...prize }, order: 't.claimed_at' },
  prize_releases: { changes: prize, order: 't.released_at' },
} as const;

export async function copyTickets(client: pg.Client): Promise<void> {
  const names = Object.keys(tables) as (keyof typeof tables)[];
  await withoutIndexes(client, ['tickets', 'coupons'], async () => {
    await client.query('BEGIN');
    await client.query(`TRUNCATE ${names.join(', ')}, prize_lapses`);
    for (const name of names) await copyTable(client, name);
    await client.query('COMMIT');
  });
}

/** The oldest copy first, the template itself last. */
async function copyTable(client: pg.Client, name: keyof typeof tables): Promise<void> {
  const { changes, order } = tables[name];
  const ofDraw = 'draw_id' in changes ? 'JOIN growth.draw_map d ON d.k = m.k AND d.template = t.draw_id' : '';
  const from = `growth.weeks m JOIN growth.owners o ON o.k = m.k JOIN growth.${name} t ON t.n = o.n ${ofDraw}
    WHERE m.k = $1 ORDER BY ${order}`;
  const copy = await copying(client, name, changes, from);
  for (let k = copies; k > 0; k--) {
    await client.query(copy, [k]);
    if (k % 50 === 0) note(`${name}: ${k} weeks to copy`);
  }
  const itself = `growth.${name} t, growth.weeks m WHERE m.k = 0 ORDER BY ${order}`;
  await client.query(await copying(client, name, {}, itself));
}
