import { describe, expect, it } from 'vitest';
import { fileBytesMax, readRowsFile } from './upload.ts';

const row = '1X21X21X21X21';
const commas = '1,X,2,1,X,2,1,X,2,1,X,2,1';

/** As a page reads a file: as UTF-8, as Latin-1 where it is not. */
function read(file: string | Uint8Array) {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  try {
    return readRowsFile(new TextDecoder('utf-8', { fatal: true }).decode(bytes), bytes.length);
  } catch {
    return readRowsFile(new TextDecoder('latin1').decode(bytes), bytes.length);
  }
}

const latin1 = (text: string) => Uint8Array.from([...text].map((letter) => letter.charCodeAt(0)));
const bom = new Uint8Array([0xef, 0xbb, 0xbf, ...latin1(`${row}\n`)]);

describe('rows of a file', () => {
  it.each<[name: string, file: string | Uint8Array, rows: number]>([
    ['one a line', `${row}\n${row}\n`, 2],
    ['without an end of the last line', `${row}\n${row}`, 2],
    ['with the ends of Windows', `${row}\r\n${row}\r\n`, 2],
    ['with empty lines and blanks', `\n  \n${row}  \n\n\t${row}\n\n`, 2],
    ['between commas', `${commas}\n${commas}\n`, 2],
    ['with the mark of a single row', `E,${commas}\nE;${commas}\nE,${row}\n`, 3],
    ['in small letters', `${row.toLowerCase()}\n`, 1],
    ['behind the name of a game', `Stryktipset\n${row}\n`, 1],
    ['behind a name in UTF-8', `Enski boltinn, þéttur\n${row}\n`, 1],
    ['behind a name in Latin-1', latin1(`Þéttur seðill\n${row}\n`), 1],
    ['behind a byte order mark', bom, 1],
    ['twenty thousand', `${row}\n`.repeat(20_000), 20_000],
  ])('%s', (_, file, rows) => {
    expect(read(file)).toEqual({ rows: new Array(rows).fill(row), faults: null });
  });

  it.each<[name: string, line: string, reason: string, wrong: string]>([
    ['twelve signs', '1X21X21X21X2', 'short', ''],
    ['fourteen signs', '1X21X21X21X212', 'long', '2'],
    ['fourteen between commas', `${commas},2`, 'long', '2'],
    ['a letter', '1X21X21A1X212', 'foreign', 'A'],
    ['a double', 'D1X21X21X21X2', 'foreign', 'D'],
    ['a blank between', '1X2 1X21X21X21', 'foreign', ' '],
    ['a sign between commas that is none', '1,X,3,1,X,2,1,X,2,1,X,2,1', 'foreign', '3'],
    ['two signs between commas', '1,X,21,X,2,1,X,2,1,X,2,1,1', 'foreign', '1'],
    ['a comma too many', `${commas},`, 'foreign', ','],
    ['another mark', `M,${row}`, 'foreign', 'M'],
    ['semicolons', commas.replaceAll(',', ';'), 'foreign', ';'],
    ['a name in the middle', 'Stryktipset', 'foreign', 'S'],
  ])('%s is refused with its line', (_, line, reason, wrong) => {
    const { rows, faults } = read(`${row}\n\n${line}\n${row}\n`);
    expect(rows).toBeNull();
    expect(faults).toHaveLength(1);
    const [fault] = faults ?? [];
    expect(fault).toMatchObject({ line: 3, reason, text: line });
    expect(fault?.text.slice(fault.from, fault.to)).toBe(wrong);
  });

  it('a first line that begins like a row is a row', () => {
    expect(read(`1X21X21X21X2\n${row}\n`).faults).toMatchObject([{ line: 1, reason: 'short' }]);
    expect(read(`1,X,Q,1,X,2,1,X,2,1,X,2,1\n${row}\n`).faults).toMatchObject([
      { line: 1, reason: 'foreign' },
    ]);
  });

  it('nor is one of another kind a name', () => {
    expect(read(`M,${row}\n${row}\n`).faults).toMatchObject([{ line: 1, reason: 'foreign' }]);
  });

  it('a file that was cut off is refused', () => {
    expect(read(`${row}\n${row}\n1X21X`).faults).toMatchObject([{ line: 3, reason: 'short', text: '1X21X' }]);
  });

  it('20,001 rows, a large file and one without rows are refused', () => {
    expect(read(`${row}\n`.repeat(20_001)).faults).toEqual([
      { line: 20_001, reason: 'rows', text: '', from: 0, to: 0 },
    ]);
    expect(read(`${row}\n`.padEnd(fileBytesMax, '\n')).rows).toEqual([row]);
    expect(read(`${row}\n`.padEnd(fileBytesMax + 1, '\n')).faults).toMatchObject([
      { line: null, reason: 'size' },
    ]);
    for (const empty of ['', '\n\n', 'Enski boltinn\n'])
      expect(read(empty).faults).toMatchObject([{ line: null, reason: 'empty' }]);
  });

  it('of many faults the first are told, and a long line is cut around what is wrong', () => {
    const { faults } = read(`${row}\n${'no\n'.repeat(5_000)}`);
    expect(faults).toHaveLength(20);
    expect(faults?.[19]).toMatchObject({ line: 21, text: 'no' });
    const [long] = read(`${row}\n${row}${'1'.repeat(400)}\n`).faults ?? [];
    expect(long).toMatchObject({ reason: 'long', text: `${row}${'1'.repeat(47)}`, from: 13, to: 60 });
    const [far] = read(`${row}\n${'1'.repeat(400)}?${'1'.repeat(400)}\n`).faults ?? [];
    expect(far?.text).toHaveLength(60);
    expect(far?.text.slice(far.from, far.to)).toBe('?');
  });
});
