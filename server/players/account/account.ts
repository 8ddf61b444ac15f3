/** The account as its owner sees it. */

import type { ApiAnswer } from '#contract/api.ts';
import { maskKennitala, parseKennitala } from '#rules/values/kennitala.ts';
import { stakeRoom } from '#server/limits/eligibility.ts';
import type { Db } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { remindedGames } from '#server/players/reminder/draw-reminders.ts';
import { quarantineHours } from './bank-quarantine.ts';

type Details = ApiAnswer<'account.details'>;
type Card = NonNullable<Details['creditCard']>;

type Row = {
  username: string;
  nationalId: string | null;
  firstName: string;
  lastName: string;
  address: string | null;
  postalCode: string | null;
  phone: string | null;
  mobile: string | null;
  email: string;
  balance: number;
  debt: number;
  supportId: number | null;
  teamId: string | null;
  mailList: boolean;
  drawLetters: boolean;
  drawReminders: string[];
  bankAccount: string | null;
  bankAccountFrom: Date | null;
  isClosed: boolean;
  mobileConfirmed: boolean;
  certificateExpires: string;
  paymentMethod: Details['paymentMethod'];
  lastLogin: Date | null;
  lockedUntil: Date | null;
  stakedToday: number;
  stakeLimitDay: number;
  stakeLeft: number;
  stakeLeftBy: Details['stakeLeftBy'];
  stakeLimitLowest: number;
  cards:
    | { purpose: 'deposit' | 'subscription'; brand: Card['brand']; last4: string; expires: string }[]
    | null;
};

/** Throws EC_ACCOUNT_CLOSED (403) for a session that outlived its account. */
export async function accountDetails(db: Db, playerId: number): Promise<Details> {
  const { rows } = await sql<Row>`
    WITH moment AS MATERIALIZED (SELECT domain_now() AS at)
    SELECT p.username, p.national_id AS "nationalId", p.first_name AS "firstName", p.last_name AS "lastName",
      p.address, p.postal_code AS "postalCode", p.phone, p.mobile, p.email, w.balance, w.debt,
      p.support_id AS "supportId", (SELECT t.team_id::text FROM club_team_choices t
        WHERE t.player_id = p.player_id ORDER BY t.choice DESC LIMIT 1) AS "teamId",
      p.mail_list AS "mailList", p.draw_letters AS "drawLetters",
      ${remindedGames(sql`p.player_id`)} AS "drawReminders",
      p.bank_account AS "bankAccount", p.mobile_confirmed_at IS NOT NULL AS "mobileConfirmed",
      CASE WHEN p.bank_account_since > at - make_interval(hours => ${quarantineHours})
        THEN p.bank_account_since + make_interval(hours => ${quarantineHours}) END AS "bankAccountFrom",
      w.certificate_expires AS "certificateExpires", w.closed_at IS NOT NULL AS "isClosed",
      p.payment_method AS "paymentMethod",
      (SELECT s.at FROM sign_ins s WHERE s.player_id = p.player_id
        ORDER BY s.at DESC OFFSET 1 LIMIT 1) AS "lastLogin",
      CASE WHEN w.locked_until > at THEN w.locked_until END AS "lockedUntil",
      CASE WHEN w.staked_on = (at AT TIME ZONE 'UTC')::date THEN w.staked ELSE 0 END AS "stakedToday",
      w.stake_limit_day AS "stakeLimitDay", room.left AS "stakeLeft", room.by AS "stakeLeftBy",
      room.lowest AS "stakeLimitLowest",
      (SELECT jsonb_agg(jsonb_build_object('purpose', purpose, 'brand', brand, 'last4', last4,
        'expires', expires)) FROM saved_cards c
        WHERE c.player_id = p.player_id AND c.stopped_at IS NULL) AS cards
    FROM moment, players p JOIN wallets w USING (player_id), LATERAL ${stakeRoom} room
    WHERE p.player_id = ${playerId}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`player ${playerId} has a session and no account`);
  if (row.isClosed) refuse('EC_ACCOUNT_CLOSED');
  return viewDetails(playerId, row);
}

function viewDetails(playerId: number, row: Row): Details {
  const kennitala = row.nationalId && parseKennitala(row.nationalId);
  return {
    playerId: String(playerId),
    username: row.username,
    nationalId: kennitala ? maskKennitala(kennitala) : '',
    firstname: row.firstName,
    lastname: row.lastName,
    ...(row.address && { address: row.address }),
    ...(row.postalCode && { postalCode: row.postalCode }),
    ...(row.phone && { phone: row.phone }),
    ...(row.mobile && { mobile: row.mobile }),
    mobileConfirmed: row.mobileConfirmed,
    email: row.email,
    balance: row.balance,
    debt: row.debt,
    ...viewCard(row, 'deposit', 'creditCard'),
    ...viewCard(row, 'subscription', 'subscriptionCard'),
    ...(row.supportId !== null && { supportId: row.supportId }),
    ...(row.teamId !== null && { teamId: row.teamId }),
    mailList: row.mailList,
    drawLetters: row.drawLetters,
    drawReminders: row.drawReminders,
    ...(row.bankAccount && { bankAccount: row.bankAccount }),
    ...(row.bankAccountFrom && { bankAccountFrom: row.bankAccountFrom.toISOString() }),
    eCertificateExpires: row.certificateExpires,
    paymentMethod: row.paymentMethod,
    ...(row.lastLogin && { lastLogin: row.lastLogin.toISOString() }),
    ...(row.lockedUntil && { lockedUntil: row.lockedUntil.toISOString() }),
    stakedToday: row.stakedToday,
    stakeLimitDay: row.stakeLimitDay,
    stakeLeft: row.stakeLeft,
    stakeLeftBy: row.stakeLeftBy,
    stakeLimitLowest: row.stakeLimitLowest,
  };
}

function viewCard(row: Row, purpose: 'deposit' | 'subscription', field: 'creditCard' | 'subscriptionCard') {
  const card = row.cards?.find((each) => each.purpose === purpose);
  if (!card) return {};
  const { brand, last4, expires } = card;
  return { [field]: { brand, number: `**** **** **** ${last4}`, last4, expires } };
}
