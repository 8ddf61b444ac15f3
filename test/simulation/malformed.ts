/** Requests that are no purchase at all; nothing of the state decides about them. */

import type { Wager } from './agreed.ts';
import type { Sent } from './client.ts';
import type { Random } from './random.ts';
import { expectEqual, insist, type Op } from './sim.ts';
import { wagerFor } from './wagers.ts';

type Malformed = (wager: Wager) => { sent: Partial<Sent>; expected: [number, string] };

const bad = (body: unknown, code = 'EC_INVALID_INPUT'): ReturnType<Malformed> => ({
  sent: { body },
  expected: [400, code],
});

const kinds: readonly Malformed[] = [
  ({ rows: _, ...rest }) => bad(rest, 'EC_MISSING_FIELD'),
  ({ stake: _, ...rest }) => bad(rest, 'EC_MISSING_FIELD'),
  (wager) => bad({ ...wager, stake: String(wager.stake) }),
  (wager) => bad({ ...wager, stake: wager.stake + 0.5 }),
  (wager) => bad({ ...wager, rows: 'none' }),
  () => bad('{"gameId":'),
  () => bad('', 'EC_MISSING_BODY'),
  (wager) => ({
    sent: { body: wager, headers: { 'content-type': 'text/plain' } },
    expected: [400, 'EC_INVALID_INPUT'],
  }),
  (wager) => ({
    sent: { body: { ...wager, note: 'x'.repeat(100_000) } },
    expected: [413, 'EC_INVALID_INPUT'],
  }),
  (wager) => ({ sent: { body: wager, cookie: '' }, expected: [401, 'EC_AUTH_FAIL'] }),
  (wager) => ({
    sent: { body: wager, cookie: 'next-auth.session-token=unknown' },
    expected: [401, 'EC_AUTH_FAIL'],
  }),
  (wager) => ({
    sent: { body: wager, headers: { origin: 'https://elsewhere.example' } },
    expected: [403, 'EC_ACTION_NOT_ALLOWED'],
  }),
  (wager) => ({ sent: { body: wager, key: 'x'.repeat(256) }, expected: [400, 'EC_INVALID_INPUT'] }),
];

export async function sendMalformed(op: Op, random: Random, key: string): Promise<void> {
  const { sent, expected } = random.pick(kinds)(wagerFor(op.sim.model, random));
  const { answer } = await insist(op, {
    path: '/lotto/buy',
    method: 'POST',
    cookie: op.player.cookie,
    key,
    ...sent,
  });
  expectEqual(op, 'a malformed purchase', [answer.status, answer.body.code], expected);
}
