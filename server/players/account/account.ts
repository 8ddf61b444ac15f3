/** The account as its owner sees it. */

import type { ApiAnswer } from '#contract/api.ts';
import { maskKennitala, parseKennitala } from '#rules/values/kennitala.ts';
import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

type Details = ApiAnswer<'account.details'>;
type Card = NonNullable<Details['creditCard']>;

type Row = {
  username: string;
  national_id: string | null;
  first_name: string;
  last_name: string;
  address: string | null;
  postal_code: string | null;
  phone: string | null;
  mobile: string | null;
  email: string;
  balance: number;
  support_id: number | null;
  mail_list: boolean;
  draw_letters: boolean;
  bank_account: string | null;
  certificate_expires: string;
  payment_method: Details['paymentMethod'];
  last_login: Date | null;
  locked_until: Date | null;
  staked_today: number;
  stake_limit_day: number;
  cards:
    | { purpose: 'deposit' | 'subscription'; brand: Card['brand']; last4: string; expires: string }[]
    | null;
};

export async function accountDetails(db: Db, playerId: number): Promise<Details> {
  const { rows } = await sql<Row>`
    WITH moment AS MATERIALIZED (SELECT domain_now() AS at)
    SELECT p.username, p.national_id, p.first_name, p.last_name, p.address, p.postal_code,
      p.phone, p.mobile, p.email,
      w.balance, p.support_id, p.mail_list, p.draw_letters, p.bank_account, w.certificate_expires,
      p.payment_method,
      (SELECT s.at FROM sign_ins s WHERE s.player_id = p.player_id
        ORDER BY s.at DESC OFFSET 1 LIMIT 1) AS last_login,
      CASE WHEN w.locked_until > at THEN w.locked_until END AS locked_until,
      CASE WHEN w.staked_on = (at AT TIME ZONE 'UTC')::date THEN w.staked ELSE 0 END AS staked_today,
      w.stake_limit_day,
      (SELECT jsonb_agg(to_jsonb(c)) FROM saved_cards c WHERE c.player_id = p.player_id) AS cards
    FROM moment, players p JOIN wallets w USING (player_id)
    WHERE p.player_id = ${playerId}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`player ${playerId} has a session and no account`);
  return viewDetails(playerId, row);
}

function viewDetails(playerId: number, row: Row): Details {
  const kennitala = row.national_id && parseKennitala(row.national_id);
  return {
    playerId: String(playerId),
    username: row.username,
    nationalId: kennitala ? maskKennitala(kennitala) : '',
    firstname: row.first_name,
    lastname: row.last_name,
    ...(row.address && { address: row.address }),
    ...(row.postal_code && { postalCode: row.postal_code }),
    ...(row.phone && { phone: row.phone }),
    ...(row.mobile && { mobile: row.mobile }),
    email: row.email,
    balance: row.balance,
    ...viewCard(row, 'deposit', 'creditCard'),
    ...viewCard(row, 'subscription', 'subscriptionCard'),
    ...(row.support_id !== null && { supportId: row.support_id }),
    mailList: row.mail_list,
    drawLetters: row.draw_letters,
    ...(row.bank_account && { bankAccount: row.bank_account }),
    eCertificateExpires: row.certificate_expires,
    paymentMethod: row.payment_method,
    ...(row.last_login && { lastLogin: row.last_login.toISOString() }),
    ...(row.locked_until && { lockedUntil: row.locked_until.toISOString() }),
    stakedToday: row.staked_today,
    stakeLimitDay: row.stake_limit_day,
  };
}

function viewCard(row: Row, purpose: 'deposit' | 'subscription', field: 'creditCard' | 'subscriptionCard') {
  const card = row.cards?.find((each) => each.purpose === purpose);
  if (!card) return {};
  const { brand, last4, expires } = card;
  return { [field]: { brand, number: `**** **** **** ${last4}`, last4, expires } };
}
