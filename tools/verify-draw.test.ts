/** The programs that anybody may run, on published files of older kinds, kept as they were. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { checkProof, countBook, failing, verifyDraw } from '#test/harness/outside-tools.ts';
import type { PublishedDraw } from '#test/harness/published-draws.ts';

type Older = Pick<PublishedDraw, 'evidence' | 'rules' | 'book' | 'proof'> & { key: string };

/** `older-draws` were settled before rules and tiers were signed, `book-1` from the first sales book. */
const older = (name: string, folder: 'older-draws' | 'book-1' = 'older-draws'): Older =>
  JSON.parse(readFileSync(new URL(`fixtures/${folder}/${name}.json`, import.meta.url), 'utf8'));

const verified = ({ evidence, rules, book, key }: Older, before?: Older['evidence']) =>
  failing(() => verifyDraw.verify(evidence, rules, countBook.readBook(book), [key], { before }));

describe('a draw of an older kind', () => {
  test.each(['first', 'lotto', 'vikinglotto', 'eurojackpot'])('still holds: %s', (name) => {
    const draw = older(name);
    expect(verified(draw)).toEqual([]);
    expect(failing(() => checkProof.check(draw.evidence, draw.proof, [draw.key]))).toEqual([]);
    const unproven = verifyDraw.unproven(draw.evidence).join('\n');
    expect(unproven).toContain('did not sign the prize table');
    expect(unproven).toContain('What the rules say is not signed');
    expect(unproven).toContain('digests of the engines');
    expect(unproven.includes('The carry (carryIn) is taken as given')).toBe(name !== 'eurojackpot');
  });

  test('its carry is compared with what the draw before left, which is said not to be signed', () => {
    const [before, draw] = [older('first').evidence, older('lotto')];
    expect(verified(draw, before)).toEqual([]);
    expect(verifyDraw.unproven(draw.evidence, { before }).join()).toContain('is not signed');
    const forged = structuredClone(before);
    for (const tier of forged.settlement?.tiers ?? []) if (tier.pool) tier.pool = `${tier.pool}0`;
    expect(verified(draw, forged)).toEqual([
      'the carry is what that draw left, and what was opened beside it',
    ]);
  });
});

describe('a draw of book 1', () => {
  test.each(['first', 'lotto', 'vikinglotto', 'eurojackpot'])('still holds: %s', (name) => {
    const draw = older(name, 'book-1');
    expect(verified(draw)).toEqual([]);
    expect(failing(() => checkProof.check(draw.evidence, draw.proof, [draw.key]))).toEqual([]);
    expect(verifyDraw.unproven(draw.evidence).join('\n')).not.toContain('older kind');
  });

  test('its carry is computed from the draw before', () => {
    const [before, draw] = [older('first', 'book-1').evidence, older('lotto', 'book-1')];
    expect(verified(draw, before)).toEqual([]);
    expect(verifyDraw.unproven(draw.evidence, { before }).join('\n')).not.toContain('The carry');
  });
});

describe('files as they come', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verify-draw-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const draw = older('vikinglotto');
  const good = {
    evidence: JSON.stringify(draw.evidence),
    rules: JSON.stringify(draw.rules),
    book: gzipSync(draw.book),
  };

  function run(files: Partial<Record<keyof typeof good | 'before', string | Buffer>>, keys = [draw.key]) {
    const paths = Object.entries({ ...good, ...files }).map(([name, content]) => {
      const file = join(folder, name);
      writeFileSync(file, content);
      return file;
    });
    const program = new URL('verify-draw.mjs', import.meta.url).pathname;
    const args = [program, ...paths, ...keys.flatMap((key) => ['--key', key])];
    return spawnSync(process.execPath, args, { encoding: 'utf8' });
  }

  test('the same values in another layout hold, and what is not proven is printed', () => {
    const { status, stdout } = run({
      evidence: `${JSON.stringify(draw.evidence, null, 2)}\n`,
      book: draw.book,
    });
    expect(status).toBe(0);
    expect(stdout).toContain('UNPROVEN The settlement is of an older kind');
    expect(stdout).not.toContain('FAILS');
  });

  const { evidence, rules, book } = good;
  const bookWithName = Buffer.from(book);
  bookWithName[3] = 8;
  const timed = Buffer.from(book);
  timed[4] = 1;
  test.each<[string, Parameters<typeof run>[0], string[]?]>([
    ['no key', {}, []],
    ['a key that is none', {}, ['']],
    ['a field twice', { evidence: evidence.replace('{"draw":', '{"draw":1,"draw":') }],
    ['a count written as a power', { rules: rules.replace('"amountUnit":10,', '"amountUnit":1e1,') }],
    ['a count with decimals', { rules: rules.replace('"amountUnit":10,', '"amountUnit":10.0,') }],
    ['a zero with a sign', { rules: rules.replace('"bonusHits":0', '"bonusHits":-0') }],
    ['half a file', { evidence: evidence.slice(0, -20) }],
    ['no object', { rules: 'null' }],
    ['nothing as the draw before', { before: 'null' }],
    ['more behind the book', { book: Buffer.concat([book, Buffer.from('x')]) }],
    ['a second book behind it', { book: Buffer.concat([book, gzipSync('')]) }],
    ['an empty one before it', { book: Buffer.concat([gzipSync(''), book]) }],
    ['a book with a name', { book: bookWithName }],
    ['a book with a time', { book: timed }],
    ['half a book', { book: book.subarray(0, -9) }],
  ])('refused: %s', (_, files, keys) => {
    const { status, stdout } = run(files, keys);
    expect(status).toBe(1);
    expect(stdout).toContain('FAILS');
  });
});
