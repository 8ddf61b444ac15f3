import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSessionClient, recheckMs, type SessionClient } from './session-client.ts';
import type { Tabs, Trigger } from './tabs.ts';

const anna = { playerId: '1', username: 'anna', firstName: 'Anna', lastName: 'Jónsdóttir' };
const bjarni = { ...anna, playerId: '2', username: 'bjarni' };

let served: typeof anna | null | 'fault';
let calls: string[];
let notified: Trigger[];
let notify: (trigger: Trigger) => void;
let becomeVisible: () => void;
let comeBack: () => void;
let isVisible: boolean;
let isOnline: boolean;
let left: string[];
let others: string[];
/** The server finds another session than the one that the page has seen. */
let isOther: boolean;
let toldElsewhere: number;
let forgotten: number;
let stop: (() => void) | undefined;

function answer(path: string, method: string): Response {
  if (path === '/api/auth/csrf') return Response.json({ csrfToken: 'token' });
  if (path === '/api/auth/signout' && isOther) {
    return Response.json({ details: { otherPlayer: true, signedInAs: 'Bjarni' } }, { status: 403 });
  }
  if (path === '/api/auth/signout') return Response.json({ url: 'http://localhost/loggedout' });
  if (served === 'fault') return new Response('', { status: 500 });
  if (method === 'POST' && served === null) return Response.json({}, { status: 400 });
  return Response.json(served === null ? {} : { user: served, expires: '2026-11-16T10:00:00.000Z' });
}

beforeEach(() => {
  vi.useFakeTimers();
  [served, calls, notified, left, isVisible, isOnline] = [anna, [], [], [], true, true];
  [others, isOther] = [[], false];
  toldElsewhere = 0;
  forgotten = 0;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    calls.push(`${init.method ?? 'GET'} ${path.replace('/api/auth', '')}`);
    return answer(path, init.method ?? 'GET');
  });
  vi.stubGlobal('navigator', {
    sendBeacon: (path: string) => calls.push(`BEACON ${path.replace('/api/auth', '')}`),
  });
});
afterEach(() => {
  stop?.();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function begin(first: typeof anna | null = anna, pollSeconds = 0): SessionClient {
  const tabs: Tabs = {
    tell: (trigger) => notified.push(trigger),
    listen: (onNotify) => {
      notify = onNotify;
      return () => {};
    },
  };
  const client = createSessionClient(
    { first, pollSeconds },
    {
      tabs,
      isVisible: () => isVisible,
      isOnline: () => isOnline,
      whenVisible: (act) => {
        becomeVisible = act;
        return () => {};
      },
      whenBack: (act) => {
        comeBack = act;
        return () => {};
      },
      leave: (url) => left.push(url),
      signedOutElsewhere: () => {
        toldElsewhere += 1;
      },
      otherPlayer: (shown, signedInAs) => others.push(`${shown?.playerId} ${signedInAs}`),
      forgetKept: () => {
        forgotten += 1;
      },
    },
  );
  stop = client.start();
  return client;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const ended = { status: 'unauthenticated', player: null, isExpired: true };

test('a page that was made anew for nobody says that the session ended', () => {
  const client = begin();
  client.seen(null);
  expect(client.state()).toEqual(ended);
  client.goOn();
  client.seen(null);
  expect(client.state().isExpired).toBe(false);

  const other = begin();
  other.seen(null, true);
  expect(other.state()).toEqual({ ...ended, isExpired: false });
});

test('a page of nobody that was kept for the way back asks who is signed in now', async () => {
  const client = begin(null);
  comeBack();
  await pass(0);
  expect(client.state()).toMatchObject({ status: 'authenticated', player: anna });
});

describe('the recheck', () => {
  test('must-hold 24: every 300 000 ms while visible and signed in', async () => {
    begin();
    await pass(recheckMs - 1);
    expect(calls).toEqual([]);
    await pass(1);
    expect(calls).toEqual(['GET /session']);
    isVisible = false;
    await pass(recheckMs);
    expect(calls).toHaveLength(1);
    isVisible = true;
    await pass(recheckMs);
    expect(calls).toHaveLength(2);
  });

  test('never while nobody is signed in', async () => {
    begin(null);
    await pass(3 * recheckMs);
    becomeVisible();
    await pass(0);
    expect(calls).toEqual([]);
  });

  test('when the page becomes visible, but not twice within a second', async () => {
    begin();
    await pass(5000);
    becomeVisible();
    becomeVisible();
    await pass(999);
    becomeVisible();
    expect(calls).toEqual(['GET /session']);
    await pass(1);
    becomeVisible();
    await pass(0);
    expect(calls).toEqual(['GET /session', 'GET /session']);
  });

  test('must-hold 24: what is gone is signed out without going anywhere, and other tabs told', async () => {
    const client = begin();
    served = null;
    await pass(recheckMs);
    expect(client.state()).toEqual(ended);
    expect(forgotten).toBe(1);
    expect(calls).toEqual(['GET /session', 'GET /csrf', 'POST /signout']);
    expect(notified).toEqual(['getSession']);
    expect(left).toEqual([]);
    client.goOn();
    expect(client.state().isExpired).toBe(false);
  });

  test('a failed read is logged and ends nothing', async () => {
    const client = begin();
    served = 'fault';
    await pass(recheckMs);
    expect(client.state().status).toBe('authenticated');
    expect(calls).toEqual(['GET /session', 'BEACON /_log']);
  });
});

describe('polling', () => {
  test('only when it is set, and only while online', async () => {
    begin(anna, 60);
    await pass(60_000);
    expect(calls).toHaveLength(1);
    isOnline = false;
    await pass(60_000);
    expect(calls).toHaveLength(1);
    isOnline = true;
    await pass(60_000);
    expect(calls).toHaveLength(2);
  });
});

describe('another tab', () => {
  test('signed in: the session is read and not told further', async () => {
    const client = begin(null);
    notify('getSession');
    await pass(0);
    expect(client.state()).toEqual({ status: 'authenticated', player: anna, isExpired: false });
    expect(notified).toEqual([]);
  });

  test('signed in as somebody else', async () => {
    const client = begin();
    served = bjarni;
    notify('getSession');
    await pass(0);
    expect(client.state().player?.playerId).toBe('2');
    expect(forgotten).toBe(1);
  });

  test('signed out on purpose: signed out here too, without the words of an end', async () => {
    const client = begin();
    served = null;
    notify('signout');
    await pass(0);
    expect(client.state()).toEqual({ ...ended, isExpired: false });
    expect(toldElsewhere).toBe(1);
    // Who is signed out hears nothing more of it.
    notify('signout');
    await pass(0);
    expect(toldElsewhere).toBe(1);
  });

  test('noticed the end: it is told here too, and signed out once', async () => {
    const client = begin();
    served = null;
    notify('getSession');
    await pass(0);
    expect(client.state()).toEqual(ended);
    expect(calls).toEqual(['GET /session']);
    expect(toldElsewhere).toBe(0);
  });

  test('signalled while nothing changed: the page stays', async () => {
    const client = begin();
    const before = client.state();
    notify('getSession');
    await pass(0);
    expect(client.state()).toBe(before);
    expect(forgotten).toBe(0);
  });
});

describe('update', () => {
  test('is ignored without a session', async () => {
    await begin(null).update();
    expect(calls).toEqual([]);
  });

  test('is ignored while another one is loading; tells the other tabs', async () => {
    const client = begin();
    const first = client.update({ a: 1 });
    expect(client.state().status).toBe('loading');
    await client.update();
    await first;
    expect(calls).toEqual(['GET /csrf', 'POST /session']);
    expect(client.state().status).toBe('authenticated');
    expect(notified).toEqual(['getSession']);
  });

  test('that fails changes nothing and tells nobody', async () => {
    const client = begin();
    served = 'fault';
    await client.update();
    expect(client.state()).toEqual({ status: 'authenticated', player: anna, isExpired: false });
    expect(notified).toEqual([]);
  });
});

test('signing out tells the other tabs and goes where the server says', async () => {
  await begin().signOut('/en');
  expect(calls).toEqual(['GET /csrf', 'POST /signout']);
  expect(notified).toEqual(['signout']);
  expect(forgotten).toBe(1);
  expect(left).toEqual(['http://localhost/loggedout']);
});

test('two calls that are refused at once end the session once', async () => {
  const client = begin();
  await Promise.all([client.expire(), client.expire()]);
  expect(calls).toEqual(['GET /csrf', 'POST /signout']);
});

test('signing out of a page whose player is signed in no more ends nothing and says who is', async () => {
  const client = begin();
  [served, isOther] = [bjarni, true];
  await client.signOut('/en');
  expect(others).toEqual(['1 Bjarni']);
  expect([left, notified]).toEqual([[], []]);
  expect(client.state().player?.playerId).toBe('2');
});

test('a session that began while the page noticed the end of its own lives on', async () => {
  const client = begin();
  isOther = true;
  await client.expire();
  expect(client.state()).toEqual({ status: 'authenticated', player: anna, isExpired: false });
  expect(left).toEqual([]);
});
