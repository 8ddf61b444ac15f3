/**
 * Pictures from the one sprite: symbols of games, icons, landscapes. Decoration: text beside them tells.
 * Their `width` is for browsers that do not read our style sheet: there they would fill the window.
 */
import sprite from '#web/assets/symbols.svg?no-inline';
import * as iconCss from './icon.module.css';

export type IconName =
  | 'menu'
  | 'search'
  | 'x'
  | 'check'
  | 'left'
  | 'right'
  | 'down'
  | 'edit'
  | 'copy'
  | 'bin'
  | 'plus'
  | 'clock'
  | 'calendar'
  | 'seal'
  | 'user'
  | 'info'
  | 'warn'
  | 'danger'
  | 'doc'
  | 'out'
  | 'play'
  | 'pause'
  | 'pin'
  | 'phone'
  | 'filter'
  | 'up'
  | 'minus'
  | 'print'
  | 'dl'
  | 'die'
  | 'hour'
  | 'help';

export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg
      className={small ? `${iconCss.icon} ${iconCss.small}` : iconCss.icon}
      viewBox="0 0 24 24"
      width="24"
      aria-hidden="true"
    >
      <use href={`${sprite}#i-${name}`} />
    </svg>
  );
}

/** `game` is a game's id or `joker`. */
export function GameSymbol({ game, small = false }: { game: string; small?: boolean }) {
  return (
    <svg
      className={small ? `${iconCss.symbol} ${iconCss.symbolSmall}` : iconCss.symbol}
      viewBox="0 0 48 48"
      width="48"
      aria-hidden="true"
    >
      <use href={`${sprite}#s-${game}`} />
    </svg>
  );
}

const wide = '0 0 640 168';
const sceneBoxes: Readonly<Record<string, string>> = {
  lotto: wide,
  toto: wide,
  totoeng: wide,
  totoeur: wide,
  xg: wide,
};

/** Games with another drawing for a broad place, in which the usual one would be cut. */
const broadScenes: ReadonlySet<string> = new Set(['eurojackpot']);

/**
 * The engraved landscape of a game; the horizon lies at the same height in each.
 * @param place `broad` is broad in every window, `broadWhenWide` from 64 em on
 */
export function Scene({ game, place }: { game: string; place?: 'broad' | 'broadWhenWide' }) {
  const narrow = { name: game, box: sceneBoxes[game] ?? '0 0 400 168' };
  if (place === undefined || !broadScenes.has(game)) return <Drawing {...narrow} />;
  const broad = { name: `${game}-wide`, box: wide };
  if (place === 'broad') return <Drawing {...broad} className={iconCss.broad} />;
  return (
    <>
      <Drawing {...narrow} className={iconCss.belowWide} />
      <Drawing {...broad} className={`${iconCss.broad} ${iconCss.fromWide}`} />
    </>
  );
}

function Drawing({ name, box, className }: { name: string; box: string; className?: string | undefined }) {
  return (
    <svg
      className={className === undefined ? iconCss.scene : `${iconCss.scene} ${className}`}
      viewBox={box}
      width="400"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <use href={`${sprite}#scene-${name}`} />
    </svg>
  );
}
