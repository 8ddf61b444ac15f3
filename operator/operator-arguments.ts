/** What the commands about operators have in common. */
import { publicKeyBytes } from '#server/operators/key-file.ts';
import type { NewOperator } from '#server/operators/register.ts';
import { isRole, type Role, roles } from '#server/operators/roles.ts';
import { type Context, type Input, UsageError } from './command.ts';
import { nameOf } from './persons.ts';

/** The name that the command is about. */
export const nameArgument = ({ args }: Input): string => nameOf('NAME', args[0] ?? '');

export function newOperator(name: string, key: string, given: readonly Role[]): NewOperator {
  return { name: nameOf('NAME', name), publicKey: publicKeyBytes(key), roles: given };
}

export function rolesOf(text: string | undefined): Role[] {
  const given = (text ?? '').split(',');
  const valid = given.filter(isRole);
  if (valid.length === given.length && new Set(given).size === given.length) return valid;
  throw new UsageError(`--roles are some of ${roles.join(',')}, parted by commas.`);
}

export function actingIn({ recordId, actor }: Context) {
  if (recordId === null) throw new Error('a command about operators is always recorded');
  return { recordId, actor };
}
