import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { StartupError } from '#server/platform/startup-error.ts';

/** The account PostgreSQL runs under when we are root, which it refuses to run as. */
export type Account = { name: string; uid: number; gid: number };

/** `null` when we are not root: the database then runs as ourselves. Never creates an account. */
export function databaseAccount(passwd = '/etc/passwd'): Account | null {
  if (process.getuid?.() !== 0) return null;
  const lines = readFileSync(passwd, 'utf8').split('\n');
  for (const wanted of ['postgres', 'nobody']) {
    const [name, , uid, gid] = lines.find((line) => line.startsWith(`${wanted}:`))?.split(':') ?? [];
    if (name && Number(uid) > 0) return allowed({ name, uid: Number(uid), gid: Number(gid) });
  }
  throw new StartupError(
    'PostgreSQL does not run as root, and there is no account "postgres" or "nobody". Start as another user.',
  );
}

function allowed(account: Account): Account {
  const { error } = spawnSync('/bin/sh', ['-c', ':'], { uid: account.uid, gid: account.gid, cwd: '/' });
  if (!error) return account;
  throw new StartupError(
    `This root may not become "${account.name}", and PostgreSQL does not run as root. Start as another user.`,
  );
}

/** The owner of an existing cluster wins over our choice, so that a cluster outlives a change of user. */
export function accountOf(cluster: string, chosen: Account | null): Account | null {
  const { uid, gid } = statSync(cluster);
  const own = process.getuid?.() ?? uid;
  if (uid === own && own !== 0) return null;
  if (own === 0 && uid !== 0) return uid === chosen?.uid ? chosen : { name: `uid ${uid}`, uid, gid };
  throw new StartupError(
    own === 0
      ? `The database in ${cluster} belongs to root, which PostgreSQL refuses; give it to another account.`
      : `The database in ${cluster} belongs to uid ${uid}; start as that account or as root.`,
  );
}

/** Whether the account can pass through or run `path`; asked of the system itself, so that ACLs count. */
export function canReach(account: Account | null, path: string): boolean {
  const options = account ? { uid: account.uid, gid: account.gid, cwd: '/' } : { cwd: '/' };
  return spawnSync('/bin/sh', ['-c', 'test -x "$0"', path], options).status === 0;
}
