import { type Db, transaction } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { releaseFingerprints } from './saved.ts';
import { heldVerification, moveVerification, type VerificationId } from './verifications.ts';

/** Cards whose holder stayed away, and those whose process is gone; says how many. */
export async function failStaleVerifications(db: Db): Promise<number> {
  const { rows } = await sql<VerificationId>`
    SELECT player_id AS "playerId", verification_id AS "verificationId" FROM card_verifications
    WHERE status = 'waiting' AND asked_at <= domain_now() - interval '15 minutes'
      OR status = 'storing' AND changed_at <= domain_now() - interval '2 minutes'`.execute(db);
  for (const id of rows) {
    await transaction(db, async (tx) => {
      const now = await heldVerification(tx, id);
      if (now.status !== 'waiting' && now.status !== 'storing') return;
      const code = now.status === 'waiting' ? 'EC_INVALID_TRANSID' : 'EC_CC_ERROR';
      await moveVerification(tx, now, 'failed', { code });
      await releaseFingerprints(tx, now.playerId);
    });
  }
  return rows.length;
}
