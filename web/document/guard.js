try {
  sessionStorage.length;
} catch {
  const nothing = { length: 0, key: () => null, getItem: () => null, setItem() {}, removeItem() {} };
  Object.defineProperty(window, 'sessionStorage', { value: nothing });
}
if (
  !Promise.withResolvers ||
  !URL.parse ||
  !Array.prototype.toSorted ||
  !Array.prototype.toReversed ||
  !Element.prototype.checkVisibility ||
  !HTMLElement.prototype.showPopover ||
  !CSS.supports('color', 'light-dark(red, red)')
)
  document.write(`<script src="${document.currentScript.dataset.old}"></script>`);
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  document.documentElement.hidden = true;
  location.reload();
});
