import type { Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { createPlayers } from '#server/players/create-players.ts';
import { hashPassword } from '#server/players/passwords/password.ts';
import { demoClub } from './clubs.ts';
import { demoCardOf } from './demo-cards.ts';

const password = 'sandkassi1';
const balanceIsk = 50_000;

type Person = {
  username: string;
  firstName: string;
  lastName: string;
  nationalId: string;
  mobile: string;
  address: string;
  postalCode: string;
  /** How far the certificate reaches from today; the rule about it is shown by the second and third. */
  certificate: string;
  card?: { brand: 'visa' | 'mastercard'; last4: string };
};

/** The first three of the sandboxes' invented people (`integrations/people.ts`). */
const people: readonly Person[] = [
  {
    username: 'spilari1',
    firstName: 'Ylfa',
    lastName: 'Ránardóttir',
    certificate: '3 years',
    nationalId: '0101700019',
    mobile: '6110011',
    address: 'Sandkassagötu 1',
    postalCode: '101',
    card: { brand: 'visa', last4: '0001' },
  },
  {
    username: 'spilari2',
    firstName: 'Skarphéðinn',
    lastName: 'Ýmisson',
    certificate: '20 days',
    nationalId: '1706850089',
    mobile: '6110012',
    address: 'Hlutaveltustíg 17',
    postalCode: '600',
    card: { brand: 'mastercard', last4: '0006' },
  },
  {
    username: 'spilari3',
    firstName: 'Védís',
    lastName: 'Hrafnfjörð',
    certificate: '-1 day',
    nationalId: '2412990079',
    mobile: '6110013',
    address: 'Jólaseli 24',
    postalCode: '170',
  },
];

/** Three people to play with; those that exist are left as they are. */
export async function seedDemoPlayers(tx: Tx): Promise<void> {
  // Two prepares of one database at once: the second waits and then finds them.
  await sql`SELECT pg_advisory_xact_lock(hashtext('seed demo players'))`.execute(tx);
  const { rows } = await sql<{
    username: string;
  }>`SELECT username FROM players WHERE username LIKE 'spilari%'`.execute(tx);
  const missing = people.filter((person) => !rows.some((row) => row.username === person.username));
  const made = [];
  for (const { certificate, card, ...person } of missing) {
    made.push({
      ...person,
      supportId: demoClub,
      balance: balanceIsk,
      passwordHash: await hashPassword(password),
      certificateExpires: await todayPlus(tx, certificate),
    });
  }
  const playerIds = await createPlayers(tx, made);
  for (const [index, { card }] of missing.entries()) {
    if (!card) continue;
    await sql`
      INSERT INTO saved_cards (player_id, purpose, brand, last4, expires, virtual_card)
      VALUES (${playerIds[index]}, 'deposit', ${card.brand}, ${card.last4},
        to_char(domain_now() + interval '3 years', 'MMYY'), ${demoCardOf(card.last4)})
    `.execute(tx);
  }
}

async function todayPlus(tx: Tx, distance: string): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    SELECT ((domain_now() AT TIME ZONE 'UTC') + ${distance}::interval)::date AS day
  `.execute(tx);
  return rows[0]?.day ?? '';
}
