// Plain JavaScript for Node 20 without dependencies: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stamp = join(modules, '.hending-stamp');
const nodeMajor = 26;

/** The program that runs everything else: Node 26 from the lock file, whatever Node started us. */
export const node = join(modules, '.bin', 'node');

/** What Node compiled is kept for the next program: a command starts in half the time. */
export const compiled = { NODE_COMPILE_CACHE: join(root, 'build/.compiled') };

export const hash = (text) => createHash('sha256').update(text).digest('hex');

/** Says one sentence and ends. */
export function giveUp(sentence) {
  console.error(sentence);
  process.exit(1);
}

/**
 * Installs what is missing or out of date against package-lock.json, and makes sure that Node 26 is there.
 */
export function ensureInstalled() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const wanted = hash(lock);
  if (read(stamp) !== wanted) {
    alone('install', () => {
      if (read(stamp) === wanted) return;
      if (isPruned(lock)) return;
      if (!matches(lock)) install();
      writeFileSync(stamp, wanted);
    });
  }
  checkNode();
}

function install() {
  console.error('Installing packages (npm ci) …');
  const include = ['--include=dev', '--include=optional'];
  // Warnings are about packages that ask for a newer Node than the one that installs them: Node 26 runs them.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...include];
  // A registry that lacks a package of some other platform makes `npm ci` refuse; `install` passes over it,
  // with the versions of the lock file all the same.
  if (npm(['ci', ...flags]).ok) return;
  const { ok, said } = npm(['install', '--no-save', ...flags]);
  if (ok) return;
  console.error(said);
  giveUp('The packages could not be installed; what npm said is above. Is the package registry reachable?');
}

function npm(args) {
  const script = process.env.npm_execpath;
  const result = script?.endsWith('.js')
    ? quietly(process.execPath, [script, ...args])
    : quietly('npm', args);
  if (result.error) giveUp(`npm could not be started (${result.error.message}); it comes with Node.`);
  return result;
}

/** Runs a program of this folder without showing its output, which is returned instead. */
export function quietly(program, args, env = process.env) {
  const options = { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', maxBuffer: 2 ** 28 };
  const { status, error, stdout, stderr } = spawnSync(program, args, options);
  return { ok: status === 0, error, said: `${stdout}${stderr}` };
}

/** Production runs without the packages that build and test. It installs nothing by itself. */
function isPruned(lock) {
  return process.env.MODE === 'production' && matches(lock, (entry) => entry.dev === true);
}

/** What npm recorded as installed agrees with the lock file, e.g. after `npm ci` by hand. */
function matches(lock, mayLack = () => false) {
  const hidden = read(join(modules, '.package-lock.json'));
  if (!hidden) return false;
  const installed = JSON.parse(hidden).packages;
  return Object.entries(JSON.parse(lock).packages).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed[path];
    if (!found) return Boolean(entry.optional || entry.devOptional || mayLack(entry));
    return found.version === entry.version && existsSync(join(root, path));
  });
}

function checkNode() {
  const name =
    process.platform === 'darwin'
      ? `node-bin-darwin-${process.arch}`
      : `node-${process.platform}-${process.arch}`;
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (status !== 0) {
    giveUp(
      existsSync(node)
        ? `${node} does not run on this machine: Linux with glibc or macOS is needed.`
        : `The package ${name} is not installed: run "npm ci --include=optional" (Linux or macOS).`,
    );
  }
  const major = Number(/^v(\d+)/.exec(stdout)?.[1]);
  if (!(major >= nodeMajor))
    giveUp(`${node} is ${stdout.trim()}, but Node ${nodeMajor} is needed: run "npm ci".`);
}

/** Only one process of this clone does `work` at a time; another one that came first is waited for. */
export function alone(name, work) {
  const folder = join(tmpdir(), `hending-${name}-${hash(root).slice(0, 16)}.lock`);
  const holder = join(folder, 'pid');
  for (;;) {
    try {
      mkdirSync(folder);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') return work(); // nowhere to write: go on without
      if (isStale(folder, holder)) rmSync(folder, { recursive: true, force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    }
  }
  writeFileSync(holder, String(process.pid));
  try {
    return work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isStale(folder, holder) {
  const pid = Number(read(holder));
  try {
    if (!pid) return Date.now() - statSync(folder).mtimeMs > 10_000;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code !== 'EPERM';
  }
}

export function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Runs a program under Node 26, passes signals on, and ends as it ended. */
export function become(args, env = process.env) {
  const child = spawn(node, args, {
    ...{ cwd: root, env: { ...compiled, ...env }, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => giveUp(error.message));
  child.on('exit', (code, signal) => {
    if (signal) giveUp(`${args[0]} was ended by ${signal}.`);
    process.exit(code ?? 1);
  });
}
