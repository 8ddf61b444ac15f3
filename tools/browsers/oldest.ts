/** The oldest browsers in which everything works: script, CSS and HTML (docs/design-system.md, Browsers). */
export const oldestBrowsers = ['chrome109', 'firefox115', 'safari16.4'];
