import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paymentStatesPage, paymentTransitionsIn } from './payment-states.ts';

test('docs/payment-states.md draws the transitions of the migrations', () => {
  const page = readFileSync(new URL('../docs/payment-states.md', import.meta.url), 'utf8');
  expect(page, 'run: node tools/run.mjs tools/payment-states.ts').toBe(paymentStatesPage());
});

test('transitions are read from any migration, with where they begin', () => {
  const sql = `INSERT INTO payment_transitions VALUES ('card', '', 'a', 'begun'),
    ('card', 'a', 'b', 'over: done');`;
  expect(paymentTransitionsIn(sql)).toEqual([
    { kind: 'card', from: '', to: 'a', means: 'begun' },
    { kind: 'card', from: 'a', to: 'b', means: 'over: done' },
  ]);
});
