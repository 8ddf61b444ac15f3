/** To the number of the grid that holds the tab stop, once the row that it belongs to stands there. */
export function focusGrid(options: FocusOptions = {}): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('#grid input[tabindex="0"]')?.focus(options);
  });
}

/** To the first digit that the Joker lacks. */
export function focusJoker(): void {
  requestAnimationFrame(() => {
    const boxes = document.querySelectorAll<HTMLInputElement>('.joker-input input');
    [...boxes].find(({ value }) => value === '')?.focus();
  });
}
