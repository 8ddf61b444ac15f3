import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from './startup-error.ts';

export type DatabasePasswords = { superuser: string; owner: string; app: string };

/**
 * What signs and seals. `seal` and `session` are base64url; `signingKey` an Ed25519 private key (PKCS 8,
 * PEM); `retiredKeys` public keys that signed earlier (SPKI, DER, base64).
 */
export type Secrets = {
  session: string;
  seal: string;
  signingKey: string;
  retiredKeys: readonly string[];
};

type Stored = Secrets & { database: DatabasePasswords };

const variables = { session: 'SESSION_SECRET', seal: 'SEAL_SECRET', signingKey: 'SIGNING_KEY' } as const;

/** Production: every secret comes from the environment, and was checked before (production.ts). */
export function secretsFromEnvironment(env: NodeJS.ProcessEnv): Secrets {
  const read = (name: string) => env[name] ?? '';
  return {
    session: read(variables.session),
    seal: read(variables.seal),
    signingKey: read(variables.signingKey).replaceAll('\\n', '\n'),
    retiredKeys: read('RETIRED_SIGNING_KEYS').split(',').filter(Boolean),
  };
}

const fileOf = (dataDir: string) => join(dataDir, 'secrets.json');

/** Embedded mode: made once, kept in DATA_DIR readable by us alone. */
export function ensureSecrets(dataDir: string): Stored {
  const file = fileOf(dataDir);
  if (!existsSync(file)) {
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, `${JSON.stringify(freshSecrets(), null, 2)}\n`, { mode: 0o600 });
    try {
      linkSync(unfinished, file); // never over an existing file
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(unfinished);
    }
  }
  return storedSecrets(dataDir);
}

export function storedSecrets(dataDir: string): Stored {
  try {
    const stored = JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Stored;
    return { ...stored, retiredKeys: stored.retiredKeys ?? [] };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES')
      throw new StartupError(`${fileOf(dataDir)} belongs to another user; start as that user.`);
    if (code === 'ENOENT')
      throw new StartupError(`${dataDir} holds no secrets yet: run "npm start" there first.`);
    throw error;
  }
}

function freshSecrets(): Stored {
  const secret = () => randomBytes(32).toString('base64url');
  const { privateKey } = generateKeyPairSync('ed25519');
  return {
    session: secret(),
    seal: secret(),
    signingKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    retiredKeys: [],
    database: { superuser: secret(), owner: secret(), app: secret() },
  };
}
