/**
 * `bench pictures --against COMMIT`: photographs every address in two builds that run on the same data, and
 * counts the pixels that differ. Pictures that differ are left in `build/pictures`.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openBrowser } from '#test/harness/browser.ts';
import { newDataDir, newInstance } from '#test/harness/instance.ts';
import { buyRow, databaseOf, signedInPlayers } from '#test/harness/instance-sales.ts';
import type { Instance } from '#test/harness/product.ts';
import { buildOf, commitId } from './build-of.ts';
import { openPhotographer, type Photographer, type Picture, pixelsThatDiffer } from './photographer.ts';
import { type Address, allAddresses } from './picture-addresses.ts';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'build/pictures');
const widths = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };
/** A clock or a slow picture may differ once. What differs each time is a difference. */
const attempts = 3;

type Builds = { ours: Instance; theirs: Instance; session: string };
type Difference = { name: string; pixels: number };
type DifferingPair = Difference & { ours: Picture; theirs: Picture };

export async function run(): Promise<object> {
  const [flag, commit = ''] = process.argv.slice(3);
  if (flag !== '--against' || !commit) {
    console.error('Usage: npm run bench -- pictures --against COMMIT');
    process.exit(2);
  }
  const against = commitId(commit);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const builds = await startBoth(buildOf(against));
  const browser = await openBrowser();
  try {
    return { against, ...(await compareAll(browser, builds)) };
  } finally {
    await browser.close();
    await builds.ours.dispose();
    await builds.theirs.dispose();
  }
}

/** The other build makes the data, so that this one opens them as after an upgrade. */
async function startBoth(otherRoot: string): Promise<Builds> {
  const theirs = await newInstance({}, undefined, otherRoot);
  await theirs.start();
  const database = databaseOf(theirs);
  const [session = ''] = await signedInPlayers(database, 1).finally(database.close);
  for (let count = 0; count < 3; count += 1) await buyRow(theirs.url, session);
  await theirs.stop();
  const ours = await newInstance({ DATA_DIR: newDataDir(theirs.dataDir) });
  await theirs.start();
  await ours.start();
  return { ours, theirs, session };
}

async function compareAll(browser: Browser, builds: Builds): Promise<object> {
  const addresses = await allAddresses(builds.ours.url);
  const differences: Difference[] = [];
  for (const [device, viewport] of Object.entries(widths)) {
    const options = { viewport, hasTouch: viewport.width < 1_024 };
    const pair = await openPair(browser, builds, options);
    for (const address of addresses) {
      const ofAddress = await compareAddress(device, pair, address);
      for (const { name, pixels } of ofAddress) console.error(`${name}: ${pixels} pixels differ`);
      differences.push(...ofAddress);
    }
    for (const photographer of [...Object.values(pair.signedIn), ...Object.values(pair.signedOut)])
      await photographer.close();
  }
  const pictures = addresses.length * Object.keys(widths).length * 2;
  return { value: differences.length, unit: 'pictures that differ', pictures, differences, verified: true };
}

type Pair = Record<'signedIn' | 'signedOut', Record<'ours' | 'theirs', Photographer>>;

async function openPair(browser: Browser, builds: Builds, options: BrowserContextOptions): Promise<Pair> {
  const open = async (session: string | null) => ({
    ours: await openPhotographer(browser, builds.ours.url, options, session),
    theirs: await openPhotographer(browser, builds.theirs.url, options, session),
  });
  return { signedIn: await open(builds.session), signedOut: await open(null) };
}

/** The differences in each theme. */
async function compareAddress(
  device: string,
  pair: Pair,
  { path, signedIn }: Address,
): Promise<Difference[]> {
  const { ours, theirs } = pair[signedIn ? 'signedIn' : 'signedOut'];
  let differing: DifferingPair[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [mine, other] = await Promise.all([ours.photograph(path), theirs.photograph(path)]);
    differing = [];
    for (const theme of ['light', 'dark'] as const) {
      const pixels = await pixelsThatDiffer(mine[theme], other[theme]);
      const name = `${device} ${theme} ${signedIn ? 'signed in ' : ''}${path}`;
      if (pixels > 0) differing.push({ name, pixels, ours: mine[theme], theirs: other[theme] });
    }
    if (differing.length === 0) return [];
  }
  return Promise.all(differing.map(keep));
}

/** Leaves both pictures in the folder. */
async function keep({ name, pixels, ours, theirs }: DifferingPair): Promise<Difference> {
  const file = name.replaceAll(/[^\w-]+/g, '_');
  await writeFile(join(folder, `${file}.ours.png`), ours);
  await writeFile(join(folder, `${file}.theirs.png`), theirs);
  return { name, pixels };
}
