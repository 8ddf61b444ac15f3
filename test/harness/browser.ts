/** A real Chromium from a package, for tests and benches. */
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const require = createRequire(import.meta.url);
const packages = require('../../package.json') as { devDependencies: Record<string, string> };

/** The package unpacks to a fixed name under `TMPDIR`: a folder per version keeps versions apart. */
async function browserPath(): Promise<string> {
  const version = packages.devDependencies['@sparticuz/chromium'];
  const before = process.env.TMPDIR;
  process.env.TMPDIR = join(tmpdir(), `hending-chromium-${version}`);
  mkdirSync(process.env.TMPDIR, { recursive: true });
  const { default: packed } = await import('@sparticuz/chromium');
  const executablePath = await packed.executablePath();
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  return executablePath;
}

/** Before all browser files of a run: two that unpacked at once would start a file that is still written. */
export async function setup(): Promise<void> {
  await browserPath();
}

type Wish = {
  /** Opened for tools that drive the same browser. */
  debuggingPort?: number;
  /** Size of text that its owner has chosen, in pixels; 16 otherwise. */
  textSize?: number;
  /** A host name that leads to this machine. Over plain http its pages are no secure context. */
  loopbackName?: string;
};

export async function openBrowser({ debuggingPort, textSize, loopbackName }: Wish = {}): Promise<Browser> {
  const executablePath = await browserPath();
  // Its own arguments turn web security off and crash with a second context.
  const args = ['--no-sandbox', '--disable-gpu', '--in-process-gpu'];
  if (debuggingPort !== undefined) args.push(`--remote-debugging-port=${debuggingPort}`);
  if (textSize !== undefined) args.push(`--blink-settings=defaultFontSize=${textSize}`);
  if (loopbackName !== undefined) args.push(`--host-resolver-rules=MAP ${loopbackName} 127.0.0.1`);
  return chromium.launch({ executablePath, args });
}
