/** Writes `docs/configuration.md` from the list of settings: `node tools/run.mjs tools/configuration.ts`. */
import { writeFileSync } from 'node:fs';
import { environment } from '#server/platform/environment.ts';
import type { Setting } from '#server/platform/setting.ts';

export function configurationPage(): string {
  return [
    '# Configuration',
    '',
    'Written by `tools/configuration.ts` from `server/platform/environment.ts`; a test compares. The',
    'environment is read once at start. Anything wrong is said in words, all that production lacks at once,',
    'and nothing starts. **Required** is what `MODE=production` does not start without.',
    '',
    '| Name | Without it | Meaning |',
    '|---|---|---|',
    ...Object.entries(environment).map(lineOf),
    '',
  ].join('\n');
}

function lineOf([name, { otherwise, meaning, required }]: [string, Setting]): string {
  return `| \`${name}\` | ${otherwise}${required ? '; **required**' : ''} | ${meaning} |`;
}

if (import.meta.main) {
  writeFileSync(new URL('../docs/configuration.md', import.meta.url), configurationPage());
}
