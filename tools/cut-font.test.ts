import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import en from '#content/texts/en.json' with { type: 'json' };
import is from '#content/texts/is.json' with { type: 'json' };
import { facesOf } from './cut-font.ts';

const faces = facesOf(readFileSync(join(import.meta.dirname, '../web/styles/base.css'), 'utf8'));
const lettersOf = (name: string) => new Set(faces.find(({ file }) => file.endsWith(name))?.letters);

describe('the cut font', () => {
  test('has what every text of ours is written with in the part that each page asks for', () => {
    const text = lettersOf('text.woff2');
    const missing = new Set([...JSON.stringify([is, en])].filter((letter) => !text.has(letter)));
    expect([...missing]).toEqual([]);
  });

  test('has each letter in one part only', () => {
    const names = lettersOf('names.woff2');
    expect(names.size).toBeGreaterThan(50);
    expect([...lettersOf('text.woff2')].filter((letter) => names.has(letter))).toEqual([]);
  });
});
