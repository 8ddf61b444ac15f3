/** A program comes as a file: one operator imports it, and another puts it on sale by importing the same. */
import { closeDateOf, playDateOf, resultDateOf, roundEndOf } from '#rules/pools/program.ts';
import { planByCommandIn, releaseDrawIn } from '#server/draws/by-command.ts';
import { nameOf } from '#server/draws/draw.ts';
import { refuseStep } from '#server/draws/halt.ts';
import type { Kinds } from '#server/draws/kind.ts';
import { earliestKickOff } from '#server/fixtures/facts.ts';
import { addMatch, linkNumber, matchOfNumber } from '#server/fixtures/matches.ts';
import { reportFacts } from '#server/fixtures/report.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { isSamePerson, personKey } from '#server/platform/two-persons.ts';
import { type Program, programOf } from './program.ts';
import { type NewProgram, type NewProgramMatch, readPrograms } from './program-file.ts';
import { hashOf, termsOf } from './terms.ts';

export type ImportedFile = {
  text: string;
  actor: string;
  /** Whose word the kick-offs are, and of when. A file is a source of its own. */
  kickOffs?: KickOffSource;
};
type KickOffSource = { source: string; at: Date };
export type Imported = { game: string; number: number; released: boolean };

const lotsAfterMs = 3_600_000;

/** The beacon speaks when everything that a lot is needed for has happened. */
export const lotsAtOf = (roundEnds: Date): Date => new Date(roundEnds.getTime() + lotsAfterMs);

/** All programs of the file or none. Repeatable. */
export function importPrograms(db: Db, kinds: Kinds, { text, ...by }: ImportedFile): Promise<Imported[]> {
  const programs = readPrograms(text);
  return transaction(db, async (tx) => {
    const imported: Imported[] = [];
    for (const program of programs) imported.push(await importOne(tx, kinds, program, by));
    return imported;
  });
}

type Importer = Omit<ImportedFile, 'text'>;

async function importOne(tx: Tx, kinds: Kinds, program: NewProgram, by: Importer): Promise<Imported> {
  const { actor } = by;
  const { game, number } = program;
  const fileHash = hashOf(JSON.stringify(program));
  await sql`SELECT pg_advisory_xact_lock(hashtext('calendar'))`.execute(tx);
  const existing = await importedAs(tx, program);
  if (!existing) {
    await planProgram(tx, kinds, program, { fileHash, ...by });
    return { game, number, released: false };
  }
  if (existing.isCancelled)
    refuseStep(`${nameOf(program)} is cancelled; a corrected program has a number of its own.`);
  if (!existing.fileHash.equals(fileHash)) {
    const message = `${nameOf(program)} differs from the one that ${existing.importedBy} imported.`;
    refuse('EC_INVALID_COMBINATION', { details: { message } });
  }
  if (existing.released || isSamePerson(existing.importedBy, actor))
    return { game, number, released: existing.released };
  await releaseProgram(tx, await programOf(tx, existing.drawId), actor);
  return { game, number, released: true };
}

type Existing = {
  drawId: number;
  fileHash: Buffer;
  importedBy: string;
  released: boolean;
  isCancelled: boolean;
};

async function importedAs(tx: Tx, { game, number }: NewProgram): Promise<Existing | undefined> {
  const { rows } = await sql<Existing>`
    SELECT d.draw_id AS "drawId", file_hash AS "fileHash", imported_by AS "importedBy",
      terms IS NOT NULL AS released, d.state = 'cancelled' AS "isCancelled"
    FROM draws d JOIN programs USING (draw_id) WHERE d.game = ${game} AND d.number = ${number}`.execute(tx);
  return rows[0];
}

type Origin = Importer & { fileHash: Buffer };

async function planProgram(
  tx: Tx,
  kinds: Kinds,
  program: NewProgram,
  { fileHash, actor, kickOffs: given }: Origin,
): Promise<void> {
  const { game, number, name, groupId, mode, isSample = false, matches } = program;
  const kickOffs = matches.map(({ kickOff }) => kickOff);
  const playDate = playDateOf(kickOffs);
  const said = given ?? { source: 'program', at: await databaseNow(tx) };
  const times = { closeDate: closeDateOf(playDate), drawDate: playDate };
  const planning = { game, number, ...times, actor, awaitsFigures: mode === 'common' };
  const { drawId } = await planByCommandIn(tx, kinds, planning);
  const roundEnds = roundEndOf(playDate);
  await sql`
    INSERT INTO programs (draw_id, name, group_id, mode, result_date, round_ends, lots_at, file_hash,
      imported_by, imported_by_key, is_sample)
    VALUES (${drawId}, ${name}, ${groupId}, ${mode}, ${resultDateOf(kickOffs)}, ${roundEnds},
      ${lotsAtOf(roundEnds)}, ${fileHash}, ${actor}, ${personKey(actor)}, ${isSample})`.execute(tx);
  for (const match of matches) {
    const matchId = await matchIdOf(tx, match, actor);
    const { kickOff, chances, odds, forecast } = match;
    await reportFacts(tx, { matchId, ...said, facts: [{ kind: 'kickOff', kickOff }] });
    await sql`
      INSERT INTO program_matches (draw_id, number, match_id, kick_off, chances, odds, forecast)
      VALUES (${drawId}, ${match.number}, ${matchId}, ${kickOff}, ${chances}::smallint[],
        ${odds}::integer[], ${forecast}::smallint[])`.execute(tx);
  }
}

/** The match that a source's number already means, or a new one: names decide nothing. */
async function matchIdOf(tx: Tx, match: NewProgramMatch, actor: string): Promise<number> {
  const matchIds = new Set<number>();
  for (const { source, number } of match.numbers) {
    const matchId = await matchOfNumber(tx, source, number);
    if (matchId !== null) matchIds.add(matchId);
  }
  if (matchIds.size > 1) {
    const message = `Match ${match.number}: its numbers mean different matches: ${[...matchIds].join(', ')}.`;
    refuse('EC_INVALID_COMBINATION', { details: { message } });
  }
  const [first] = matchIds;
  const matchId = first ?? (await addMatch(tx, match));
  for (const number of match.numbers) await linkNumber(tx, matchId, number, actor);
  return matchId;
}

async function releaseProgram(tx: Tx, program: Program, actor: string): Promise<void> {
  const kickOffs = program.matches.map(({ match, kickOff }) => earliestKickOff(match.said) ?? kickOff);
  if (closeDateOf(playDateOf(kickOffs)) < program.closeDate)
    refuseStep(`A match of ${nameOf(program)} now begins before its sale would end: import it anew.`);
  const terms = termsOf(program);
  await sql`
    UPDATE programs SET released_by = ${actor}, released_by_key = ${personKey(actor)}, terms = ${terms}
    WHERE draw_id = ${program.drawId}`.execute(tx);
  await releaseDrawIn(tx, program.drawId, { actor, termsHash: hashOf(terms) });
}
