/**
 * Whether a path of an address stays on its origin. One with an empty segment does not: `//host` is another
 * host, and browsers resolve `/a/..//host` to it.
 */
export function isOwnPath(path: string): boolean {
  return /^(?!.*(?:\/\/|\\))\/\S*$/.test(path.replace(/[?#].*$/s, ''));
}
