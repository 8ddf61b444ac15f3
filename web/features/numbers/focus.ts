/** Where the person works on after an act, once it stands there. */

import { focusSoon } from '#web/shared/purchase/focus-way-on.ts';
import * as extrasCss from './extras.module.css';
import * as playPageCss from './play-page.module.css';
import * as rowsCss from './rows.module.css';

/** To the number of the grid that holds the tab stop. */
export function focusGrid(options?: FocusOptions): void {
  focusSoon(() => document.querySelector<HTMLElement>('#grid input[tabindex="0"]'), options);
}

/** To the first digit that the Joker lacks. */
export function focusJoker(): void {
  focusSoon(() => {
    const boxes = document.querySelectorAll<HTMLInputElement>(`.${extrasCss.jokerInput} input`);
    return [...boxes].find(({ value }) => value === '');
  });
}

/** To what can be done with the Joker now. */
export function focusJokerButton(): void {
  focusSoon(() => document.querySelector<HTMLElement>('#joker button'));
}

/** To what can be done with a row, or with the last one. */
export function focusRow(index: number): void {
  focusSoon(() => {
    const rows = [...document.querySelectorAll(`.${playPageCss.playForm} .${rowsCss.lines} li`)];
    return (rows[index] ?? rows.at(-1))?.querySelector('button');
  });
}

/** To why no row can be added. */
export function focusFull(): void {
  focusSoon(() => document.querySelector<HTMLElement>('#rows-full'));
}
