/**
 * Notes which call was refused with which code and status, for `tools/refusals.ts` to read after the tests;
 * what the contract does not say of a call is a fault at once.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { api, type CallName } from '#contract/api.ts';
import { basePath, type Call } from '#contract/call.ts';
import { faultsOf, refusalsOf } from '#contract/refusals.ts';

const folder = join(import.meta.dirname, '../../build');
export const refusalsFile = join(folder, '.refusals');

const calls = (Object.entries(api) as [CallName, Call][]).map(([name, call]) => ({
  name,
  method: call.method,
  pattern: new RegExp(`^${basePath}${call.path.replace(/\{\w+\}/g, '[^/]+')}$`),
  said: new Set([...refusalsOf(call), ...faultsOf(call)].map(([code, status]) => `${code} ${status}`)),
}));
const noted = new Set<string>();

export async function noteRefusal(method: string, url: string, response: Response): Promise<void> {
  const { status } = response;
  if (status < 400) return;
  const { pathname } = new URL(url, 'http://localhost');
  const call = calls.find((each) => each.method === method && each.pattern.test(pathname));
  const { code } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string };
  const line = `${call?.name} ${code} ${status}\n`;
  if (!call || !code || noted.has(line)) return;
  if (!call.said.has(`${code} ${status}`)) {
    throw new Error(`${call.name} answers ${code} with ${status}, which its contract does not say`);
  }
  noted.add(line);
  mkdirSync(folder, { recursive: true });
  appendFileSync(refusalsFile, line);
}
