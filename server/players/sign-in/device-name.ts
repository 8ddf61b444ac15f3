/** Browsers by what they say of themselves. */

export type DeviceName = { browser: string | null; system: string | null };

/** First match decides: most browsers also name those they descend from. */
const browsers: Readonly<Record<string, RegExp>> = {
  Edge: /\bEdg(?:e|A|iOS)?\//,
  Opera: /\bOPR\//,
  'Samsung Internet': /\bSamsungBrowser\//,
  Firefox: /\b(?:Firefox|FxiOS)\//,
  Chrome: /\b(?:Chrome|CriOS)\//,
  Safari: /\bSafari\//,
};
const systems: Readonly<Record<string, RegExp>> = {
  iPhone: /\biPhone\b/,
  iPad: /\biPad\b/,
  Android: /\bAndroid\b/,
  Windows: /\bWindows\b/,
  Mac: /\bMacintosh\b/,
  ChromeOS: /\bCrOS\b/,
  Linux: /\bLinux\b/,
};

/** What a browser says of itself, in a word each; null where it is nothing we know. */
export function nameDevice(userAgent: string): DeviceName {
  const first = (names: typeof browsers) =>
    Object.entries(names).find(([, sign]) => sign.test(userAgent))?.[0] ?? null;
  return { browser: first(browsers), system: first(systems) };
}
