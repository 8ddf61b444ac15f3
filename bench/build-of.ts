/** A build of another commit, to be compared with this one. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** Ends the program where there is no such commit. */
export function commitId(commit: string): string {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--verify', `${commit}^{commit}`], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status === 0) return stdout.trim();
  console.error(`There is no commit ${commit}.`);
  process.exit(2);
}

/** The source of a commit, installed and built; kept, so that the next comparison finds it. */
export function buildOf(commit: string): string {
  const folder = join(root, 'build/against', commit);
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    const { stdout } = spawnSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 29 });
    const { status } = spawnSync('tar', ['-x', '-C', folder], { input: stdout });
    if (status !== 0) throw new Error(`${commit} could not be unpacked`);
  }
  const prepare = `
    import { ensureInstalled } from './tools/install.mjs';
    import { buildWeb } from './tools/build-web.mjs';
    ensureInstalled();
    process.exit(buildWeb() === false ? 1 : 0);`;
  const { status } = spawnSync('node', ['--input-type=module', '--eval', prepare], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`${commit} could not be built; the reason is above`);
  return folder;
}
