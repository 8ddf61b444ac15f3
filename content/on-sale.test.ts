/** Whether a game is on sale stands with its sale: a sentence of an editor would be true for a while. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folders = ['general-pages', 'games'];
const files = folders.flatMap((folder) => globSync(`${folder}/*.yaml`, { cwd: import.meta.dirname }));
const claims =
  /\bekki hafin\b|\b(?:hefst sala|sala\w* hefst|(?:er|eru) í sölu)\b|\b(?:not|go|goes|are) on sale\b/i;

test.each(files)('%s does not say whether a game is on sale', (file) => {
  const lines = readFileSync(join(import.meta.dirname, file), 'utf8').split('\n');
  expect(lines.filter((line) => claims.test(line))).toEqual([]);
});

test('what is looked for is found', () => {
  expect('Sala í Vikinglotto er ekki hafin á vefnum.').toMatch(claims);
  expect('EuroJackpot is not on sale on the site yet.').toMatch(claims);
});
