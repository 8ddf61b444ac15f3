/**
 * The colours of the tokens for what CSS does not reach: pictures drawn on the server, the catalogue, the
 * test of contrast. Read from the style sheet itself, so that a colour stands in one place.
 */
import { gameColours } from '#rules/games.ts';
import sheet from './tokens.css?raw';

export type Theme = 'light' | 'dark';
export type Color = { name: string; light: string; dark: string };

const line = /--color-([\w-]+):\s*(?:light-dark\((#\w{6}),\s*(#\w{6})\)|(#\w{6}));/g;

/** Every colour but the half-transparent backdrop, in the order of the sheet; `#rrggbb`. */
export const colors: readonly Color[] = [...sheet.matchAll(line)].map(([, name = '', light, dark, both]) => ({
  name,
  light: light ?? both ?? '',
  dark: dark ?? both ?? '',
}));

const byName = new Map(colors.map((color) => [color.name, color]));

/** `colorOf('lotto', 'light')` is the value of `--color-lotto`; throws for a name that no token has. */
export function colorOf(name: string, theme: Theme): string {
  const color = byName.get(name);
  if (color === undefined) throw new Error(`There is no colour token ${name}`);
  return color[theme];
}

/** Contrast of two colours by WCAG 2.x, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export type Pair = { front: string; ground: string; least: number };

const notices = ['danger', 'success', 'info', 'warn'];
const pale = ['orange', 'pink', 'white', 'yellow'];
const deep = ['black', 'blue', 'brown', 'cyan', 'green', 'grey', 'purple', 'red'];
const grounds = ['canvas', 'surface', 'sunken'];
const panels = [...grounds, ...gameColours.map((game) => `${game}-ground`)];
const text = 7;
const shape = 3;

const every = (fronts: readonly string[], under: readonly string[], least: number): Pair[] =>
  fronts.flatMap((front) => under.map((ground) => ({ front, ground, least })));

/** What stands on what: text at least 7, lines and marks at least 3. */
export const pairs: readonly Pair[] = [
  ...every(['ink', 'ink-soft', 'primary'], panels, text),
  ...every([...notices, ...gameColours], grounds, text),
  ...gameColours.flatMap((game) => every([game], [`${game}-ground`], text)),
  ...notices.flatMap((kind) => every([kind], [`${kind}-ground`], text)),
  ...every(['on-primary'], ['primary'], text),
  ...every(['canvas'], ['ink'], text),
  ...every(['on-game'], gameColours, text),
  ...every(['on-accent'], ['accent'], text),
  ...every(
    ['on-button'],
    deep.map((color) => `button-${color}`),
    text,
  ),
  ...every(
    ['on-pale-button'],
    pale.map((color) => `button-${color}`),
    text,
  ),
  ...every(['line', 'focus'], panels, shape),
];
