/** Adding and removing an operator: one other operator enters it, and a second one confirms the same. */
import type { Db, Tx } from '#server/platform/database.ts';
import { databaseRealNow } from '#server/platform/real-clock.ts';
import { sql } from '#server/platform/sql.ts';
import { isSamePerson, personKey, requireOther } from '#server/platform/two-persons.ts';
import {
  insertOperator,
  isActive,
  isProduction,
  lockRegister,
  type NewOperator,
  type Operator,
  readRegister,
  refuseRegister,
  requireNew,
} from './register.ts';

/** The command that runs. */
export type Acting = { recordId: number; actor: string };

export type Step = 'entered' | 'done';

const enteredForDays = 7;

export async function addOperator(tx: Tx, added: NewOperator, acting: Acting): Promise<Step> {
  await lockRegister(tx);
  await requireNew(tx, added);
  const enteredBy = await proposalOf(tx, added.name, null, acting);
  if (!enteredBy) return 'entered';
  await insertOperator(tx, added, { enteredBy, confirmedBy: acting });
  return 'done';
}

export async function removeOperator(tx: Tx, name: string, acting: Acting): Promise<Step> {
  await lockRegister(tx);
  const { operatorId, since } = await activeOperator(tx, name);
  const enteredBy = await proposalOf(tx, name, since, acting);
  if (!enteredBy) return 'entered';
  await sql`
    INSERT INTO operator_ends (operator_id, kind, ends_at, entered_by, entered_by_key, confirmed_by,
      confirmed_by_key)
    VALUES (${operatorId}, 'removed', ${await databaseRealNow(tx)}, ${enteredBy.recordId},
      ${personKey(enteredBy.actor)}, ${acting.recordId}, ${personKey(acting.actor)})`.execute(tx);
  return 'done';
}

/** A lost key signs nothing from `from` on. One operator alone does it, since it cannot wait. */
export async function revokeKey(tx: Tx, name: string, from: Date | null, acting: Acting): Promise<Date> {
  await lockRegister(tx);
  const { operatorId, since } = await activeOperator(tx, name);
  const now = await databaseRealNow(tx);
  const endsAt = from ?? now;
  if (endsAt > now || endsAt < since)
    refuseRegister(
      'EC_ACTION_NOT_ALLOWED',
      'A key is revoked from a moment since it was registered, until now.',
    );
  await sql`
    INSERT INTO operator_ends (operator_id, kind, ends_at, entered_by, entered_by_key)
    VALUES (${operatorId}, 'revoked', ${endsAt}, ${acting.recordId}, ${personKey(acting.actor)})`.execute(tx);
  return endsAt;
}

async function activeOperator(tx: Tx, name: string): Promise<Operator> {
  const now = await databaseRealNow(tx);
  const operator = (await readRegister(tx)).find(
    (each) => isSamePerson(each.name, name) && isActive(each, now),
  );
  return operator ?? refuseRegister('EC_NO_DATA_FOUND', `${name} is no operator.`);
}

/**
 * The same command by another person, not used yet: its record is what that person entered.
 * @param about the operator that is added or removed, who does neither
 * @param since commands before this moment are about an earlier key of the operator
 */
async function proposalOf(tx: Tx, about: string, since: Date | null, acting: Acting): Promise<Acting | null> {
  const { actor } = acting;
  requireOther(about, actor, `Two others than ${about} do this.`);
  const mustBeProven = await isProduction(tx);
  const now = await databaseRealNow(tx);
  const active = (await readRegister(tx)).filter((each) => isActive(each, now));
  const proposals = await sameCommands(tx, acting.recordId, since);
  const proposal = proposals.find(
    (each) =>
      !isSamePerson(each.actor, actor) &&
      (!each.proven || active.some(({ name }) => isSamePerson(name, each.actor))) &&
      (each.proven || !mustBeProven),
  );
  return proposal ?? null;
}

async function sameCommands(db: Db, recordId: number, since: Date | null) {
  const { rows } = await sql<Acting & { proven: boolean }>`
    SELECT l.operator_log_id AS "recordId", l.actor, l.proven
    FROM operator_log l JOIN operator_log own ON own.operator_log_id = ${recordId}
    JOIN operator_log done ON done.begun_id = l.operator_log_id AND done.outcome = 'done'
    WHERE l.command = own.command AND l.arguments = own.arguments AND l.outcome = 'begun'
      AND l.operator_log_id < own.operator_log_id
      AND l.real_at > own.real_at - make_interval(days => ${enteredForDays})
      AND l.real_at > coalesce(${since}::timestamptz, '-infinity')
      AND NOT EXISTS (SELECT FROM operators o WHERE l.operator_log_id IN (o.entered_by, o.confirmed_by))
      AND NOT EXISTS (SELECT FROM operator_ends e WHERE l.operator_log_id IN (e.entered_by, e.confirmed_by))
    ORDER BY l.operator_log_id DESC`.execute(db);
  return rows;
}
