/** What the sandbox keeps in DATA_DIR: its authority, the key of its id tokens, renewed certificates. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const storedSchema = z.object({
  madeAt: z.iso.datetime(),
  rootPem: z.string(),
  intermediatePem: z.string(),
  /** PKCS 8. */
  intermediateKeyPem: z.string(),
  tokenKeyPem: z.string(),
});
export type Stored = z.infer<typeof storedSchema>;

const renewedSchema = z.record(z.string(), z.iso.datetime());
/** National id to the end of the newest certificate, for those who got a new one. */
export type Renewed = z.infer<typeof renewedSchema>;

const folderOf = (dataDir: string) => join(dataDir, 'e-id');
/** The product's trust anchor: the certificate that issues those of people. */
export const intermediateFile = (dataDir: string): string => join(folderOf(dataDir), 'intermediate.pem');
const storeFile = (dataDir: string) => join(folderOf(dataDir), 'authority.json');
const renewedFile = (dataDir: string) => join(folderOf(dataDir), 'renewed.json');

/** Made at the first start and kept: players and certificates of yesterday stay who they were. */
export async function ensureStored(dataDir: string, make: () => Promise<Stored>): Promise<Stored> {
  const file = storeFile(dataDir);
  if (!existsSync(file)) {
    mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 });
    write(file, JSON.stringify(await make()), 0o600);
  }
  const stored = storedSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  write(intermediateFile(dataDir), stored.intermediatePem, 0o644);
  return stored;
}

export function readRenewed(dataDir: string): Renewed {
  const file = renewedFile(dataDir);
  return existsSync(file) ? renewedSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
}

export function writeRenewed(dataDir: string, renewed: Renewed): void {
  write(renewedFile(dataDir), JSON.stringify(renewed), 0o600);
}

/** Whole or not at all. */
function write(file: string, content: string, mode: number): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, content, { mode });
  renameSync(unfinished, file);
}
