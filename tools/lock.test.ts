import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Entry = { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> };

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, Entry>;
};

/** As Node looks: beside the package, then one folder of modules further out, to the root. */
function isLocked(from: string, name: string): boolean {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    if (`${base}${base && '/'}node_modules/${name}` in packages) return true;
    if (base === '') return false;
  }
}

test('the lock file knows every package, of other platforms too: `npm ci` refuses it otherwise', () => {
  const missing = Object.entries(packages).flatMap(([from, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
      .filter((name) => !isLocked(from, name))
      .map((name) => `${from || 'package.json'} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

test('every version asked for by name is exact', () => {
  const { dependencies, optionalDependencies } = packages[''] ?? {};
  const loose = Object.entries({ ...dependencies, ...optionalDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(loose).toEqual([]);
});

test('must-hold 143: the bill of materials names every package', () => {
  const bill = JSON.parse(
    execFileSync('npm', ['run', '--silent', 'sbom'], {
      cwd: new URL('..', import.meta.url),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as { components: { purl: string; hashes?: unknown[] }[] };
  const listed = new Set(bill.components.map(({ purl }) => decodeURIComponent(purl)));
  const ours = Object.entries(packages['']?.dependencies ?? {}).map(
    ([name, version]) => `pkg:npm/${name}@${version}`,
  );
  expect(ours.filter((name) => !listed.has(name))).toEqual([]);
  expect(bill.components.filter(({ hashes = [] }) => hashes.length > 0).length).toBeGreaterThan(200);
});
