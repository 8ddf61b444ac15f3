/** Puts words and drawn numbers on the ground of a picture. No text is smaller than 48 px. */
import { gameOf } from '#rules/games.ts';
import type { Picture, PictureBox } from '#web/loaders/context.ts';
import type { BonusShape } from '#web/ui/discs.tsx';
import { coloursOf, groundOf, pictureSize, type Scope, symbol } from './motif.server.ts';
import { token } from './tokens.server.ts';

export type Words = {
  scope: Scope;
  /** The name of the house. */
  brand: string;
  title: string;
  /** A line above the title. */
  over?: string;
  numbers?: { main: readonly number[]; bonus: readonly number[]; shape: BonusShape };
  /** The outcome of each match; by lot, its box is a double ring. */
  signs?: readonly { text: string; isByLot: boolean }[];
};

const left = 64;
const disc = 108;
const gap = 14;
const discTop = 338;
const signSize = 72;
const signGap = 10;

export function compose({ scope, brand, title, over, numbers, signs = [] }: Words): Picture {
  const drawn = numbers === undefined ? [] : placed(numbers);
  const { game, ground } = coloursOf(scope);
  const boxes = signs.map(({ isByLot }, place) => signBox(place, isByLot, game, ground));
  const shapes = [...drawn.map((one) => shapeOf(one, game, ground)), ...boxes].join('');
  const ink = token('ink');
  return {
    ground: groundOf(scope, symbol(scope, pictureSize.width - left - 112, 72, 112) + shapes),
    front: box({ width: '100%', height: '100%', display: 'flex' }, [
      box({ ...at(left + 84, 80), fontSize: 48, fontWeight: 700, color: ink }, brand),
      box(
        { ...at(left, 164), width: pictureSize.width - 2 * left, display: 'flex', flexDirection: 'column' },
        [
          ...(over === undefined ? [] : [box(overStyle, over)]),
          box(
            {
              ...titleStyle,
              fontSize: sizeFor(title),
              lineClamp: numbers || signs.length > 0 ? 1 : 3,
              color: ink,
            },
            title,
          ),
        ],
      ),
      ...drawn.map(({ number, x, kind }) => digits(number, x, kind === 'bonus' ? game : ground)),
      ...signs.map(({ text, isByLot }, place) => signText(text, place, isByLot ? game : ground)),
    ]),
  };
}

const overStyle = { fontSize: 48, lineHeight: 1.2, color: token('ink-soft'), lineClamp: 1, display: 'block' };
const titleStyle = { fontWeight: 800, lineHeight: 1.12, letterSpacing: '-0.01em', display: 'block' };

/** Long titles are set smaller, so that three lines hold them. */
function sizeFor(title: string): number {
  return title.length <= 44 ? 84 : title.length <= 75 ? 72 : 62;
}

function box(style: PictureBox['props']['style'], children: string | PictureBox[]): PictureBox {
  return { type: 'div', props: { style, children } };
}

const at = (x: number, y: number) => ({ position: 'absolute', left: x, top: y }) as const;

const middle = { display: 'flex', alignItems: 'center', justifyContent: 'center' };

function digits(number: number, x: number, color: string): PictureBox {
  const size = { width: disc, height: disc, fontSize: 54, fontWeight: 700 };
  return box({ ...at(x, discTop), ...middle, ...size, color }, String(number));
}

const signAt = (place: number): number => left + place * (signSize + signGap);

function signText(text: string, place: number, color: string): PictureBox {
  const size = { width: signSize, height: signSize, fontSize: 48, fontWeight: 700 };
  return box({ ...at(signAt(place), discTop), ...middle, ...size, color }, text);
}

function signBox(place: number, isByLot: boolean, game: string, ground: string): string {
  const ring = (inset: number, fill: string) => {
    const side = signSize - 2 * inset;
    const corner = `x="${signAt(place) + inset}" y="${discTop + inset}" rx="6"`;
    const look = `fill="${fill}" stroke="${game}" stroke-width="4"`;
    return `<rect ${corner} width="${side}" height="${side}" ${look}/>`;
  };
  return isByLot ? ring(2, ground) + ring(10, ground) : ring(2, game);
}

type Placed = { number: number; x: number; kind: 'main' | BonusShape };

function placed({ main, bonus, shape }: NonNullable<Words['numbers']>): Placed[] {
  const step = disc + gap;
  return [
    ...main.map((number, place) => ({ number, x: left + place * step, kind: 'main' as const })),
    ...bonus.map((number, place) => ({ number, x: left + (main.length + place) * step + gap, kind: shape })),
  ];
}

/** Shape tells the kind of a number, as on the page: disc, double ring, shield, eight-pointed star. */
function shapeOf({ x, kind }: Placed, game: string, ground: string): string {
  const half = disc / 2;
  const place = `transform="translate(${x + half} ${discTop + half})"`;
  if (kind === 'main') return `<circle ${place} r="${half}" fill="${game}"/>`;
  if (kind === 'star') {
    const side = half * 0.72;
    const square = `x="${-side}" y="${-side}" width="${2 * side}" height="${2 * side}"`;
    return `<g ${place} fill="${game}"><rect ${square}/><rect ${square} transform="rotate(45)"/></g>`;
  }
  if (kind === 'shield') {
    return `<path ${place} fill="${game}" d="M-46-50Q0-62 46-50V4C46 32 24 48 0 58C-24 48-46 32-46 4Z"/>`;
  }
  const ring = (radius: number) =>
    `<circle r="${radius}" fill="${ground}" stroke="${game}" stroke-width="4"/>`;
  return `<g ${place}>${ring(half - 2)}${ring(half - 11)}</g>`;
}

export function scopeOfGame(gameId: string): Scope {
  return gameOf(gameId)?.colour ?? 'hending';
}
