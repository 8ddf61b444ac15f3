import { expect, test } from 'vitest';
import { parseOrganisationId } from './organisation-id.ts';

test.each([
  ['470169-1149', '4701691149'],
  ['4701691149', '4701691149'],
  [' 470169 1149 ', '4701691149'],
  ['0101701149', null],
  ['7213691149', null],
  ['470169114', null],
  ['4701691147', null],
  ['', null],
])('%s', (typed, id) => {
  expect(parseOrganisationId(typed)).toBe(id);
});
