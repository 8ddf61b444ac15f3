/**
 * The ground of a picture that is shared: the house's bands, landscapes, symbols and one lamp, as SVG of
 * 1200 × 630 with the colours written out.
 */
import { type GameColour, gameColours } from '#rules/games.ts';
import sprite from '#web/assets/symbols.svg?raw';
import games from '#web/styles/games.css?raw';
import { token } from './tokens.server.ts';

export const pictureSize = { width: 1200, height: 630 } as const;

/** A game's colours and patterns, or the house's own. */
export type Scope = GameColour | 'hending';
export const isScope = (name: string): name is Scope =>
  name === 'hending' || gameColours.some((it) => it === name);

const bandHeight = 36;
/** Where scenes stand; in their own units: the horizon, and how far the slope before the ship reaches. */
const scene = { top: 330, scale: 1.875, horizon: 128, slopeBeforeShip: 140 };

export function coloursOf(scope: Scope): { game: string; ground: string; line: string } {
  if (scope === 'hending') {
    return { game: token('primary'), ground: token('canvas'), line: token('lengjan-line') };
  }
  return { game: token(scope), ground: token(`${scope}-ground`), line: token(`${scope}-line`) };
}

/** @param shapes drawn on top, as SVG */
export function groundOf(scope: Scope, shapes = ''): string {
  const { width, height } = pictureSize;
  const { ground } = coloursOf(scope);
  const bands = scope === 'hending' ? gameColours : [scope];
  const wide = width / bands.length;
  const belt = bands
    .map((name, place) => {
      const at = `x="${place * wide}" width="${wide}"`;
      return `<rect ${at} y="0" height="${bandHeight}" fill="url(#band-${name})"/>`;
    })
    .join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<defs>${bands.map(bandPattern).join('')}</defs>` +
    `<rect width="${width}" height="${height}" fill="${ground}"/>${landscape(scope)}${belt}` +
    `${mark()}${shapes}</svg>`
  );
}

/** The symbol of a game in a box of `size` with its corner at (`x`, `y`). */
export function symbol(scope: Scope, x: number, y: number, size: number): string {
  if (scope === 'hending') return '';
  const { viewBox, attributes, body } = part(`s-${scope}`);
  const place = `x="${x}" y="${y}" width="${size}" height="${size}" viewBox="${viewBox}"`;
  return `<svg ${place} color="${coloursOf(scope).game}" ${attributes}>${coloured(body, scope)}</svg>`;
}

function mark(): string {
  return (
    '<svg x="64" y="76" width="64" height="64" viewBox="0 0 32 32">' +
    `<path fill="${token('ink')}" d="M6 2h6v8.5H6zM6 21.5h6V30H6zM20 2h6v28h-6z"/>` +
    `<path fill="${token('accent')}" d="M0 13h18v6H0zM28 13h4v6h-4z"/></svg>`
  );
}

/** One tile of the woven band, three times its size on the page. */
function bandPattern(scope: Exclude<Scope, 'hending'>): string {
  const found = new RegExp(`--band-${scope}: url\\("data:image/svg\\+xml,([^"]*)"`).exec(games)?.[1] ?? '';
  const tile = decodeURIComponent(found);
  const wide = Number(/width='([\d.]+)'/.exec(tile)?.[1] ?? 16);
  const body = tile.replace(/^<svg[^>]*>/, '').replace(/<\/svg>$/, '');
  const { game } = coloursOf(scope);
  const woven = body.replace(/stroke='[^']*'/g, `stroke='${game}'`);
  return (
    `<pattern id="band-${scope}" width="${wide * 3}" height="${bandHeight}" patternUnits="userSpaceOnUse">` +
    `<g transform="scale(3)" fill="${game}">${woven}</g></pattern>`
  );
}

function landscape(scope: Scope): string {
  const own = sprite.includes(`id="scene-${scope}"`) ? scope : 'lotto';
  const { viewBox, attributes, body } = part(`scene-${own}`);
  const units = Number(viewBox.split(' ')[2]);
  const { width } = pictureSize;
  const { line } = coloursOf(scope);
  const left = width - units * scene.scale;
  const draw = (x: number, wide: number, what: string): string =>
    `<svg x="${x}" y="${scene.top}" width="${wide * scene.scale}" height="${168 * scene.scale}" ` +
    `viewBox="0 0 ${wide} 168" color="${line}" ${attributes}>${coloured(what, scope)}</svg>`;
  if (left <= 0) return draw(left, units, body);
  // A scene that is narrower than the picture stands at its right: its slope falls off to the left as in a
  // mirror, without lamp and ship, and the horizon goes on.
  const slope = body.replace(/<(?:circle|path)[^>]*var\(--(?:color-accent|game)\)[^>]*\/>/g, '');
  const mirrored = own === 'vikinglotto' ? scene.slopeBeforeShip : left / scene.scale;
  const horizon = scene.top + scene.horizon * scene.scale;
  return (
    `<path stroke="${line}" stroke-width="3.75" fill="none" d="M0 ${horizon}H${left + 2}"/>` +
    `<g transform="translate(${left} 0) scale(-1 1)">${draw(0, mirrored, slope)}</g>` +
    draw(left, units, body)
  );
}

function part(id: string): { viewBox: string; attributes: string; body: string } {
  const [, viewBox = '0 0 48 48', attributes = '', body = ''] =
    new RegExp(`<symbol id="${id}" viewBox="([^"]*)"([^>]*)>(.*?)</symbol>`, 's').exec(sprite) ?? [];
  return { viewBox, attributes: attributes.replace(/preserveAspectRatio="[^"]*"/, ''), body };
}

function coloured(body: string, scope: Scope): string {
  const { game, ground, line } = coloursOf(scope);
  return body
    .replaceAll('var(--color-accent)', token('accent'))
    .replaceAll('var(--game-ground)', ground)
    .replaceAll('var(--game-line)', line)
    .replaceAll('var(--game)', game);
}
