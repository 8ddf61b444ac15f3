/** Every timer of the browser stands on the page that says what it does to a person. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { absoluteHours } from '#server/players/sessions/sessions.ts';

const root = new URL('../', import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8');
const page = textOf('docs/rules/time-limits.md');

test('must-hold 161: every timer is listed with what it ends, and every one that is listed is there', () => {
  const timed = readdirSync(new URL('web', root), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name) && !/\.test\./.test(name))
    .map((name) => `web/${name}`)
    .filter((path) =>
      /\b(setTimeout|setInterval|AbortSignal\.timeout)\(|[^n] useHasCome\(/.test(textOf(path)),
    );
  const listed = [...page.matchAll(/^\| `(web\/[^`]+)`/gm)].map(([, path]) => path);
  expect(timed.sort()).toEqual(listed.sort());
});

test('must-hold 161: no page leads on by itself, and none is read anew', () => {
  for (const path of ['web/root.tsx', 'web/shell/session-provider.tsx', 'server/http/pages.ts'])
    expect(textOf(path), path).not.toMatch(/http-equiv="refresh"|httpEquiv="refresh"|'Refresh'/i);
});

test('must-hold 18, 19, 161: the end of a session comes as late as the page that warns of it says', () => {
  const warns = textOf('web/shell/session-ending.tsx');
  expect(warns).toContain('const idleMs = 30 * 60_000;');
  expect(warns).toContain(`const longestMs = ${absoluteHours} * 3_600_000;`);
  // At least twenty seconds to answer.
  expect(Number(/const warnMs = ([\d_]+);/.exec(warns)?.[1]?.replace('_', ''))).toBeGreaterThanOrEqual(
    20_000,
  );
  expect(textOf('db/schema.sql')).toMatch(/FUNCTION public\.session_end[\s\S]{0,300}interval '30 minutes'/);
});
