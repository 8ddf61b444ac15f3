/** Values of the environment, read strictly: what is set and wrong throws a `StartupError` in words. */
import { isIP } from 'node:net';
import { StartupError } from './startup-error.ts';

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

export function databaseAddress(env: NodeJS.ProcessEnv, name: string): string | null {
  const value = env[name];
  if (!value) return null;
  if (/^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? '')) return value;
  throw new StartupError(`${name} must be an address like postgres://user:password@host:5432/database.`);
}

export function mailAddress(env: NodeJS.ProcessEnv, name: string): string | null {
  const value = env[name];
  if (!value) return null;
  if (/^smtps?:$/.test(URL.parse(value)?.protocol ?? '')) return value;
  throw new StartupError(`${name} must be an address like smtp://user:password@mail.example:587.`);
}

export function emailAddress(env: NodeJS.ProcessEnv, name: string): string | null {
  const value = env[name];
  if (!value) return null;
  if (/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(value)) return value;
  throw new StartupError(`${name} must be one address like oncall@hending.example.`);
}

/** As people read it: digits, spaces, and a plus in front. */
export function phoneNumber(env: NodeJS.ProcessEnv, name: string): string | null {
  const value = env[name];
  if (!value) return null;
  if (/^\+?\d[\d ]{2,18}\d$/.test(value)) return value;
  throw new StartupError(`${name} must be a phone number like 555 0100 or +354 555 0100.`);
}

/** `9-17`, whole hours of the day. */
export function hoursOf(env: NodeJS.ProcessEnv, name: string): [string, string] | null {
  const value = env[name];
  if (!value) return null;
  const [, from = '', to = ''] = /^(\d{1,2})-(\d{1,2})$/.exec(value) ?? [];
  if (from !== '' && Number(from) < Number(to) && Number(to) <= 24) return [from, to];
  throw new StartupError(`${name} must be hours like 9-17.`);
}

/** @returns the addresses to listen on, null for all; @param otherwise where it is not set */
export function hostsOf(
  env: NodeJS.ProcessEnv,
  name: string,
  otherwise: readonly string[] | null,
): readonly string[] | null {
  const value = env[name];
  if (!value) return otherwise;
  if (value === '0.0.0.0' || value === '::') return null;
  if (value === 'localhost') return loopbackHosts;
  if (isIP(value) !== 0) return [value];
  throw new StartupError(`${name} is "${value}"; it must be an address of this machine, like 0.0.0.0.`);
}

export const loopbackHosts: readonly string[] = ['127.0.0.1', '::1'];

export function webAddress(env: NodeJS.ProcessEnv, name: string): string | null {
  const value = env[name];
  if (!value) return null;
  if (/^https?:$/.test(URL.parse(value)?.protocol ?? '')) return value;
  throw new StartupError(`${name} must be an address like https://graphql.example/.`);
}

/** A list whose empty member would be a key that everybody knows. */
export function keysOf(env: NodeJS.ProcessEnv, name: string): readonly string[] | null {
  const keys = env[name] ? env[name].split(',') : null;
  if (keys?.some((key) => key.trim() === '')) throw new StartupError(`${name} has an empty key.`);
  return keys;
}

export function networksOf(env: NodeJS.ProcessEnv, name: string): readonly string[] {
  const networks = (env[name] ?? '').split(/[\s,]+/).filter((part) => part !== '');
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong === undefined) return networks;
  throw new StartupError(`${name} has "${wrong}"; each must be an address or a network like 10.0.0.0/8.`);
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    rest.length === 0 && bits > 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && +prefix <= bits))
  );
}
