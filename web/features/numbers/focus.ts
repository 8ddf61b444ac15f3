/** Where the person works on after an act, once it stands there. */

import * as slipCss from '#web/shared/tickets/slip.module.css';
import * as buttonCss from '#web/ui/button.module.css';
import * as extrasCss from './extras.module.css';
import * as playPageCss from './play-page.module.css';
import * as rowsCss from './rows.module.css';

function focusSoon(find: () => HTMLElement | null | undefined, options?: FocusOptions): void {
  requestAnimationFrame(() => find()?.focus(options));
}

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

/** To the way on, unless the focus is somewhere already. */
export function focusWayOn(): void {
  focusSoon(() => {
    const places = `:is(.${slipCss.slip}, .${playPageCss.bar})`;
    const ways = [...document.querySelectorAll<HTMLElement>(`${places} .${buttonCss.primary}`)];
    const { activeElement, body } = document;
    const isNowhere = activeElement === body || !activeElement?.checkVisibility();
    return isNowhere ? ways.find((way) => way.checkVisibility()) : null;
  });
}
