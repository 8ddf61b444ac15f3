import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  deviceStore,
  keepsCookies,
  openChannel,
  readCookies,
  readJson,
  tabStore,
  writeCookie,
} from './browser-store.ts';

const thrower = (name: string) => (): never => {
  throw new DOMException('no', name);
};

function stubStorage({ isFull = false } = {}): Map<string, string> {
  const entries = new Map<string, string>();
  const storage = {
    get length() {
      return entries.size;
    },
    key: (place: number) => [...entries.keys()][place] ?? null,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) =>
      isFull ? thrower('QuotaExceededError')() : void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  return entries;
}

/** As Chromium does it when a person blocks all cookies. */
function blockEverything(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { get: thrower('SecurityError'), configurable: true });
  vi.stubGlobal('document', Object.defineProperty({}, 'cookie', { get: thrower('SecurityError') }));
  vi.stubGlobal('BroadcastChannel', thrower('SecurityError'));
  vi.stubGlobal('navigator', { cookieEnabled: false });
}

beforeEach(() => {
  for (const key of tabStore.allKeys()) tabStore.remove(key);
});
afterEach(() => {
  for (const name of ['localStorage', 'sessionStorage']) Reflect.deleteProperty(globalThis, name);
  vi.unstubAllGlobals();
});

test('blocked storage throws nowhere, and the tab goes on with what it wrote', () => {
  blockEverything();
  expect(deviceStore.write('a', '1')).toBe(false);
  expect(deviceStore.read('a')).toBeNull();
  expect(tabStore.write('a', '1')).toBe(false);
  expect(tabStore.read('a')).toBe('1');
  expect(tabStore.allKeys()).toEqual(['a']);
  tabStore.remove('a');
  expect(tabStore.read('a')).toBeNull();
  expect(readCookies()).toBe('');
  expect(writeCookie('a=b')).toBe(false);
  expect(keepsCookies()).toBe(false);
  expect(openChannel('a')).toBeNull();
});

test('full storage: the device keeps the old value, the tab has the new one alone', () => {
  const before = stubStorage({ isFull: true });
  before.set('slip', 'old');
  expect(deviceStore.write('slip', 'new')).toBe(false);
  expect(deviceStore.read('slip')).toBe('old');
  expect(tabStore.write('slip', 'new')).toBe(false);
  expect(tabStore.read('slip')).toBe('new');
  expect(before.has('slip')).toBe(false);
});

test('what is kept is read as it was written; what is no JSON is nothing', () => {
  const entries = stubStorage();
  expect(tabStore.write('a', '{"b":1}')).toBe(true);
  expect(readJson(tabStore, 'a')).toEqual({ b: 1 });
  entries.set('a', '{');
  expect(readJson(tabStore, 'a')).toBeNull();
  expect(readJson(tabStore, 'other')).toBeNull();
});
