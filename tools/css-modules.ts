/** Classes of `name.module.css`: what they are called in the page, and which sheet brings them. */
import { basename } from 'node:path';

/**
 * `button_primary` for `.primary` of `button.module.css`: the same in every build. No two modules have one
 * name; a tidy check looks.
 */
export function scopedName(name: string, path: string): string {
  return `${moduleName(path)}_${name}`;
}

export const isModule = (path: string): boolean => /\.module\.css(?:$|\?)/.test(path);

export function moduleName(path: string): string {
  return basename(path.replace(/\?.*/, ''), '.module.css');
}

/** What every page shows from the start, beside what `web/shell` has. */
const everywhere = new Set(
  [
    'button discs field icon layout lists needs-script notice section',
    'image platforms structured-text status-pill ticket-list',
  ].flatMap((line) => line.split(' ')),
);

/** What is filled in and pressed: the play page, dialogs, forms. */
const pressed = new Set(
  ['checkbox dialog done error-summary options skeleton toast', 'hits number-grid slip ticket-links'].flatMap(
    (line) => line.split(' '),
  ),
);

/**
 * One sheet for what every page shows, one for what is pressed, one for the other parts that pages share, and
 * one for each feature. An island's sheet is on the page before its script, since the page and the island
 * take their modules from the same few sheets.
 */
export function sheetOf(path: string): string {
  const [, room = '', feature = ''] = /\/web\/([\w-]+)\/([\w-]+)/.exec(path) ?? [];
  if (room === 'features') return `${feature}-sheet`;
  const name = moduleName(path);
  if (room === 'shell' || everywhere.has(name)) return 'frame';
  return pressed.has(name) ? 'forms-sheet' : 'parts-sheet';
}
