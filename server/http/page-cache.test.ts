import { expect, test } from 'vitest';
import { createPageCache, type Moment, type Places } from './page-cache.ts';

const page = ({ nonce, now }: Moment) => `<script nonce="${nonce}">"${now}"</script><b nonce="${nonce}">`;
const first = { nonce: 'first-nonce', now: '2026-11-21T10:00:00.000Z', own: null };
const second = { nonce: 'other-nonce', now: '2026-11-21T10:00:00.400Z', own: null };

type Make = (moment: Moment) => Response;

function keeper(
  response: Make = (moment) => new Response(page(moment)),
  more: { own: string | null; places: Places | null } = { own: null, places: null },
) {
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
        return { response: response(at), ...more };
      });
      return answer.text();
    },
  };
}

/** What the second visitor gets of a page that was rendered for the first. */
const shared = page({ ...second, now: first.now });

test('asked for twice within a second it is rendered once, with an own nonce each', async () => {
  const { ask, rendered } = keeper();
  expect(await ask(first)).toBe(page(first));
  expect(await ask(second)).toBe(shared);
  expect(rendered()).toBe(1);
});

test('a picture comes byte for byte, to a player too', async () => {
  const picture = Buffer.from('89504e470d0a1a0aff00fe', 'hex');
  const headers = { 'Content-Type': 'image/png' };
  const kept = createPageCache(() => 0);
  const places = { mark: /<!--(\d)-->/, fill: () => [] };
  const answer = await kept.answer('/', first, async () => ({
    ...{ response: new Response(picture, { headers }), own: 'own', places },
  }));
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture);
});

test('visitors who come together share one rendering', async () => {
  const { ask, rendered } = keeper();
  expect(await Promise.all([ask(first), ask(second)])).toEqual([page(first), shared]);
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

const ownOf = (firstName: string, balance: number) =>
  ({ player: { firstName }, account: { balance } }) as NonNullable<Moment['own']>;
const places: Places = {
  mark: /<place (\d)>/,
  fill: ({ player, account }) => [player.firstName, String(account.balance)],
};

test('what is a player’s own is put in for each: in marked places, and in the data of the page', async () => {
  const html = { headers: { 'Content-Type': 'text/html; charset=utf-8' } };
  const data = (own: string) => JSON.stringify(JSON.stringify(['own', own])).replaceAll('<', '\\u003c');
  const make = () => new Response(`<b><place 1></b><place 0><script>take(${data('OWN')})</script>`, html);
  const { ask, rendered } = keeper(make, { own: 'OWN', places });
  const ada = { ...first, own: ownOf('Ada </script>"', 900) };
  const bo = { ...second, own: ownOf('Bo', 17) };
  const wanted = ({ own }: typeof ada) =>
    `<b>${own.account.balance}</b>${own.player.firstName}<script>take(${data(JSON.stringify(own))})</script>`;
  for (const moment of [ada, bo, ada]) {
    const answer = await ask(moment);
    expect(answer.replaceAll('\\u003e', '>')).toBe(wanted(moment));
  }
  expect(rendered()).toBe(1);
});

test('data that a browser asks for by itself has it too, written as JSON is', async () => {
  const make = () =>
    new Response(JSON.stringify(['own', 'OWN']), { headers: { 'Content-Type': 'text/x-script' } });
  const { ask } = keeper(make, { own: 'OWN', places });
  const own = ownOf('Ada "the first"', 900);
  expect(JSON.parse(await ask({ ...first, own }))).toEqual(['own', JSON.stringify(own)]);
  expect(await ask({ ...second, own: ownOf('Bo', 17) })).not.toContain('Ada');
});

test('a page that failed is filled in for its own visitor and not kept', async () => {
  const make = () => new Response('<place 0>', { status: 404, headers: { 'Content-Type': 'text/html' } });
  const { ask, rendered } = keeper(make, { own: 'OWN', places });
  expect(await ask({ ...first, own: ownOf('Ada', 1) })).toBe('Ada');
  expect(await ask({ ...second, own: ownOf('Bo', 2) })).toBe('Bo');
  expect(rendered()).toBe(2);
});
