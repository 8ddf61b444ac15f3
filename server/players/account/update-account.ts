/** `POST /user/account/update`: what players change of their account themselves (must-hold 16, 23). */

import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { requireActive } from '#server/limits/eligibility.ts';
import { addNotice, queueMessage } from '#server/messages/messages.ts';
import { type Tx, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import type { CallContext, Caller } from '#server/platform/handler.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { changeTeam } from '#server/players/clubs/teams.ts';
import { approvePassword } from '#server/players/passwords/change-password.ts';
import { storePassword } from '#server/players/passwords/store-password.ts';
import { requireFresh } from '#server/players/sessions/fresh.ts';
import type { SignInParts } from '#server/players/sign-in/sign-in.ts';
import { securityEvent } from '#server/security/events.ts';
import { accountDetails } from './account.ts';

type Body = ApiInput<'account.update'>['body'];
type Context = CallContext & { caller: Caller };

/** Whoever takes over an account changes these first: they ask for a fresh proof, and the owner is told. */
const guarded = ['email', 'phone', 'mobile', 'bankAccount'] as const;

const columnOf = {
  address: 'address',
  postalCode: 'postal_code',
  phone: 'phone',
  mobile: 'mobile',
  email: 'email',
  supportId: 'support_id',
  mailList: 'mail_list',
  drawLetters: 'draw_letters',
  bankAccount: 'bank_account',
} as const;
type Field = keyof typeof columnOf;
type Stored = { [F in Field]: Body[F] | null };

/** All of it or nothing. A guarded field that is sent as it stands is no change. */
export async function updateAccount(
  parts: SignInParts,
  { body }: Pick<ApiInput<'account.update'>, 'body'>,
  { caller, ip, device, locale }: Context,
): Promise<ApiAnswer<'account.update'>> {
  const { db } = parts;
  const { playerId, tokenHash } = caller;
  await requireActive(db, playerId);
  const { password, currentPassword } = body;
  const approved =
    password === undefined || currentPassword === undefined
      ? null
      : await approvePassword(parts, playerId, { password, currentPassword }, { ip, device: device() });
  await transaction(db, async (tx) => {
    await requireActive(tx, playerId);
    await refuseUnknownClub(tx, body);
    const before = await readStored(tx, playerId);
    const fields = (Object.keys(columnOf) as Field[]).filter(
      (field) => body[field] !== undefined && body[field] !== before[field],
    );
    const dear = guarded.filter((field) => fields.includes(field));
    const isBank = fields.includes('bankAccount');
    if (dear.length > 0) await requireFresh(tx, caller, isBank ? 'eId' : 'any');
    await store(tx, playerId, fields, body);
    if (body.teamId !== undefined)
      await changeTeam(tx, playerId, body.teamId === null ? null : String(body.teamId));
    if (dear.length > 0) await tell(tx, { playerId, fields: dear, before, ip, locale });
    if (!approved) return;
    if (!(await storePassword(tx, { ...approved, keep: tokenHash, locale }))) {
      refuse('EC_AUTH_FAIL', { status: 400 });
    }
    await securityEvent(tx, { kind: 'passwordChanged', playerId, details: { ip } });
  });
  return accountDetails(db, playerId);
}

/** The lock keeps the club open until the end of the transaction. */
async function refuseUnknownClub(tx: Tx, { supportId }: Body): Promise<void> {
  if (supportId === undefined || supportId === null) return;
  const { rows } = await sql`
    SELECT FROM clubs WHERE club_id = ${supportId} AND closed_at IS NULL FOR SHARE`.execute(tx);
  if (rows.length === 0) refuse('EC_NO_DATA_FOUND');
}

/** As it stands, and nobody else changes it until the end of the transaction. */
async function readStored(tx: Tx, playerId: number): Promise<Stored> {
  const { rows } = await sql<Stored>`
    SELECT address, postal_code AS "postalCode", phone, mobile, email, support_id AS "supportId",
      mail_list AS "mailList", draw_letters AS "drawLetters", bank_account AS "bankAccount"
    FROM players WHERE player_id = ${playerId} FOR UPDATE`.execute(tx);
  const [stored] = rows;
  if (!stored) throw new Error(`there is no player ${playerId}`);
  return stored;
}

async function store(tx: Tx, playerId: number, fields: readonly Field[], body: Body): Promise<void> {
  if (fields.length === 0) return;
  const changes = fields.map((field) => sql`${sql.ref(columnOf[field])} = ${body[field]}`);
  try {
    await sql`UPDATE players SET ${sql.join(changes)} WHERE player_id = ${playerId}`.execute(tx);
  } catch (error) {
    if ((error as { constraint?: unknown }).constraint === 'players_email') refuse('EC_EMAIL_EXISTS');
    throw error;
  }
}

type Told = Pick<Context, 'ip' | 'locale'> & {
  playerId: number;
  fields: readonly (typeof guarded)[number][];
  before: Stored;
};

/** By letter, to the former address too, by a text to the former mobile, and by a notice. */
async function tell(tx: Tx, { playerId, fields, before, ip, locale }: Told): Promise<void> {
  const at = (await databaseNow(tx)).toISOString();
  const values = { date: at, time: at };
  const kinds = [
    ...(fields.some((field) => field !== 'bankAccount') ? (['contactChanged'] as const) : []),
    ...(fields.includes('bankAccount') ? (['bankAccountChanged'] as const) : []),
  ];
  for (const kind of kinds) {
    const message = { kind, playerId, locale, values };
    await queueMessage(tx, { ...message, channel: 'email' });
    if (fields.includes('email') && before.email) {
      await queueMessage(tx, { ...message, channel: 'email', to: before.email });
    }
    if (before.mobile) await queueMessage(tx, { ...message, channel: 'sms', to: before.mobile });
    await addNotice(tx, { playerId, kind, values });
  }
  await securityEvent(tx, { kind: 'contactChanged', playerId, details: { ip, fields } });
}
