import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Folder of DATA_DIR that holds the sandbox's key, its public half (the product's trust anchor)
 * and its draws.
 */
export const machineFolder = (dataDir: string): string => join(dataDir, 'draw-machine');

/** The product's trust anchor: the public half, as the sandbox left it at its start. */
export const anchorFile = (dataDir: string): string => join(machineFolder(dataDir), 'public.pem');

/** Made at the first start and kept, so that protocols of yesterday can still be checked. */
export function ensureMachineKey(dataDir: string): KeyObject {
  const folder = machineFolder(dataDir);
  const file = join(folder, 'key.pem');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { privateKey } = generateKeyPairSync('ed25519');
    writeNew(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
  }
  const key = createPrivateKey(readFileSync(file));
  const anchor = anchorFile(dataDir);
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
