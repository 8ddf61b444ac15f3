/** An operator's own key: a file that its owner alone may read, never in the database. */
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { refuse } from '#server/platform/refusal.ts';

export type OperatorKey = {
  operator: string;
  /** PKCS 8, PEM. */
  privateKey: string;
};

/** Writes a new key over no file. @returns the public key, as `publicKeyText` gives it */
export function makeKeyFile(file: string, operator: string): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key: OperatorKey = {
    operator,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  try {
    writeFileSync(file, `${JSON.stringify(key, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    refuseFile(`${file} cannot be written: ${(error as Error).message}`);
  }
  return publicKeyText(key);
}

/** Refuses a file that others on the machine may read. */
export function readKeyFile(file: string): OperatorKey {
  try {
    if ((statSync(file).mode & 0o077) !== 0) refuseFile(`${file} may be read by others: run chmod 600 on it`);
    const { operator, privateKey } = JSON.parse(readFileSync(file, 'utf8')) as OperatorKey;
    if (createPrivateKey(privateKey).asymmetricKeyType !== 'ed25519') refuseFile(`${file} holds another key`);
    return { operator: String(operator), privateKey };
  } catch (error) {
    if (error instanceof Error && error.name === 'Refusal') throw error;
    return refuseFile(`${file} holds no key of an operator`);
  }
}

/** SPKI, DER, base64: what an operator gives to the two who add them. */
export function publicKeyText({ privateKey }: OperatorKey): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
}

export function publicKeyBytes(text: string): Buffer {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), type: 'spki', format: 'der' });
    if (key.asymmetricKeyType === 'ed25519') return key.export({ type: 'spki', format: 'der' });
  } catch {
    // Answered below, as a key of another kind is.
  }
  return refuseFile('A public key is what "operator key" printed');
}

function refuseFile(message: string): never {
  refuse('EC_INVALID_INPUT', { details: { message: `${message}.` } });
}
