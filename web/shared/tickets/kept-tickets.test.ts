import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settleKept } from './kept-tickets.ts';

const rows = 'hending.saved.lotto';
/** Who is signed in when the next page comes. */
let user: { playerId: string } | undefined;

beforeEach(() => {
  const kept: Record<string, string> = { [rows]: '[{}]', 'hending.theme': 'dark' };
  const methods = {
    key: (place: number) => Object.keys(kept)[place] ?? null,
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value;
    },
    removeItem: (key: string) => {
      delete kept[key];
    },
  };
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(kept, name, { value, enumerable: false });
  Object.defineProperty(kept, 'length', { get: () => Object.keys(kept).length, enumerable: false });
  vi.stubGlobal('localStorage', kept);
  vi.stubGlobal('fetch', async () => Response.json(user === undefined ? {} : { user }));
});

afterEach(() => vi.unstubAllGlobals());

const ownerOf = (playerId: string): string =>
  JSON.stringify({ salt: 'salt', of: createHash('sha256').update(`salt${playerId}`).digest('hex') });

test.each([
  ['its player is still signed in', '1', '1', true],
  ['the session is over', '1', undefined, false],
  ['another player is signed in', '1', '2', false],
  ['nobody was signed in, and nobody is', null, undefined, true],
  ['nobody was signed in, and somebody is now', null, '2', true],
])('saved rows of an earlier release, %s', async (_, saver, now, isThere) => {
  if (saver !== null) localStorage.setItem('hending.saved.of', ownerOf(saver));
  user = now === undefined ? undefined : { playerId: now };
  await settleKept();
  expect(localStorage.getItem(rows) !== null).toBe(isThere);
  expect(localStorage.getItem('hending.theme')).toBe('dark');
});
