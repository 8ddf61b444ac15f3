import { expect, test } from 'vitest';
import { createPageCache, type Moment } from './page-cache.ts';

const page = ({ nonce, now }: Moment) => `<script nonce="${nonce}">"${now}"</script><b nonce="${nonce}">`;
const first = { nonce: 'first-nonce', now: '2026-11-21T10:00:00.000Z' };
const second = { nonce: 'other-nonce', now: '2026-11-21T10:00:00.400Z' };

function keeper(response: (moment: Moment) => Response = (moment) => new Response(page(moment))) {
  let clock = 0;
  let rendered = 0;
  const kept = createPageCache(() => clock);
  return {
    forget: kept.forget,
    rendered: () => rendered,
    pass: (ms: number) => {
      clock += ms;
    },
    ask: async (moment: Moment, key = '/') => {
      const answer = await kept.answer(key, moment, async (at) => {
        rendered += 1;
        return response(at);
      });
      return answer.text();
    },
  };
}

test('asked for twice within a second it is rendered once, with an own nonce and time each', async () => {
  const { ask, rendered } = keeper();
  expect(await ask(first)).toBe(page(first));
  expect(await ask(second)).toBe(page(second));
  expect(rendered()).toBe(1);
});

test('visitors who come together share one rendering', async () => {
  const { ask, rendered } = keeper();
  expect(await Promise.all([ask(first), ask(second)])).toEqual([page(first), page(second)]);
  expect(rendered()).toBe(1);
});

test('another address, a second later, or after news from the database, it is rendered anew', async () => {
  const { ask, rendered, pass, forget } = keeper();
  await ask(first);
  await ask(first, '/en');
  expect(rendered()).toBe(2);
  pass(1001);
  await ask(first);
  expect(rendered()).toBe(3);
  forget();
  await ask(first);
  expect(rendered()).toBe(4);
});

test.each([
  ['a cookie', () => new Response('a', { headers: { 'Set-Cookie': 'csrf=1' } })],
  ['an error', () => new Response('a', { status: 500 })],
  ['a missing page', () => new Response('a', { status: 404 })],
  ['more than a megabyte', () => new Response('a'.repeat(1_000_001))],
])('%s is nobody else’s', async (_, response) => {
  const { ask, rendered } = keeper(response);
  await ask(first);
  await ask(second);
  expect(rendered()).toBe(2);
});

test('a rendering that fails is not kept', async () => {
  let fails = true;
  const { ask } = keeper((moment) => {
    if (fails) throw new Error('no database');
    return new Response(page(moment));
  });
  await expect(ask(first)).rejects.toThrow('no database');
  fails = false;
  expect(await ask(second)).toBe(page(second));
});
