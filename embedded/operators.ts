import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beginInstallation } from '#server/operators/install.ts';
import { makeKeyFile, publicKeyBytes, publicKeyText, readKeyFile } from '#server/operators/key-file.ts';
import { endRecord } from '#server/operators/records.ts';
import { installOperators, readRegister } from '#server/operators/register.ts';
import { roles } from '#server/operators/roles.ts';
import type { ServiceConfig } from '#server/platform/config.ts';
import type { Db } from '#server/platform/database.ts';

const names = ['operator1', 'operator2'] as const;

/** The first two operators of a sandbox, with keys in DATA_DIR/operators. Does nothing once there are any. */
export async function installSandboxOperators(db: Db, { dataDir, secrets }: ServiceConfig): Promise<void> {
  if ((await readRegister(db)).length > 0) return;
  const folder = join(dataDir, 'operators');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [first, second] = names.map((name) => ({ name, key: keyOf(join(folder, `${name}.key`), name) }));
  if (!first || !second) throw new Error('two operators are installed');
  const args = [first.name, first.key, second.name, second.key];
  const begun = await beginInstallation(db, { args, options: {}, reason: null }, secrets.signingKey);
  const added = ({ name, key }: typeof first) => ({ name, publicKey: publicKeyBytes(key), roles });
  await installOperators(db, [added(first), added(second)], begun);
  await endRecord(db, begun.recordId, 'done');
}

/** A process that was killed may have left the file. */
function keyOf(file: string, name: string): string {
  return existsSync(file) ? publicKeyText(readKeyFile(file)) : makeKeyFile(file, name);
}
