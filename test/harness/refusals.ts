/** Notes which call was refused with which code, for `tools/refusals.ts` to read after the tests. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { api, type CallName } from '#contract/api.ts';
import { basePath, type Call } from '#contract/call.ts';

const folder = join(import.meta.dirname, '../../build');
export const refusalsFile = join(folder, '.refusals');

const calls = (Object.entries(api) as [CallName, Call][]).map(([name, { method, path }]) => ({
  ...{ name, method },
  pattern: new RegExp(`^${basePath}${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));
const noted = new Set<string>();

export async function noteRefusal(method: string, url: string, response: Response): Promise<void> {
  if (response.status < 400) return;
  const { pathname } = new URL(url, 'http://localhost');
  const call = calls.find((each) => each.method === method && each.pattern.test(pathname));
  const { code } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string };
  const line = `${call?.name} ${code}\n`;
  if (!call || !code || noted.has(line)) return;
  noted.add(line);
  mkdirSync(folder, { recursive: true });
  appendFileSync(refusalsFile, line);
}
