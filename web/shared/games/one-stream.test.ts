/** How a tab comes by events without a browser: locks, messages, timers and the network are played here. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openChannel } from '#web/ui/browser-store.ts';
import { followStream } from './one-stream.ts';

const addresses = { stream: '/watch', once: '/once', openChannel };

class Source {
  static all: Source[] = [];
  static readonly CLOSED = 2;
  readyState = 1;
  onmessage: (event: { data: string }) => void = () => {};
  onerror: () => void = () => {};
  constructor() {
    Source.all.push(this);
  }
  close(): void {
    this.readyState = 2;
  }
}

const open = () => Source.all.filter(({ readyState }) => readyState < 2);
let page: EventTarget & { visibilityState: string };
let asked: [string, RequestInit | undefined][];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  Source.all = [];
  asked = [];
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('EventSource', Source);
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    asked.push([address, init]);
    return new Response(`answer ${asked.length}`);
  });
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ends: (() => void)[] = [];

function tab() {
  const told: string[] = [];
  const end = followStream(addresses, (text) => told.push(text));
  ends.push(end);
  return { told, end };
}

function show(state: 'visible' | 'hidden'): void {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
}

test('many tabs have one stream, each is told its events, a new one the latest', async () => {
  const tabs = Array.from({ length: 9 }, tab);
  await vi.waitFor(() => expect(open()).toHaveLength(1));
  open()[0]?.onmessage({ data: 'one' });
  await vi.waitFor(() => expect(tabs.every(({ told }) => told.at(-1) === 'one')).toBe(true));
  const later = tab();
  await vi.waitFor(() => expect(later.told).toEqual(['one']));
  expect(Source.all).toHaveLength(1);
  expect(asked).toEqual([]);
});

test('when the tab with the stream goes, another one opens it', async () => {
  const [first, second] = [tab(), tab()];
  await vi.waitFor(() => expect(open()).toHaveLength(1));
  first.end();
  await vi.waitFor(() => expect(Source.all).toHaveLength(2));
  expect(open()).toHaveLength(1);
  open()[0]?.onmessage({ data: 'two' });
  await vi.waitFor(() => expect(second.told).toEqual(['two']));
  expect(first.told).toEqual([]);
});

test('a hidden page has no stream and asks nothing, and is told the latest when it is shown', async () => {
  const { told } = tab();
  await vi.waitFor(() => expect(open()).toHaveLength(1));
  show('hidden');
  expect(open()).toHaveLength(0);
  vi.advanceTimersByTime(300_000);
  expect(asked).toEqual([]);
  show('visible');
  await vi.waitFor(() => expect(open()).toHaveLength(1));
  open()[0]?.onmessage({ data: 'missed' });
  expect(told).toEqual(['missed']);
});

test('a page that is left gives its stream up, and takes it again when it comes back', async () => {
  tab();
  await vi.waitFor(() => expect(open()).toHaveLength(1));
  window.dispatchEvent(new Event('pagehide'));
  expect(open()).toHaveLength(0);
  await vi.waitFor(async () => expect((await navigator.locks.query()).held).toEqual([]));
  window.dispatchEvent(new Event('pageshow'));
  await vi.waitFor(() => expect(open()).toHaveLength(1));
});

test('a refused stream is asked for again every 30 s, and meanwhile as without one', async () => {
  const { told } = tab();
  await vi.waitFor(() => expect(open()).toHaveLength(1));
  for (const turn of [1, 2]) {
    const source = Source.all.at(-1);
    source?.close();
    source?.onerror();
    await vi.waitFor(() => expect(told).toHaveLength(turn));
    expect(open()).toHaveLength(0);
    vi.advanceTimersByTime(30_000);
    expect(open()).toHaveLength(1);
  }
  expect(told).toEqual(['answer 1', 'answer 2']);
  expect(asked[0]).toEqual(['/once', { credentials: 'omit' }]);
});

test('a lost connection is left to the browser, which connects again', async () => {
  tab();
  await vi.waitFor(() => expect(open()).toHaveLength(1));
  const [source] = open();
  if (source) source.readyState = 0;
  source?.onerror();
  vi.advanceTimersByTime(60_000);
  expect([Source.all.length, asked.length]).toEqual([1, 0]);
});

test.each([
  ['locks', () => vi.stubGlobal('navigator', {})],
  ['locks that work', () => vi.stubGlobal('navigator', { locks: { request: () => Promise.reject() } })],
  ['messages', () => vi.stubGlobal('BroadcastChannel', undefined)],
])('a browser without %s asks every 30 s and opens no stream', async (_, break_) => {
  break_();
  const { told, end } = tab();
  await vi.waitFor(() => expect(told).toHaveLength(1));
  vi.advanceTimersByTime(30_000);
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(Source.all).toHaveLength(0);
  end();
  vi.advanceTimersByTime(300_000);
  expect(asked).toHaveLength(2);
});
