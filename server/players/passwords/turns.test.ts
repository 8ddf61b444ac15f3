import { expect, test } from 'vitest';
import { createTurns, type Turn } from './turns.ts';

/** One at a time; `served`: who was, in order. */
function desk(waitingMax = 10) {
  const turns = createTurns(1, waitingMax);
  const served: string[] = [];
  const done: (() => void)[] = [];
  const ask = (turn: Partial<Turn> & { name: string }) => {
    const whole = { network: 'home', isKnown: false, waitingId: turn.name, ...turn };
    const asked = turns.run(whole, () => {
      served.push(turn.name);
      return new Promise<void>((resolve) => done.push(resolve));
    });
    return asked.then(
      () => 'served',
      (error: Error & { code?: string }) => (error.name === 'AbortError' ? 'gone' : error.code),
    );
  };
  const serve = async (count: number) => {
    for (let nth = 0; nth < count; nth++) {
      await new Promise((resolve) => setImmediate(resolve));
      done.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { ...turns, ask, serve, served };
}

test('browsers that are known come first, of each kind the networks in turn', async () => {
  const { ask, serve, served, placeOf } = desk();
  for (const name of ['now', 'a1', 'a2', 'a3']) void ask({ name, network: 'a' });
  void ask({ name: 'b1', network: 'b' });
  void ask({ name: 'c1', network: 'c', isKnown: true });
  expect(['c1', 'a1', 'b1', 'a2', 'a3', 'now', 'nobody'].map(placeOf)).toEqual([1, 2, 3, 4, 5, null, null]);
  await serve(1);
  expect(['c1', 'a1'].map(placeOf)).toEqual([null, 1]);
  void ask({ name: 'd1', network: 'd' });
  await serve(6);
  expect(served).toEqual(['now', 'c1', 'a1', 'b1', 'd1', 'a2', 'a3']);
});

test('who comes later from a quiet network does not wait for all that a loud one has brought', async () => {
  const { ask, serve, served } = desk();
  for (const name of ['now', '1', '2', '3', '4']) void ask({ name, network: 'loud' });
  await serve(2);
  void ask({ name: 'quiet', network: 'quiet' });
  await serve(4);
  expect(served.slice(0, 5)).toEqual(['now', '1', '2', 'quiet', '3']);
});

test('a full line turns the last of the loudest away, or who would be last', async () => {
  const { ask, serve, served } = desk(3);
  const asked = ['now', '1', '2', '3'].map((name) => ask({ name, network: 'loud' }));
  expect(await ask({ name: '4', network: 'loud' })).toBe('EC_SYSTEM_CLOSED');
  void ask({ name: 'quiet', network: 'quiet' });
  expect(await asked[3]).toBe('EC_SYSTEM_CLOSED');
  void ask({ name: 'known', network: 'loud', isKnown: true });
  expect(await asked[2]).toBe('EC_SYSTEM_CLOSED');
  await serve(4);
  expect(served).toEqual(['now', 'known', '1', 'quiet']);
});

test('a name waits once: from the same network in its place, from another not at all', async () => {
  const { ask, serve, served, placeOf } = desk();
  void ask({ name: 'now' });
  const first = ask({ name: 'sigga', waitingId: 'first' });
  void ask({ name: 'jon' });
  void ask({ name: 'sigga', waitingId: 'second' });
  expect(await first).toBe('EC_ACTION_NOT_ALLOWED');
  expect([placeOf('first'), placeOf('second'), placeOf('jon')]).toEqual([null, 1, 2]);
  expect(await ask({ name: 'sigga', network: 'elsewhere' })).toBe('EC_ACTION_NOT_ALLOWED');
  void ask({ name: 'sigga', network: 'elsewhere', isKnown: true, waitingId: 'own browser' });
  expect(placeOf('own browser')).toBe(1);
  await serve(4);
  expect(served).toEqual(['now', 'sigga', 'sigga', 'jon']);
});

test('who goes away is waited for no longer, and costs nothing', async () => {
  const { ask, serve, served, placeOf } = desk();
  const leaving = new AbortController();
  void ask({ name: 'now' });
  const gone = ask({ name: 'gone', signal: leaving.signal });
  void ask({ name: 'next' });
  leaving.abort();
  expect(await gone).toBe('gone');
  expect(placeOf('next')).toBe(1);
  await serve(2);
  expect(served).toEqual(['now', 'next']);
});

test('work that fails gives its place to the next', async () => {
  const turns = createTurns(1, 1);
  const turn = { name: 'a', network: 'a', isKnown: false };
  await expect(turns.run(turn, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await turns.run(turn, async () => 'next')).toBe('next');
});
