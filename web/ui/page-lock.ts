/** While a dialog is open, the page behind it does not scroll: `html[data-locked]` in dialog.css. */
const locks = new Set<object>();

/** @returns unlocks it again; the last one of several does */
export function lockPage(): () => void {
  const lock = {};
  const { documentElement: html } = document;
  // The room of a scroll bar stays, so that nothing moves; where there is none, none is made.
  const hasBar = window.innerWidth > html.clientWidth;
  if (locks.size === 0) html.dataset['locked'] = hasBar ? 'bar' : '';
  locks.add(lock);
  return () => {
    locks.delete(lock);
    if (locks.size === 0) delete html.dataset['locked'];
  };
}
