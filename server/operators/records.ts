/** `operator_log`: two rows for each command, one before anything is done and one that tells how it ended. */
import type { Db, Tx } from '#server/platform/database.ts';
import { transaction } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import type { CommandText, SignedCommand } from './signed-command.ts';

export type Proof = SignedCommand & { nonce: string };

/**
 * The row that begins a command, so that one that never came to its end is seen too.
 * @param proof null: nobody proved who acts
 * @returns its number; null where the nonce was taken before
 */
export async function beginRecord(tx: Tx, command: CommandText, proof: Proof | null): Promise<number | null> {
  const { words, args, options, reason, actor } = command;
  const signature = proof && Buffer.from(proof.signature, 'base64');
  const { rows } = await sql<{ recordId: number }>`
    INSERT INTO operator_log (actor, command, arguments, reason, outcome, proven, signed_text, signature,
      nonce)
    VALUES (${actor}, ${words}, ${JSON.stringify({ args, options })}::jsonb, ${reason}, 'begun',
      ${proof !== null}, ${proof?.text ?? null}, ${signature}, ${proof?.nonce ?? null})
    ON CONFLICT (nonce) DO NOTHING RETURNING operator_log_id AS "recordId"`.execute(tx);
  return rows[0]?.recordId ?? null;
}

export async function endRecord(db: Db, recordId: number, outcome: string): Promise<void> {
  await transaction(db, (tx) =>
    sql`
      INSERT INTO operator_log (actor, command, arguments, reason, outcome, proven, begun_id)
      SELECT actor, command, arguments, reason, ${outcome}, proven, operator_log_id
      FROM operator_log WHERE operator_log_id = ${recordId}`.execute(tx),
  );
}

export type CommandRecord = {
  recordId: number;
  realAt: Date;
  actor: string;
  command: string;
  arguments: { args: string[]; options: Record<string, string | boolean> };
  reason: string | null;
  outcome: string;
  proven: boolean;
  /** As it was signed. */
  role: string | null;
  text: string | null;
  signature: Buffer | null;
  nonce: string | null;
  begunId: number | null;
};

export const readAtOnce = 1000;

/** The next records, in order. */
export async function recordsAfter(db: Db, after: number | null): Promise<CommandRecord[]> {
  const { rows } = await sql<CommandRecord>`
    SELECT operator_log_id AS "recordId", real_at AS "realAt", actor, command, arguments, reason, outcome,
      proven, split_part(signed_text, E'\n', 3) AS role, signed_text AS text, signature, nonce,
      begun_id AS "begunId"
    FROM operator_log WHERE ${after}::bigint IS NULL OR operator_log_id > ${after}
    ORDER BY operator_log_id LIMIT ${readAtOnce}`.execute(db);
  return rows;
}
