import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customer, type EIdForTests, eIdForTests } from '#test/harness/e-id.ts';
import { paths, treeHeaders } from '../wire.ts';

let time = Date.parse('2026-11-22T12:00:00Z');

let sandbox: EIdForTests;
beforeAll(async () => {
  sandbox = await eIdForTests(() => new Date(time));
});
afterAll(() => sandbox.stop());

const message = (code: string | null) => `Hending innskráning ${code}`;

describe('the code of the OAuth half', () => {
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

  async function code(cookie: string, over: Record<string, string> = {}): Promise<URL> {
    const query = new URLSearchParams({
      service: 'api_v202',
      client_id: customer.clientId,
      response_type: 'code',
      state: 's',
      scope: 'openid profile signature',
      redirect_uri: customer.redirectUri,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...over,
    });
    const url = `${sandbox.address}${paths.authorize}?${query}`;
    const answer = await fetch(url, { headers: { cookie }, redirect: 'manual' });
    expect(answer.status).toBe(302);
    return new URL(answer.headers.get('location') ?? '', sandbox.address);
  }

  async function exchange(codeText: string, over: Record<string, string> = {}) {
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: customer.clientId,
      client_secret: customer.clientSecret,
      redirect_uri: customer.redirectUri,
      code_verifier: verifier,
      code: codeText,
      ...over,
    });
    const answer = await fetch(`${sandbox.address}${paths.token}`, { method: 'POST', body });
    return { status: answer.status, body: await answer.json() };
  }

  async function session(): Promise<string> {
    const { handle } = await sandbox.client().start({ eLoginType: 'sim', phone: '6110011' }, message);
    await sandbox.control({ act: 'confirm', nationalId: '0101700019' });
    const answer = await fetch(`${sandbox.address}${paths.authenticate}`, {
      method: 'POST',
      body: JSON.stringify(handle.tree),
      headers: { ...treeHeaders, cookie: `audssolb=${handle.cookies['audssolb']}` },
    });
    expect(await answer.json()).toMatchObject({ tokenId: expect.any(String), realm: '/audkenni' });
    return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  }

  test('is good once, and only with its verifier and address', async () => {
    const cookie = await session();
    const asCode = async () => (await code(cookie)).searchParams.get('code') ?? '';
    const invalid = { status: 400, body: { error: 'invalid_grant' } };
    const first = await asCode();
    expect(await exchange(first)).toMatchObject({ status: 200, body: { id_token: expect.any(String) } });
    expect(await exchange(first)).toEqual(invalid);
    expect(await exchange(await asCode(), { code_verifier: 'x'.repeat(43) })).toEqual(invalid);
    expect(await exchange(await asCode(), { redirect_uri: 'https://elsewhere.example/' })).toEqual(invalid);
    const late = await asCode();
    time += 120_000;
    expect(await exchange(late)).toEqual(invalid);
  });

  test('is not given without session, scope or challenge', async () => {
    expect((await code('audsso=guessed')).pathname).toBe('/e-id/sso/XUI/');
    const cookie = await session();
    const errorOf = async (over: Record<string, string>) =>
      (await code(cookie, over)).searchParams.get('error');
    expect(await errorOf({ scope: 'openid' })).toBe('invalid_scope');
    expect(await errorOf({ code_challenge_method: 'plain' })).toBe('invalid_request');
    const user = await fetch(`${sandbox.address}${paths.userinfo}`, { method: 'POST' });
    expect(user.status).toBe(401);
  });
});

test('people find what is asked of them, and answer by one button', async () => {
  const { handle, code } = await sandbox
    .client()
    .start({ eLoginType: 'app', nationalId: '0101700019' }, message);
  const page = await (await fetch(`${sandbox.address}/`)).text();
  expect(page).toContain(`value="${code}"`);
  const id = (await sandbox.requests()).at(-1)?.id;
  expect(page).toContain(`action="phone/${id}"`);
  const answer = await fetch(`${sandbox.address}/phone/${id}`, {
    method: 'POST',
    body: new URLSearchParams({ choice: code }),
    redirect: 'manual' as const,
  });
  expect(new URL(answer.headers.get('location') ?? '', answer.url).pathname).toBe('/e-id/');
  time += 2_000;
  expect(await sandbox.client().poll(handle)).toMatchObject({ state: 'done' });
});
