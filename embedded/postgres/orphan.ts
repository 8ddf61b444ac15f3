import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Ends a postmaster of this cluster that outlived its supervisor (`kill -9`), and removes a
 * `postmaster.pid` whose process id now belongs to another program. The caller holds DATA_DIR, so whoever
 * runs here is an orphan.
 */
export async function endOrphan(cluster: string): Promise<void> {
  const pid = recordedPid(cluster);
  if (pid === null || !isAlive(pid)) return;
  if (!processesOf(cluster, pid).includes(pid)) {
    // The id was reused: PostgreSQL would refuse to start. With backends left it must refuse, and is retried.
    if (processesOf(cluster, pid).length === 0) rmSync(join(cluster, 'postmaster.pid'), { force: true });
    return;
  }
  process.kill(pid, 'SIGINT');
  for (let waitedMs = 0; isAlive(pid) && waitedMs < 60_000; waitedMs += 50) {
    if (waitedMs === 30_000) process.kill(pid, 'SIGQUIT');
    await sleep(50);
  }
}

function recordedPid(cluster: string): number | null {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return Number.isSafeInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

/** A zombie counts as gone: it only waits for its parent to ask how it ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1').slice(0, 64));
  } catch {
    return true; // gone between the two questions
  }
}

/**
 * Every PostgreSQL process works inside its cluster folder; elsewhere than Linux the command line must do.
 */
function processesOf(cluster: string, postmaster: number): number[] {
  const real = realpathSync(cluster);
  if (process.platform !== 'linux') {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(postmaster)], { encoding: 'utf8' });
    return command.includes(cluster) ? [postmaster] : [];
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readlinkSync(`/proc/${name}/cwd`) === real;
      } catch {
        return false;
      }
    })
    .map(Number);
}
