import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawTransitionsIn, paymentTransitionsIn, statePages } from './states.ts';

test.each(Object.entries(statePages))('docs/%s draws its table', (name, page) => {
  const written = readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8');
  expect(written, 'run: node tools/run.mjs tools/states.ts').toBe(page());
});

test('transitions are read from any migration, with where they begin', () => {
  const sql = `INSERT INTO payment_transitions VALUES ('card', '', 'a', 'begun'),
    ('card', 'a', 'b', 'over: done');`;
  expect(paymentTransitionsIn(sql)).toEqual([
    { kind: 'card', from: '', to: 'a', means: 'begun' },
    { kind: 'card', from: 'a', to: 'b', means: 'over: done' },
  ]);
});

test('transitions of draws are read from any migration', () => {
  const sql = `INSERT INTO draw_transitions VALUES ('a', 'b'),
    ('b', 'c');  insert into other values ('x', 'y'); INSERT INTO draw_transitions (f, t) VALUES ('c', 'd');`;
  expect(drawTransitionsIn(sql)).toEqual([
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'd'],
  ]);
});
