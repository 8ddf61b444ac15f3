import { afterEach, expect, test, vi } from 'vitest';
import { browserApi } from './browser-api.ts';
import { setPagePlayer } from './page-player.ts';
import { type Refusal, whenOtherPlayer, whenRefused } from './refused.ts';

const strong = { code: 'EC_ELOGIN_AUTH_REQUIRED', message: '', details: { errorId: 'e' } };
const fresh = { ...strong, details: { errorId: 'e', fresh: true } };
const eId = { ...strong, details: { errorId: 'e', fresh: true, eId: true } };

/** Answers one call after the other and keeps what was sent. */
function serve(...answers: [status: number, body: object][]) {
  const sent: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(init);
    const [status, body] = answers[sent.length - 1] ?? [500, {}];
    return Response.json(body, { status });
  });
  return sent;
}

function mending(isMended: boolean): Refusal[] {
  const asked: Refusal[] = [];
  whenRefused(async (refusal) => {
    asked.push(refusal);
    return isMended;
  });
  return asked;
}

afterEach(() => {
  vi.unstubAllGlobals();
  whenRefused(async () => false);
  setPagePlayer(null);
});

const cancel = () => browserApi('lotto.cancel', { body: { ticketId: '1' } }, { idempotencyKey: 'one' });

test.each([
  ['fresh', fresh],
  ['eLoginRequired', strong],
  ['eLoginRevalidation', eId],
] as const)(
  'a call that asks for %s proof is repeated with the same key once that is given',
  async (refusal, body) => {
    const asked = mending(true);
    const sent = serve([403, body], [200, { success: true }]);
    expect(await cancel()).toEqual({ success: true });
    expect(asked).toEqual([refusal]);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  },
);

test('a call whose proof was not given is refused as it was', async () => {
  mending(false);
  const sent = serve([403, fresh]);
  await expect(cancel()).rejects.toMatchObject({ status: 403, code: 'EC_ELOGIN_AUTH_REQUIRED' });
  expect(sent).toHaveLength(1);
});

test('a call is repeated once, not for ever', async () => {
  const asked = mending(true);
  const sent = serve([403, fresh], [403, fresh]);
  await expect(cancel()).rejects.toMatchObject({ status: 403 });
  expect(asked).toEqual(['fresh']);
  expect(sent).toHaveLength(2);
});

test('a call without a session says so to the frame', async () => {
  const asked = mending(false);
  serve([401, { code: 'EC_AUTH_FAIL', message: '', details: { errorId: 'e' } }]);
  await expect(cancel()).rejects.toMatchObject({ status: 401 });
  expect(asked).toEqual(['expired']);
});

test.each([
  [403, 'EC_ACTION_NOT_ALLOWED'],
  [403, 'EC_ACCOUNT_CLOSED'],
  [400, 'EC_AUTH_FAIL'],
  [502, 'EC_ELOGIN_AUTH_REQUIRED'],
])('%i %s asks for nothing', async (status, code) => {
  const asked = mending(true);
  serve([status, { code, message: '', details: { errorId: 'e' } }]);
  await expect(cancel()).rejects.toMatchObject({ status, code });
  expect(asked).toEqual([]);
});

test('a call names the player of its page, also when it is repeated after another signed in', async () => {
  setPagePlayer('1');
  whenRefused(async () => {
    setPagePlayer('2');
    return true;
  });
  const sent = serve([403, fresh], [200, { success: true }]);
  await cancel();
  expect(sent.map(({ headers }) => new Headers(headers).get('Player-Id'))).toEqual(['1', '1']);
});

test('that another player is signed in is told to the frame, and has a code of its own', async () => {
  const told: string[] = [];
  whenOtherPlayer((signedInAs) => told.push(signedInAs));
  const details = { errorId: 'e', otherPlayer: true, signedInAs: 'Björn Jónsson' };
  serve([403, { code: 'EC_ACTION_NOT_ALLOWED', message: '', details }]);
  await expect(cancel()).rejects.toMatchObject({ status: 403, code: 'otherPlayer' });
  expect(told).toEqual(['Björn Jónsson']);
});
