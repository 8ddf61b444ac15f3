/** A database in production with two operators, whose keys lie in files of their own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readKeyFile } from '#server/operators/key-file.ts';
import { type CommandText, type SignedCommand, signCommand } from '#server/operators/signed-command.ts';
import { machineNow } from '#server/platform/real-clock.ts';
import { sql } from '#server/platform/sql.ts';
import type { TestDatabase } from './database.ts';
import { typed } from './operating.ts';
import { productionEnv } from './production.ts';

export type Said = { status: number; answer: Record<string, unknown>; stderr: string };

export function operatorFixture(own: TestDatabase) {
  const folder = own.config.dataDir;
  const prefix = own.url.slice(-12);
  const keyFile = (name: string) => join(folder, `${prefix}-${name}.key`);
  const { DATABASE_URL: _, DATABASE_ADMIN_URL: __, ...elsewhere } = productionEnv;
  const trust = join(folder, `${prefix}-authorities.pem`);
  writeFileSync(trust, '-----BEGIN CERTIFICATE-----');
  const { signingKey, seal, session } = own.config.secrets;
  const secrets = { SIGNING_KEY: signingKey, SEAL_SECRET: seal, SESSION_SECRET: session };
  const production = { ...elsewhere, ...secrets, EID_TRUST: trust };

  async function run(words: readonly string[], env: NodeJS.ProcessEnv = production): Promise<Said> {
    const { status, stdout, stderr } = await typed(own, [...words, '--json'], env);
    return { status, stderr, answer: JSON.parse(stdout) as Record<string, unknown> };
  }
  const by = (name: string, ...words: string[]) => run([...words, '--key', keyFile(name)]);
  /** @returns the public key */
  const makeKey = async (name: string, file = keyFile(name)) =>
    String((await run(['operator', 'key', name, file])).answer['publicKey']);
  const signedFile = (signed: SignedCommand) => {
    const file = join(folder, `${prefix}-signed.json`);
    writeFileSync(file, JSON.stringify(signed));
    return file;
  };

  return {
    ...{ run, by, makeKey, keyFile },
    sandbox: (...words: string[]) => run(words, {}),
    unsigned: (...words: string[]) => run(words),
    /** As if the command had been signed elsewhere at that moment. */
    sign: (name: string, command: Omit<CommandText, 'actor'>, at = machineNow(), actor = name) =>
      signCommand({ ...command, actor }, readKeyFile(keyFile(name)).privateKey, at),
    runSigned: (signed: SignedCommand) => run(['--signed', signedFile(signed)]),
    async goToProduction() {
      await sql`UPDATE installation SET mode = 'production'`.execute(own.adminDb);
    },
    async install(first: string, second: string) {
      const keys = [await makeKey(first), await makeKey(second)] as const;
      return run(['operator', 'install', first, keys[0], second, keys[1]]);
    },
    /** By two operators. */
    async add(name: string, roles: string, [one, other]: readonly [string, string]) {
      const key = await makeKey(name);
      const words = ['operator', 'add', name, key, '--roles', roles];
      return [await by(one, ...words), await by(other, ...words)] as const;
    },
    /** Refused commands in the security log, oldest first. */
    async refusals() {
      const { rows } = await sql<{ details: Record<string, string> }>`
        SELECT details FROM security_events WHERE kind = 'operatorRefused' ORDER BY event_id`.execute(own.db);
      return rows.map(({ details }) => details);
    },
  };
}
