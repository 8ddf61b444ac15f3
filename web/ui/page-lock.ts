/** While a dialog is open, the page behind it does not scroll: `html[data-locked]` in dialog.css. */
const locks = new Set<object>();

/** @returns unlocks it again; the last one of several does */
export function lockPage(): () => void {
  const lock = {};
  const { documentElement: html } = document;
  // Keeps the width of the scroll bar, if there is one, so that the layout does not shift.
  const hasBar = window.innerWidth > html.clientWidth;
  if (locks.size === 0) html.dataset['locked'] = hasBar ? 'bar' : '';
  locks.add(lock);
  return () => {
    locks.delete(lock);
    if (locks.size === 0) delete html.dataset['locked'];
  };
}
