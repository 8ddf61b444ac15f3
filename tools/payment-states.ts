/** Writes `docs/payment-states.md` from the migrations: `node tools/run.mjs tools/payment-states.ts`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../db/migrations/', import.meta.url);
const page = new URL('../docs/payment-states.md', import.meta.url);

export type Transition = { kind: string; from: string; to: string; means: string };

/** In the order of the migrations. */
export function paymentTransitionsIn(sql: string): Transition[] {
  const inserts = sql.matchAll(/insert into payment_transitions(?:\s*\([^)]*\))?\s*values([^;]*);/gi);
  return [...inserts].flatMap(([, values = '']) =>
    [...values.matchAll(/\(\s*'(\w+)'\s*,\s*'(\w*)'\s*,\s*'(\w+)'\s*,\s*'([^']*)'\s*\)/g)].map(
      ([, kind = '', from = '', to = '', means = '']) => ({ kind, from, to, means }),
    ),
  );
}

const titles: Readonly<Record<string, string>> = {
  card: 'A new card',
  cardDeposit: 'A deposit by card',
  aurDeposit: 'A deposit by Aur',
  withdrawal: 'A withdrawal',
  subscriptionCharge: 'A charge of the subscription card',
};

export function paymentStatesPage(): string {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const sql = files.sort().map((name) => readFileSync(new URL(name, folder), 'utf8'));
  const all = paymentTransitionsIn(sql.join('\n'));
  return [
    '# States of payments',
    '',
    'Written by `tools/payment-states.ts` from the table `payment_transitions`; a test compares. A move that',
    'is not an arrow cannot be made: a trigger refuses it, and writes down every one that is made. What each',
    'means for money and limits stands in [the rules of payments](rules/payments.md).',
    ...Object.entries(titles).flatMap(([kind, title]) => diagram(title, all, kind)),
    '',
  ].join('\n');
}

function diagram(title: string, all: readonly Transition[], kind: string): string[] {
  const moves = all.filter((each) => each.kind === kind);
  const ends = new Set(moves.map(({ to }) => to).filter((to) => !moves.some(({ from }) => from === to)));
  return [
    '',
    `## ${title}`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...moves.map(({ from, to, means }) => `  ${from || '[*]'} --> ${to}: ${means.replaceAll(':', ',')}`),
    ...[...ends].map((state) => `  ${state} --> [*]`),
    '```',
  ];
}

if (import.meta.main) writeFileSync(page, paymentStatesPage());
