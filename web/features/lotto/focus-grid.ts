/** To the number of the grid that holds the tab stop, once the new row stands there. */
export function focusGrid(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('#grid input[tabindex="0"]')?.focus({ preventScroll: true });
  });
}
