import { StartupError } from './startup-error.ts';

/** How a setting of the environment is read; each throws `StartupError` for who starts the product. */

export function oneOf<T extends string>(
  env: NodeJS.ProcessEnv,
  name: string,
  values: readonly T[],
  otherwise: T,
): T {
  const value = env[name] || otherwise;
  const known = values.find((candidate) => candidate === value);
  if (known === undefined)
    throw new StartupError(`${name} is "${value}"; it must be ${values.join(' or ')}.`);
  return known;
}

export function whole(
  env: NodeJS.ProcessEnv,
  name: string,
  otherwise: number,
  least: number,
  most: number,
): number {
  const text = env[name] || String(otherwise);
  const value = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (value >= least && value <= most) return value;
  throw new StartupError(`${name} is "${text}"; it must be a whole number from ${least} to ${most}.`);
}

export function address(env: NodeJS.ProcessEnv, name: string): string | null {
  const value = env[name];
  if (!value) return null;
  if (/^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? '')) return value;
  throw new StartupError(`${name} must be an address like postgres://user:password@host:5432/database.`);
}

export function webAddress(env: NodeJS.ProcessEnv, name: string): string | null {
  const value = env[name];
  if (!value) return null;
  if (/^https?:$/.test(URL.parse(value)?.protocol ?? '')) return value;
  throw new StartupError(`${name} must be an address like https://graphql.example/.`);
}

export function mailAddress(env: NodeJS.ProcessEnv): string | null {
  const value = env.MAIL_URL;
  if (!value) return null;
  if (/^smtps?:$/.test(URL.parse(value)?.protocol ?? '')) return value;
  throw new StartupError('MAIL_URL must be an address like smtp://user:password@mail.example:587.');
}
