/** The register of operators with their keys and roles (docs/decisions/064). */
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { databaseRealNow } from '#server/platform/real-clock.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { isSamePerson, personKey } from '#server/platform/two-persons.ts';
import type { Role } from './roles.ts';

/** One key of an operator. An operator who lost a key has more than one. */
export type Operator = {
  operatorId: number;
  name: string;
  /** SPKI, DER. */
  publicKey: Buffer;
  roles: Role[];
  since: Date;
  /** Records of the commands that added it; of the first two the installation alone. */
  enteredBy: number;
  confirmedBy: number | null;
  end: OperatorEnd | null;
};

export type OperatorEnd = {
  kind: 'removed' | 'revoked';
  at: Date;
  enteredBy: number;
  confirmedBy: number | null;
  /** The record that the ending command was done: what the key signed was recorded before it. */
  doneBy: number | null;
};

/** Every key there was, in order. */
export async function readRegister(db: Db): Promise<Operator[]> {
  const { rows } = await sql<Omit<Operator, 'end'> & Ended>`
    SELECT o.operator_id AS "operatorId", o.name, o.public_key AS "publicKey", o.roles, o.since,
      o.entered_by AS "enteredBy", o.confirmed_by AS "confirmedBy",
      e.kind AS "endKind", e.ends_at AS "endsAt", e.entered_by AS "endEnteredBy",
      e.confirmed_by AS "endConfirmedBy", done.operator_log_id AS "endDoneBy"
    FROM operators o LEFT JOIN operator_ends e USING (operator_id)
    LEFT JOIN operator_log done ON done.begun_id = coalesce(e.confirmed_by, e.entered_by)
    ORDER BY operator_id`.execute(db);
  return rows.map(({ endKind, endsAt, endEnteredBy, endConfirmedBy, endDoneBy, ...operator }) => ({
    ...operator,
    end:
      endKind === null || endsAt === null || endEnteredBy === null
        ? null
        : {
            kind: endKind,
            at: endsAt,
            enteredBy: endEnteredBy,
            confirmedBy: endConfirmedBy,
            doneBy: endDoneBy,
          },
  }));
}

type Ended = {
  endKind: OperatorEnd['kind'] | null;
  endsAt: Date | null;
  endEnteredBy: number | null;
  endConfirmedBy: number | null;
  endDoneBy: number | null;
};

export const isActive = ({ since, end }: Operator, at: Date): boolean =>
  since <= at && (end === null || at < end.at);

/** Keeps commands from being accepted while the register changes. */
export async function lockRegister(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('operators'))`.execute(tx);
}

/** Taken by commands while they are accepted. */
export async function shareRegister(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(hashtext('operators'))`.execute(tx);
}

/** The database knows better than a process that believes to be in a sandbox. */
export async function isProduction(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT FROM installation WHERE mode = 'production'`.execute(db);
  return rows.length > 0;
}

export type NewOperator = { name: string; publicKey: Buffer; roles: readonly Role[] };

/** What must hold of a new key whoever adds it. */
export async function requireNew(db: Db, { name, publicKey }: NewOperator): Promise<void> {
  const register = await readRegister(db);
  const now = await databaseRealNow(db);
  if (register.some((each) => isSamePerson(each.name, name) && isActive(each, now)))
    refuseRegister('EC_DUPLICATE_VALUE', `${name} is an operator already.`);
  if (register.some((each) => each.publicKey.equals(publicKey)))
    refuseRegister(
      'EC_DUPLICATE_VALUE',
      'This key was registered before: each operator has one of their own.',
    );
}

/** By two others, with the numbers of their records; or by the installation. */
export type AddedBy = {
  enteredBy: { recordId: number; actor: string };
  confirmedBy: { recordId: number; actor: string } | null;
};

export async function insertOperator(tx: Tx, added: NewOperator, by: AddedBy): Promise<void> {
  const { name, publicKey, roles } = added;
  const { enteredBy, confirmedBy } = by;
  await sql`
    INSERT INTO operators (name, name_key, public_key, roles, since, entered_by, entered_by_key, confirmed_by,
      confirmed_by_key)
    VALUES (${name}, ${personKey(name)}, ${publicKey}, ${roles}::text[], ${await databaseRealNow(tx)},
      ${enteredBy.recordId}, ${personKey(enteredBy.actor)}, ${confirmedBy?.recordId ?? null},
      ${confirmedBy ? personKey(confirmedBy.actor) : null})`.execute(tx);
}

/** The first two, by the installation whose record is given; refused once there is an operator. */
export async function installOperators(
  db: Db,
  first: readonly [NewOperator, NewOperator],
  installation: { recordId: number; actor: string },
): Promise<void> {
  if (isSamePerson(first[0].name, first[1].name))
    refuseRegister('EC_ACTION_NOT_ALLOWED', 'The first two operators are two persons.');
  await transaction(db, async (tx) => {
    await lockRegister(tx);
    if ((await readRegister(tx)).length > 0)
      refuseRegister('EC_ACTION_NOT_ALLOWED', 'There are operators: two of them add another.');
    for (const each of first) {
      await requireNew(tx, each);
      await insertOperator(tx, each, { enteredBy: installation, confirmedBy: null });
    }
  });
}

export function refuseRegister(
  code: 'EC_ACTION_NOT_ALLOWED' | 'EC_DUPLICATE_VALUE' | 'EC_NO_DATA_FOUND',
  message: string,
): never {
  refuse(code, { details: { message } });
}
