/** Colours for what no style sheet reaches: the light ones, from the file that names them. */
import tokens from '#web/styles/tokens.css?raw';

const colours = new Map<string, string>();
for (const [, name = '', light = ''] of tokens.matchAll(
  /--color-([\w-]+):\s*(?:light-dark\()?(#[0-9a-f]{6})/g,
)) {
  colours.set(name, light);
}

/** The value of `--color-{name}` in the light theme. */
export function token(name: string): string {
  const value = colours.get(name);
  if (value === undefined) throw new Error(`There is no colour --color-${name}`);
  return value;
}
