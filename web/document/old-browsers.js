/*
 * What the oldest browsers of tools/browsers/oldest.ts lack of what our pages use. `guard.js` loads it where
 * something is missing, before any other script.
 */
(() => {
  const add = (object, name, value) => {
    if (!object[name]) Object.defineProperty(object, name, { value, configurable: true, writable: true });
  };
  add(Promise, 'withResolvers', function () {
    const parts = {};
    parts.promise = new this((resolve, reject) => Object.assign(parts, { resolve, reject }));
    return parts;
  });
  add(URL, 'parse', (url, base) => {
    try {
      return new URL(url, base);
    } catch {
      return null;
    }
  });
  add(Array.prototype, 'toSorted', function (compare) {
    return [...this].sort(compare);
  });
  add(Array.prototype, 'toReversed', function () {
    return [...this].reverse();
  });
  add(Element.prototype, 'checkVisibility', function () {
    return this.getClientRects().length > 0;
  });

  if (!HTMLElement.prototype.showPopover) {
    const mark = 'data-popover-open';
    const tell = (element, type, isOpening) => {
      const [oldState, newState] = isOpening ? ['closed', 'open'] : ['open', 'closed'];
      element.dispatchEvent(Object.assign(new Event(type), { oldState, newState }));
    };
    const set = (element, isOpening) => {
      if (element.hasAttribute(mark) === isOpening) return;
      if (isOpening && element.getAttribute('popover') === 'auto') closeAuto();
      tell(element, 'beforetoggle', isOpening);
      element.toggleAttribute(mark, isOpening);
      setTimeout(() => tell(element, 'toggle', isOpening));
    };
    const openAuto = () => document.querySelector(`[popover=auto][${mark}]`);
    const closeAuto = () => {
      const open = openAuto();
      if (open) set(open, false);
    };
    add(HTMLElement.prototype, 'showPopover', function () {
      set(this, true);
    });
    add(HTMLElement.prototype, 'hidePopover', function () {
      set(this, false);
    });
    add(HTMLElement.prototype, 'togglePopover', function () {
      set(this, !this.hasAttribute(mark));
    });
    // Before anything of the page. A browser that has half of popovers does not act as well.
    addEventListener(
      'click',
      (event) => {
        const button = event.target.closest('[popovertarget]');
        if (!button) {
          if (!openAuto()?.contains(event.target)) closeAuto();
          return;
        }
        event.preventDefault();
        const target = document.getElementById(button.getAttribute('popovertarget'));
        const action = button.getAttribute('popovertargetaction');
        if (action === 'hide') target.hidePopover();
        else if (action === 'show') target.showPopover();
        else target.togglePopover();
      },
      true,
    );
    addEventListener('keydown', (event) => {
      if (event.key === 'Escape') closeAuto();
    });
  }

  if (!CSS.supports('color', 'light-dark(red, red)')) {
    const pair = /light-dark\(\s*([^,()]+),\s*([^()]+)\)/;
    const rulesIn = (rules) => [...rules].flatMap((rule) => [rule, ...rulesIn(rule.cssRules ?? [])]);
    /** The colours of both themes, each by itself. */
    const apply = () => {
      const [light, dark] = [[], []];
      for (const { href, cssRules } of document.styleSheets) {
        if (!href) continue;
        for (const { style, selectorText = '' } of rulesIn(cssRules)) {
          if (!style || !selectorText.includes(':root')) continue;
          for (const name of style) {
            const both = pair.exec(name.startsWith('--') ? style.getPropertyValue(name) : '');
            if (!both) continue;
            light.push(`${name}:${both[1]}`);
            dark.push(`${name}:${both[2]}`);
          }
        }
      }
      const sheet = new CSSStyleSheet();
      const [day, night] = [light.join(';'), dark.join(';')];
      sheet.replaceSync(
        `:root,[data-theme=light]{${day}}[data-theme=dark]{${night}}` +
          `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${night}}}` +
          `@media print{:root,[data-theme]{${day}}}`,
      );
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    };
    // Style sheets hold back the first frame: they are there, and nothing was painted yet.
    requestAnimationFrame(apply);
  }
})();
