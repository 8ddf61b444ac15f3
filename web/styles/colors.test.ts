import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buttonColors } from '#contract/content.ts';
import { colorOf, colors, contrast, pairs } from './colors.server.ts';

test('contrast is that of WCAG', () => {
  const grey = (level: string) => `#${level.repeat(3)}`;
  expect(contrast(grey('00'), grey('ff'))).toBeCloseTo(21, 5);
  expect(contrast(grey('ff'), grey('00'))).toBeCloseTo(21, 5);
  expect(contrast(grey('76'), grey('ff'))).toBeCloseTo(4.54, 2);
});

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  test.each(pairs)('$front on $ground has at least $least', ({ front, ground, least }) => {
    expect(contrast(colorOf(front, theme), colorOf(ground, theme))).toBeGreaterThanOrEqual(least);
  });
});

/** Decoration that nothing has to be read from: rules, engravings. */
const decoration = /^(hair|[a-z]+-line)$/;

test('every colour stands in a pair or is decoration', () => {
  const paired = new Set(pairs.flatMap(({ front, ground }) => [front, ground]));
  expect(
    colors.map(({ name }) => name).filter((name) => !paired.has(name) && !decoration.test(name)),
  ).toEqual([]);
});

test('the sheet is read whole', () => {
  const sheet = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
  const written = [...sheet.matchAll(/--color-([\w-]+):/g)].map(([, name]) => name);
  expect(colors.map(({ name }) => name)).toEqual(written.filter((name) => name !== 'backdrop'));
});

test('the content service’s twelve buttons have a ground and a class each', () => {
  const sheet = readFileSync(join(import.meta.dirname, '../ui/button.module.css'), 'utf8');
  for (const color of buttonColors) {
    expect(colorOf(`button-${color}`, 'light')).toBe(colorOf(`button-${color}`, 'dark'));
    expect(sheet).toContain(`.${color} {\n    --button-ground: var(--color-button-${color});`);
  }
});
