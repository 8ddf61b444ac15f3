/** All SQL of cards that wait for their holder. */
import type { ErrorCode } from '#contract/errors.ts';
import type { AuthenticationForm } from '#integrations/card-gateway/face.ts';
import { lockWallet } from '#server/limits/store.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import { newId } from '#server/platform/ids.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import type { CardPurpose } from './saved.ts';
import { wipeCard } from './typed-card.ts';

export type VerificationStatus = 'waiting' | 'storing' | 'stored' | 'failed';

export type Verification = {
  playerId: number;
  verificationId: string;
  purpose: CardPurpose;
  askedAt: Date;
  reentryUrl: string;
  status: VerificationStatus;
  code: ErrorCode | null;
  requestId: string;
  round: number;
  form: AuthenticationForm | null;
};

const columns = sql`player_id AS "playerId", verification_id AS "verificationId", purpose,
  asked_at AS "askedAt", reentry_url AS "reentryUrl", status, code, request_id AS "requestId", round, form`;

export async function verificationById(db: Db, id: string): Promise<Verification | null> {
  const { rows } = await sql<Verification>`
    SELECT ${columns} FROM card_verifications WHERE verification_id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export type VerificationId = Pick<Verification, 'playerId' | 'verificationId'>;

/** As it stands until the end of the transaction; the wallet's lock is taken first, always. */
export async function heldVerification(
  tx: Tx,
  { playerId, verificationId }: VerificationId,
): Promise<Verification> {
  await lockWallet(tx, playerId);
  const { rows } = await sql<Verification>`
    SELECT ${columns} FROM card_verifications WHERE verification_id = ${verificationId} FOR UPDATE`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw new Error(`there is no card verification ${verificationId}`);
  return row;
}

export type NewVerification = { playerId: number; purpose: CardPurpose; reentryUrl: string };

/** What waits for the same purpose is given up. */
export async function insertVerification(tx: Tx, wanted: NewVerification): Promise<Verification> {
  const { playerId, purpose, reentryUrl } = wanted;
  const { rows: waiting } = await sql<Verification>`
    SELECT ${columns} FROM card_verifications
    WHERE player_id = ${playerId} AND purpose = ${purpose} AND status = 'waiting' FOR UPDATE`.execute(tx);
  for (const each of waiting) await moveVerification(tx, each, 'failed', { code: 'EC_INVALID_TRANSID' });
  const { rows } = await sql<Verification>`
    INSERT INTO card_verifications (player_id, verification_id, purpose, asked_at, reentry_url, status,
      changed_at, request_id)
    SELECT ${playerId}, ${newId()}::uuid, ${purpose}, at, ${reentryUrl}, 'waiting', at, gen_random_uuid()
    FROM (SELECT domain_now() AS at) moment RETURNING ${columns}`.execute(tx);
  return rows[0] as Verification;
}

type Change = { code?: ErrorCode; attempt?: { round: number } };

/** What was typed goes with the state in which the card waits. */
export async function moveVerification(
  tx: Tx,
  { verificationId, status: from }: Verification,
  to: VerificationStatus,
  { code, attempt }: Change,
): Promise<Verification> {
  const sets: Sql[] = [
    sql`status = ${to}, changed_at = domain_now(), form = NULL`,
    ...(code === undefined ? [] : [sql`code = ${code}`]),
    ...(attempt ? [sql`round = ${attempt.round}, request_id = gen_random_uuid()`] : []),
  ];
  const { rows } = await sql<Verification>`
    UPDATE card_verifications SET ${sql.join(sets)}
    WHERE verification_id = ${verificationId} AND status = ${from} RETURNING ${columns}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`card verification ${verificationId} is not ${from} any more`);
  if (to !== 'waiting') await wipeCard(tx, verificationId);
  return row;
}

export async function keepVerificationForm(
  tx: Tx,
  { verificationId, round }: Verification,
  form: AuthenticationForm,
): Promise<boolean> {
  const { rowCount } = await sql`
    UPDATE card_verifications SET form = ${JSON.stringify(form)}::jsonb
    WHERE verification_id = ${verificationId} AND status = 'waiting' AND round = ${round}`.execute(tx);
  return rowCount === 1;
}
