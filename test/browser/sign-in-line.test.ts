/** The line of those who sign in by password: the process that hashes is held while somebody waits. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hasherPid } from '#test/harness/hasher.ts';
import { browser } from '#test/harness/own-browser.ts';
import { ownInstance } from '#test/harness/own-instance.ts';
import { devices, expectNoSidewaysScroll, visit } from './browser.ts';
import { choosePassword, demoPassword, languages, openPage } from './steps.ts';

const instance = ownInstance();
const { texts } = languages.is;
const login = (page: Page) => page.getByRole('dialog', { name: texts.auth.login.title });

test.runIf(process.platform === 'linux')(
  'who waits in line sees the place, and goes in by itself',
  async () => {
    const { page, close } = await visit(browser, instance.url, devices.phone);
    const { request } = page.context();
    const { csrfToken } = (await (await request.get('/api/auth/csrf')).json()) as { csrfToken: string };
    const knock = (username: string) =>
      request.post('/api/auth/callback/credentials', {
        form: { csrfToken, username, password: 'rangtrangt', json: 'true' },
      });
    await openPage(page, '/?login=true');
    await choosePassword(page);
    await login(page).getByLabel(texts.auth.login.username).fill('spilari1');
    await login(page).getByLabel(texts.auth.login.password, { exact: true }).fill(demoPassword);
    await knock('enginn4');
    const hasher = hasherPid(instance.pids().web);
    process.kill(hasher, 'SIGSTOP');
    // Two are looked at, and nobody else before they are done.
    const before = [knock('enginn5'), knock('enginn6')];
    try {
      await sleep(500);
      await login(page).getByRole('button', { name: texts.auth.login.submit, exact: true }).click();
      await login(page).getByText(texts.auth.login.place.replace('{place}', '1')).waitFor();
      await expectNoSidewaysScroll(page);
    } finally {
      process.kill(hasher, 'SIGCONT');
    }
    await login(page).waitFor({ state: 'hidden' });
    for (const answer of await Promise.all(before)) expect(answer.status()).toBe(401);
    await close();
  },
);

test.runIf(process.platform === 'linux')('who stops waiting is not looked at', async () => {
  const answer = await fetch(`${instance.url}/api/auth/csrf`);
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  const headers = { Cookie: answer.headers.getSetCookie().join('; '), Origin: instance.url };
  const waitingId = crypto.randomUUID();
  const fields = { csrfToken, password: 'rangtrangt', json: 'true' };
  const knock = (more: { username: string; waitingId?: string }, signal?: AbortSignal) =>
    fetch(`${instance.url}/api/auth/callback/credentials`, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, ...more }),
      headers,
      ...(signal && { signal }),
    });
  const place = async () => {
    const asked = await fetch(`${instance.url}/api/proxy/auth/place/${waitingId}`);
    return ((await asked.json()) as { place: number | null }).place;
  };
  await knock({ username: 'enginn7' });
  const hasher = hasherPid(instance.pids().web);
  process.kill(hasher, 'SIGSTOP');
  const before = [knock({ username: 'enginn8' }), knock({ username: 'enginn9' })];
  try {
    await sleep(500);
    const leaving = new AbortController();
    const gone = expect(knock({ username: 'enginn10', waitingId }, leaving.signal)).rejects.toThrow('abort');
    await expect.poll(place).toBe(1);
    leaving.abort();
    await gone;
    await expect.poll(place).toBe(null);
  } finally {
    process.kill(hasher, 'SIGCONT');
  }
  await Promise.all(before);
});
