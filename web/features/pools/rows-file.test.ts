import { describe, expect, test } from 'vitest';
import { fileMax, readRows, spreadOf } from './rows-file.ts';

const row = '1X21X21X21X21';
const utf8 = (text: string) => new TextEncoder().encode(text);
const faultsOf = (text: string) => readRows(utf8(text)).faults;

describe('rows are read', () => {
  test.each([
    ['one a line', `${row}\n${row}`, 2],
    ['with a byte order mark, Windows line ends and empty lines', `\ufeff${row}\r\n\r\n${row}\r\n`, 2],
    ['with commas', '1,X,2,1,X,2,1,X,2,1,X,2,1', 1],
    ['with the mark of a single row', 'E,1,X,2,1,X,2,1,X,2,1,X,2,1\nE;1;X;2;1;X;2;1;X;2;1;X;2;1', 2],
    ['in lower case', row.toLowerCase(), 1],
    ['below the name of a game', `Stryktipset\n${row}`, 1],
    ['twice the same', `${row}\n${row}`, 2],
    ['20,000 of them', Array(20_000).fill(row).join('\n'), 20_000],
  ])('%s', (_, text, count) => {
    expect(readRows(utf8(text))).toEqual({ rows: Array(count).fill(row).join('|'), count, faults: null });
  });

  test('in Latin-1', () => {
    const latin1 = Uint8Array.from([...`Miðvikudagur\r\n${row}`].map((letter) => letter.charCodeAt(0)));
    expect(readRows(latin1)).toMatchObject({ rows: row, count: 1 });
  });
});

describe('faults are told with their line', () => {
  test.each([
    ['12 signs', '1X21X21X21X2', { what: 'count', count: 12 }],
    ['14 signs', '1XX2112X2112XX', { what: 'count', count: 14, from: 13, to: 14 }],
    ['a sign that is none', '1X21X213X21X1', { what: 'unknown', sign: '3', place: 8, from: 7, to: 8 }],
    ['a double', '1A21X21X21X21', { what: 'several', sign: 'A', place: 2 }],
    ['a sign that is missing', '1,X,2,  ,1,1,X,2,1,X,1,2,1', { what: 'missing', place: 4 }],
    ['a line that was cut off', '1X2', { what: 'count', count: 3 }],
  ])('%s', (_, text, fault) => {
    expect(faultsOf(`${row}\n\n${text}`)).toEqual([expect.objectContaining({ line: 3, text, ...fault })]);
  });

  test('a heading stands above the rows alone', () => {
    expect(faultsOf(`${row}\nStryktipset`)).toMatchObject([{ line: 2, what: 'unknown', sign: 'S' }]);
  });

  test('a first line of 12 signs is no heading', () => {
    expect(faultsOf(`1X21X21X21X2\n${row}`)).toMatchObject([{ line: 1, what: 'count' }]);
  });

  test('the row after the 20,000th', () => {
    const text = Array(20_001).fill(row).join('\n');
    expect(faultsOf(text)).toMatchObject([{ line: 20_001, what: 'tooMany' }]);
  });

  test('a file above 1 MB, and one without a row', () => {
    expect(readRows(new Uint8Array(fileMax + 1))).toMatchObject({ why: 'tooLarge', rows: null });
    expect(readRows(utf8('\n\n'))).toMatchObject({ why: 'empty', rows: null });
  });
});

test('how the signs spread over the matches', () => {
  const spread = spreadOf('1111111111111|X2X2X2X2X2X2X');
  expect([spread[0], spread[1]]).toEqual([
    [1, 1, 0],
    [1, 0, 1],
  ]);
});
