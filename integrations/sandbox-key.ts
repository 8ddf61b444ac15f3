/** Keys with which sandboxes sign, kept in DATA_DIR; the public half is the product's trust anchor. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The public half, as the sandbox left it at its start. @param folder of the sandbox in DATA_DIR */
export const anchorFile = (folder: string): string => join(folder, 'public.pem');

/** Made at the first start and kept, so that what was signed yesterday can still be checked. */
export function ensureSandboxKey(folder: string): KeyObject {
  const file = join(folder, 'key.pem');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { privateKey } = generateKeyPairSync('ed25519');
    writeNew(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
  }
  const key = createPrivateKey(readFileSync(file));
  const anchor = anchorFile(folder);
  if (!existsSync(anchor))
    writeNew(anchor, createPublicKey(key).export({ type: 'spki', format: 'pem' }), 0o644);
  return key;
}

/** Whole or not at all, and never over an existing file. */
function writeNew(file: string, content: string | Buffer, mode: number): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, content, { mode });
  try {
    linkSync(unfinished, file);
  } finally {
    rmSync(unfinished);
  }
}
