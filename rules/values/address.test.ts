import { expect, test } from 'vitest';
import { parseAddress } from './address.ts';

test.each([
  ['  Hlíðarvegur 3 ', 'Hlíðarvegur 3'],
  ['Bær,  Þistilfirði', 'Bær, Þistilfirði'],
  ["C/O O'Brien, Álfab. 2-4, 1. h.", "C/O O'Brien, Álfab. 2-4, 1. h."],
  ['A\u0301s 1', 'Ás 1'],
])('%j is %j', (text, address) => {
  expect(parseAddress(text)).toBe(address);
});

test.each([
  ['', ' ', '7', '...', 'x'.repeat(101), 'Gata\n1', 'Gata\u0000', 'Gata\u202e1', 'Gata 🏠', '<b>Gata</b>'],
])('what is no address', (...texts) => {
  for (const text of texts) expect(parseAddress(text), text).toBeNull();
});
