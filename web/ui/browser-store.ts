/**
 * The only access to storage, cookies and messages between tabs. Users can block each of them, and
 * storage can be full. Nothing here throws then: the page works without stored values.
 */

export type BrowserStore = {
  read: (key: string) => string | null;
  /** @returns false when the browser did not store the value; an earlier value stays */
  write: (key: string, value: string) => boolean;
  remove: (key: string) => void;
  allKeys: () => string[];
};

/** @param open may throw: blocked storage does so on access */
function storeOf(open: () => Storage): BrowserStore {
  return {
    read: (key) => attempt(() => open().getItem(key), null),
    write: (key, value) =>
      attempt(() => {
        open().setItem(key, value);
        return true;
      }, false),
    remove: (key) => attempt(() => open().removeItem(key), undefined),
    allKeys: () =>
      attempt(() => {
        const storage = open();
        return Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? '');
      }, []),
  };
}

/** For this device, beyond the tab. */
export const deviceStore: BrowserStore = storeOf(() => localStorage);

/** For this tab. A value that the browser does not keep lives until the page is left. */
export const tabStore: BrowserStore = withMemory(storeOf(() => sessionStorage));

function withMemory(store: BrowserStore): BrowserStore {
  const memory = new Map<string, string>();
  return {
    read: (key) => memory.get(key) ?? store.read(key),
    write: (key, value) => {
      memory.delete(key);
      if (store.write(key, value)) return true;
      // The old value would come back on the next page.
      store.remove(key);
      memory.set(key, value);
      return false;
    },
    remove: (key) => {
      memory.delete(key);
      store.remove(key);
    },
    allKeys: () => [...new Set([...store.allKeys(), ...memory.keys()])],
  };
}

/** JSON under a key; null when there is none, or when it cannot be read. */
export function readJson<T>(store: BrowserStore, key: string): T | null {
  return attempt(() => JSON.parse(store.read(key) ?? 'null') as T | null, null);
}

/** In the form of a `Cookie` header; empty when cookies are blocked. */
export function readCookies(): string {
  return attempt(() => document.cookie, '');
}

/** @returns false when the browser keeps no cookies */
export function writeCookie(cookie: string): boolean {
  return attempt(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is not in every browser yet
    document.cookie = cookie;
    return keepsCookies();
  }, false);
}

export function keepsCookies(): boolean {
  return attempt(() => navigator.cookieEnabled, false);
}

/** Null where tabs have no channel: then messages go through `deviceStore` and its event. */
export function openChannel(name: string): BroadcastChannel | null {
  return attempt(() => new BroadcastChannel(name), null);
}

function attempt<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}
