import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plainStyle } from './plain-page.ts';

const tokens = readFileSync(join(import.meta.dirname, '../../web/styles/tokens.css'), 'utf8');

test('plain pages have the colours of the tokens, light and dark', () => {
  const written = [...plainStyle.matchAll(/--([\w-]+):(#\w+)/g)];
  const names = [...new Set(written.map(([, name = '']) => name))];
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    const both = written.filter(([, other]) => other === name).map(([, , colour]) => colour);
    expect(tokens).toContain(`--color-${name}: light-dark(${both.join(', ')});`);
  }
});
