// One hash of what files hold. Plain JavaScript for Node 20.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

/** The same as long as none of these files and folders of the project changes, comes or goes. */
export function fingerprint(paths) {
  const sum = createHash('sha256');
  for (const file of paths.flatMap(filesUnder).sort()) {
    sum
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return sum.digest('hex');
}

function filesUnder(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full).flatMap((name) => filesUnder(join(path, name)));
}
