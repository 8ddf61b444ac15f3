import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawStatesPage, transitionsIn } from './draw-states.ts';

test('docs/draw-states.md draws the transitions of the migrations', () => {
  const page = readFileSync(new URL('../docs/draw-states.md', import.meta.url), 'utf8');
  expect(page, 'run: node tools/run.mjs tools/draw-states.ts').toBe(drawStatesPage());
});

test('transitions are read from any migration', () => {
  const sql = `INSERT INTO draw_transitions VALUES ('a', 'b'),
    ('b', 'c');  insert into other values ('x', 'y'); INSERT INTO draw_transitions (f, t) VALUES ('c', 'd');`;
  expect(transitionsIn(sql)).toEqual([
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'd'],
  ]);
});
