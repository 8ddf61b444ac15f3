/**
 * The font in two parts, each with the letters that its `@font-face` in web/styles/base.css names and the
 * weights that our sheets use: what every page needs arrives in one go, the rest when a name asks for it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
// @ts-expect-error it says nothing of its types
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '..');
const sheet = join(root, 'web/styles/base.css');
const whole =
  '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2';

const cut = {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 750 } },
  // Kerning, and figures of one width.
  keepFeatures: ['kern', 'tnum'],
  // For font menus, and marks that stand apart from their letter.
  dropTables: ['STAT', 'GDEF', 'MVAR'],
};

export function cutFont(): Plugin {
  return {
    name: 'cut-font',
    async config() {
      const font = readFileSync(createRequire(import.meta.url).resolve(whole));
      for (const { file, letters } of facesOf(readFileSync(sheet, 'utf8'))) {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, (await subsetFont(font, letters, cut)) as Buffer);
      }
    },
  };
}

/** The faces that lie in `.fonts/`, and what their ranges name. */
export function facesOf(css: string): { file: string; letters: string }[] {
  const rules = css.match(/@font-face \{[^}]*\}/g) ?? [];
  return rules.flatMap((rule) => {
    const [, url] = /url\("([^"]*\.fonts\/[^"]*)"\)/.exec(rule) ?? [];
    const [, ranges] = /unicode-range:([^;]*);/.exec(rule) ?? [];
    return url && ranges ? [{ file: join(dirname(sheet), url), letters: lettersIn(ranges) }] : [];
  });
}

function lettersIn(ranges: string): string {
  return [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi)]
    .flatMap(([, from = '', to = from]) => {
      const first = Number.parseInt(from, 16);
      const count = Number.parseInt(to, 16) - first + 1;
      return Array.from({ length: count }, (_, place) => String.fromCodePoint(first + place));
    })
    .join('');
}
