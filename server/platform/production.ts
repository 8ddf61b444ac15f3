/**
 * Settings with which MODE=production refuses to start. Each setting is checked by its kind in
 * `environment.ts`, so a new setting needs no line here.
 */
import { environment } from './environment.ts';
import {
  databaseAddress,
  emailAddress,
  hoursOf,
  keysOf,
  mailAddress,
  networksOf,
  phoneNumber,
  webAddress,
} from './environment-values.ts';
import { isTooBroad } from './networks.ts';
import type { SettingKind } from './setting.ts';
import { StartupError } from './startup-error.ts';

type Env = NodeJS.ProcessEnv;
type Check = (env: Env, name: string) => void;

const keyBytesMin = 32;
/** Some parties issue shorter keys than ours: DatoCMS' have 30 characters. */
const issuedKeyBytesMin = 16;

const checks: Readonly<Record<SettingKind, Check>> = {
  plain: () => {},
  outsideAddress(env, name) {
    const address = webAddress(env, name);
    if (address === null) return;
    if (isLoopback(address)) refuseSandbox(name);
    if (new URL(address).protocol === 'http:') {
      throw new StartupError(
        `${name} must begin with https: what is sent there does not travel in the open.`,
      );
    }
  },
  siteAddress(env, name) {
    const address = webAddress(env, name);
    if (address === null) return;
    if (isLoopback(address)) refuseSandbox(name);
    const { protocol, pathname, search, hash, username } = new URL(address);
    if (protocol === 'http:') {
      throw new StartupError(`${name} must begin with https: sessions of people do not travel in the open.`);
    }
    if (pathname !== '/' || search !== '' || hash !== '' || username !== '') {
      throw new StartupError(`${name} must be a scheme and a host alone, like https://hending.example.`);
    }
  },
  mailAddress(env, name) {
    const address = mailAddress(env, name);
    if (address !== null && isLoopback(address)) refuseSandbox(name);
  },
  emailAddress,
  phoneNumber,
  hours: hoursOf,
  databaseAddress(env, name) {
    const address = databaseAddress(env, name);
    if (address === null) return;
    const mode = new URL(address).searchParams.get('sslmode');
    if (mode !== null && ['no-verify', 'prefer', 'allow'].includes(mode)) {
      throw new StartupError(
        `${name} has sslmode=${mode}, which trusts any server: it must be verify-full, or disable in a ` +
          'private network.',
      );
    }
  },
  secretKey: (env, name) => requireBytes(name, [env[name] ?? ''], keyBytesMin),
  secretKeys: (env, name) => requireBytes(name, keysOf(env, name) ?? [], keyBytesMin),
  issuedKey: (env, name) => requireBytes(name, [env[name] ?? ''], issuedKeyBytesMin),
  networks(env, name) {
    if (!isTooBroad(networksOf(env, name))) return;
    throw new StartupError(
      `${name} must name your proxies and not whole parts of the internet: anybody could claim to be ` +
        'anybody.',
    );
  },
};

function requireBytes(name: string, keys: readonly string[], least: number): void {
  if (keys.every((key) => Buffer.byteLength(key.trim()) >= least)) return;
  const each = keys.length > 1 ? 'Each key of ' : '';
  throw new StartupError(`${each}${name} must have at least ${least} bytes.`);
}

function refuseSandbox(name: string): never {
  throw new StartupError(`Production does not talk to a sandbox: ${name} points to this machine.`);
}

const settings = Object.entries(environment);
const contentSettings: Readonly<Record<string, string>> = {
  CONTENT_API_URL: 'API URL',
  CONTENT_API_KEY: 'API key',
  CONTENT_WEBHOOK_SECRET: 'webhook secret',
};

/** @returns everything that is missing or wrong, in words: each start that fails costs a round */
export function problemsInProduction(env: Env): string[] {
  const problems: string[] = [];
  const missing = settings.filter(([name, { required }]) => required && !env[name]).map(([name]) => name);
  const needed = missing.filter((name) => !(name in contentSettings));
  if (needed.length > 0) problems.push(`Production needs ${needed.join(', ')}.`);
  for (const [name, what] of Object.entries(contentSettings)) {
    if (!env[name]) problems.push(`The content ${what} is not defined: production needs ${name}.`);
  }
  for (const [name, { kind, sandboxValue }] of settings) {
    if (!env[name]) continue;
    const problem = problemOf(() => checks[kind](env, name));
    if (problem !== null) problems.push(problem);
    if (sandboxValue !== undefined && env[name] === sandboxValue) {
      problems.push(
        `${name} is "${sandboxValue}", the value of the sandbox: production needs one of its own.`,
      );
    }
  }
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    problems.push('NODE_TLS_REJECT_UNAUTHORIZED must not be 0: every certificate would be believed.');
  }
  return problems;
}

function problemOf(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
}

function isLoopback(value: string): boolean {
  const host = (URL.parse(value)?.hostname ?? '').replace(/\.$/, '');
  return (
    /^(?:.+\.)?localhost$/i.test(host) ||
    /^(?:127\.|0\.0\.0\.0$)/.test(host) ||
    /^\[::(?:1|ffff:7f[\da-f]{2}:[\da-f]+)?\]$/i.test(host)
  );
}
