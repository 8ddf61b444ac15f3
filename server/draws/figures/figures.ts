/**
 * Figures from outside that a draw is settled by beside its own outcome: pools shared with other countries.
 * One person brings the organiser's file, another brings the same one again and so approves it.
 */
import { createHash } from 'node:crypto';
import { type Draw, lockDraw, nameOf } from '#server/draws/draw.ts';
import { refuseStep } from '#server/draws/halt.ts';
import type { Figures, Kinds } from '#server/draws/kind.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';

export type ImportedFile = { drawId: number; text: string; actor: string };

type Import = { actor: string; approves: boolean; hash: Buffer };

/**
 * Stores the file, or approves the one that is stored. A file of other bytes is refused while somebody else's
 * waits and once one is approved; only a settlement that found the figures wrong asks for new ones.
 * @returns whether the figures are approved now
 */
export async function importFigures(
  tx: Tx,
  kinds: Kinds,
  { drawId, text, actor }: ImportedFile,
): Promise<{ approved: boolean }> {
  const draw = await lockDraw(tx, drawId);
  if (!draw.awaitsFigures) refuseStep(`${nameOf(draw)} shares no pool: it needs no figures.`);
  if (draw.state !== 'confirmed')
    refuseStep(`${nameOf(draw)} is ${draw.state}; figures belong to a draw with a confirmed result.`);
  const figures = readFile(kinds, draw, text);
  const hash = createHash('sha256').update(text).digest();
  const last = await latestImport(tx, drawId);
  const isSame = last?.hash.equals(hash) ?? false;
  if (last?.approves && isSame) return { approved: true };
  if (last?.approves) await refuseUnlessWrong(tx, draw);
  else if (last && last.actor !== actor && !isSame) {
    const message = `The file differs from the one that ${last.actor} brought for ${nameOf(draw)}.`;
    refuse('EC_INVALID_COMBINATION', { details: { message } });
  }
  const approved = last !== null && !last.approves && isSame && last.actor !== actor;
  if (isSame && !approved) return { approved: false };
  await sql`
    INSERT INTO draw_figures (draw_id, actor, approves, hash, file, figures)
    VALUES (${drawId}, ${actor}, ${approved}, ${hash}, ${text}, ${JSON.stringify(figures)}::jsonb)`.execute(
    tx,
  );
  return { approved };
}

export type ApprovedImport = {
  /** As it came, so that anybody can recompute the draw. */
  file: string;
  hash: Buffer;
  figures: Figures;
};

/** Null until the figures are approved. */
export async function approvedImport(db: Db, drawId: number): Promise<ApprovedImport | null> {
  const { rows } = await sql<ApprovedImport>`
    SELECT file, hash, figures FROM approved_figures WHERE draw_id = ${drawId}`.execute(db);
  return rows[0] ?? null;
}

function readFile(kinds: Kinds, draw: Draw, text: string): Figures {
  try {
    const given = JSON.parse(text) as { game?: unknown; draw?: unknown } | null;
    if (given?.game !== draw.game || given.draw !== draw.number)
      throw new RangeError(`the file is not of ${nameOf(draw)}`);
    return kinds.of(draw.game).readFigures(draw, given);
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error;
    return refuse('EC_INVALID_INPUT', {
      details: { message: `The figures cannot be read: ${error.message}` },
    });
  }
}

async function latestImport(tx: Tx, drawId: number): Promise<Import | null> {
  const { rows } = await sql<Import>`
    SELECT actor, approves, hash FROM draw_figures
    WHERE draw_id = ${drawId} ORDER BY entry DESC LIMIT 1`.execute(tx);
  return rows[0] ?? null;
}

/** Approved figures stay, unless settlement has found since that they contradict what was sold and won. */
async function refuseUnlessWrong(tx: Tx, draw: Draw): Promise<void> {
  const { rows } = await sql`
    SELECT FROM draw_alarms a WHERE a.draw_id = ${draw.drawId} AND a.code = 'figures_differ'
      AND a.at > (SELECT max(f.at) FROM draw_figures f WHERE f.draw_id = a.draw_id)`.execute(tx);
  if (rows.length === 0) refuseStep(`${nameOf(draw)} has its figures already, and they are not changed.`);
}
