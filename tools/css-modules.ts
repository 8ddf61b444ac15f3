/** How the build names the classes of `name.module.css`, and in which sheet it puts them. */
import { basename } from 'node:path';

/**
 * `button_primary` for `.primary` of `button.module.css`, the same in every build. A tidy check refuses two
 * modules with the same name.
 */
export function scopedName(name: string, path: string): string {
  return `${moduleName(path)}_${name}`;
}

export const isModule = (path: string): boolean => /\.module\.css(?:$|\?)/.test(path);

export function moduleName(path: string): string {
  return basename(path.replace(/\?.*/, ''), '.module.css');
}

/** Modules that every page uses, besides those of `web/shell`. */
const everywhere = new Set([
  'button',
  'checkbox',
  'discs',
  'field',
  'icon',
  'layout',
  'lists',
  'needs-script',
  'notice',
  'section',
  // The paper of tickets, also where its own script comes later.
  'slip',
  'image',
  'platforms',
  'structured-text',
  'status-pill',
  'ticket-list',
]);

/** Modules of the play page, dialogs and forms. */
const pressed = new Set([
  'dialog',
  'done',
  'error-summary',
  'options',
  'skeleton',
  'toast',
  'number-grid',
  'play-frame',
  'review',
  'saved',
  'ticket-links',
]);

/**
 * The build collects all modules in a few sheets: `frame` for every page, `forms-sheet`, `parts-sheet` for
 * other shared components, and one for each feature. A page and its islands share these sheets, so an island
 * has its styles before its script comes.
 */
export function sheetOf(path: string): string {
  const [, room = '', feature = ''] = /\/web\/([\w-]+)\/([\w-]+)/.exec(path) ?? [];
  if (room === 'features') return `${feature}-sheet`;
  // Few pages show a ticket of a pool: they name this sheet, and others do not load it.
  if (room === 'shared' && feature === 'pools') return 'pool-ticket-sheet';
  const name = moduleName(path);
  if (room === 'shell' || everywhere.has(name)) return 'frame';
  return pressed.has(name) ? 'forms-sheet' : 'parts-sheet';
}
