/** Writes `docs/draw-states.md` from the migrations: `node tools/run.mjs tools/draw-states.ts`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../db/migrations/', import.meta.url);
const page = new URL('../docs/draw-states.md', import.meta.url);

/** Pairs of states, in the order of the migrations. */
export function transitionsIn(sql: string): [string, string][] {
  const inserts = sql.matchAll(/insert into draw_transitions(?:\s*\([^)]*\))?\s*values([^;]*);/gi);
  return [...inserts].flatMap(([, values = '']) =>
    [...values.matchAll(/\(\s*'(\w+)'\s*,\s*'(\w+)'\s*\)/g)].map(
      ([, from = '', to = '']): [string, string] => [from, to],
    ),
  );
}

/** What moves a draw there, for people. */
const causes: Readonly<Record<string, string>> = {
  'created released': 'the draw before it closes',
  'released results': 'two persons agree',
  'results confirmed': 'in the same transaction',
  'confirmed winsel': 'both engines agree',
  'winsel payout': 'paying begins',
  'payout closed': 'every prize is paid or set aside',
  'closed settled': 'no large prize is open: each is paid or has lapsed',
};

export function drawStatesPage(): string {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const sql = files.sort().map((name) => readFileSync(new URL(name, folder), 'utf8'));
  const pairs = transitionsIn(sql.join('\n'));
  const ends = pairs.map(([, to]) => to).filter((state) => !pairs.some(([from]) => from === state));
  const arrows = pairs.map(([from, to]) => {
    const cause = causes[`${from} ${to}`];
    return `  ${from} --> ${to}${cause === undefined ? '' : `: ${cause}`}`;
  });
  return [
    '# States of a draw',
    '',
    'Written by `tools/draw-states.ts` from the table `draw_transitions`; a test compares. A move that is',
    'not an arrow cannot be made: a trigger refuses it. Closing the sale is not a state but a recorded',
    'instant (`draws.closed_at`), and so is the seal (table `seals`): both belong to a draw that is still',
    '`released`. Between the two only coupons of subscriptions are written, which were paid before the',
    'close; while one of them is missing, the draw is not sealed.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    `  [*] --> ${pairs[0]?.[0] ?? ''}`,
    ...arrows,
    ...[...new Set(ends)].map((state) => `  ${state} --> [*]`),
    '```',
    '',
    'Outside, a draw has fewer words: what runs between the results and the last payout is the same to',
    'a player.',
    '',
  ].join('\n');
}

if (import.meta.main) writeFileSync(page, drawStatesPage());
