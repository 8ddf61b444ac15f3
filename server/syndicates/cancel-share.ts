/** A holder gives a share back on the day of its purchase, while the syndicate collects. */
import type { ErrorCode } from '#contract/errors.ts';
import { requireActive } from '#server/limits/eligibility.ts';
import { type Db, retrying, transaction } from '#server/platform/database.ts';
import type { CallContext, Caller } from '#server/platform/handler.ts';
import { decodeId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';

export async function cancelShare(
  db: Db,
  { params }: { params: { shareId: string } },
  { caller: { playerId }, key, inputHash, markReplay }: CallContext & { caller: Caller },
): Promise<undefined> {
  await requireActive(db, playerId);
  const shareId = decodeId(params.shareId) ?? refuse('EC_NO_DATA_FOUND');
  const work = () =>
    transaction(db, async (tx) => {
      const { rows } = await sql<{ code: ErrorCode | null; replayed: boolean }>`
        SELECT code, replayed FROM cancel_share(${playerId}, ${shareId}, ${key},
          decode(${inputHash}, 'hex'))`.execute(tx);
      return rows[0];
    });
  const outcome = await retrying(work);
  if (outcome?.code) refuse(outcome.code);
  if (outcome?.replayed) markReplay();
  return undefined;
}
