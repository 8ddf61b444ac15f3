/**
 * One operator imports the organiser's file; a second one approves it by importing the same file.
 * Implausible figures are refused first, since two people with one file do not check its content.
 */
import { createHash } from 'node:crypto';
import { type Draw, drawById, lockDraw, nameOf } from '#server/draws/draw.ts';
import { refuseStep } from '#server/draws/halt.ts';
import type { Figures, Kinds } from '#server/draws/kind.ts';
import type { DrawConfig } from '#server/draws/seal/seal.ts';
import { countHere } from '#server/draws/settle/settle.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { isSamePerson, personKey } from '#server/platform/two-persons.ts';
import { earlierFigures } from './figures.ts';

export type ImportedFile = {
  drawId: number;
  text: string;
  actor: string;
  /** If given, the file replaces one that is not settled yet. */
  replaceReason?: string | undefined;
};

type Read = { figures: Figures; hash: Buffer };
type Import = { actor: string; approves: boolean; hash: Buffer };

/**
 * Stores the file, or approves the stored one if the bytes are the same. A different file is
 * refused while one of another operator awaits approval, and after an approval. Exceptions are a
 * given `replaceReason` and an approved file whose settlement stopped.
 * @returns whether the figures are approved now
 */
export async function importFigures(
  db: Db,
  config: DrawConfig,
  imported: ImportedFile,
): Promise<{ approved: boolean }> {
  const draw = await drawById(db, imported.drawId);
  refuseOther(draw);
  const figures = readFile(config.kinds, draw, imported.text);
  await refuseImplausible(db, config, draw, figures);
  const hash = createHash('sha256').update(imported.text).digest();
  return transaction(db, (tx) => store(tx, imported, { figures, hash }));
}

function refuseOther(draw: Draw): void {
  if (!draw.awaitsFigures) refuseStep(`${nameOf(draw)} shares no pool: it needs no figures.`);
  if (draw.state !== 'confirmed')
    refuseStep(`${nameOf(draw)} is ${draw.state}; figures belong to a draw with a confirmed result.`);
}

function readFile(kinds: Kinds, draw: Draw, text: string): Figures {
  try {
    const content = JSON.parse(text) as { game?: unknown; draw?: unknown } | null;
    if (content?.game !== draw.game || content.draw !== draw.number)
      throw new RangeError(`the file is not of ${nameOf(draw)}`);
    return kinds.of(draw.game).readFigures(draw, content);
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error;
    return refuse('EC_INVALID_INPUT', {
      details: { message: `The figures cannot be read: ${error.message}` },
    });
  }
}

async function refuseImplausible(db: Db, config: DrawConfig, draw: Draw, figures: Figures): Promise<void> {
  const kind = config.kinds.of(draw.game);
  const here = await countHere(db, config, draw);
  const earlier = await earlierFigures(db, kind.games, draw);
  const faults = kind.figuresFaults(draw, figures, { ...here, earlier });
  if (faults.length === 0) return;
  const message = `The figures of ${nameOf(draw)} cannot be right and are not taken: ${faults.join('; ')}.`;
  refuse('EC_INVALID_INPUT', { details: { message } });
}

async function store(
  tx: Tx,
  { drawId, text, actor, replaceReason }: ImportedFile,
  { figures, hash }: Read,
): Promise<{ approved: boolean }> {
  const draw = await lockDraw(tx, drawId);
  refuseOther(draw);
  const last = await latestImport(tx, drawId);
  const isSame = last?.hash.equals(hash) ?? false;
  if (last?.approves && isSame) return { approved: true };
  if (last && !isSame && replaceReason === undefined) await refuseOtherFile(tx, draw, last, actor);
  const approved = last !== null && !last.approves && isSame && !isSamePerson(last.actor, actor);
  if (isSame && !approved) return { approved: false };
  await sql`
    INSERT INTO draw_figures (draw_id, actor, actor_key, brought_by_key, approves, hash, file, figures,
      replace_reason)
    VALUES (${drawId}, ${actor}, ${personKey(actor)}, ${approved ? personKey(last.actor) : null}, ${approved},
      ${hash}, ${text}, ${JSON.stringify(figures)}::jsonb, ${replaceReason ?? null})`.execute(tx);
  return { approved };
}

async function latestImport(tx: Tx, drawId: number): Promise<Import | null> {
  const { rows } = await sql<Import>`
    SELECT actor, approves, hash FROM draw_figures
    WHERE draw_id = ${drawId} ORDER BY entry DESC LIMIT 1`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Operators may replace their own unapproved file, and anyone may replace figures that stopped a
 * settlement.
 */
async function refuseOtherFile(tx: Tx, draw: Draw, last: Import, actor: string): Promise<void> {
  if (!last.approves) {
    if (isSamePerson(last.actor, actor)) return;
    const message = `The file differs from the one that ${last.actor} brought for ${nameOf(draw)}.`;
    refuse('EC_INVALID_COMBINATION', { details: { message } });
  }
  const { rows } = await sql`
    SELECT FROM draw_alarms a WHERE a.draw_id = ${draw.drawId}
      AND a.code IN ('figures_differ', 'settlement_failed')
      AND a.at > (SELECT max(f.at) FROM draw_figures f WHERE f.draw_id = a.draw_id)`.execute(tx);
  if (rows.length > 0) return;
  refuseStep(
    `${nameOf(draw)} has its figures already. Until it is settled two persons may replace them, ` +
      'with --replace and --reason.',
  );
}
