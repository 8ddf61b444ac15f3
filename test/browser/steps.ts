/** Steps that several walks take, by role and label, in both languages. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import en from '#content/texts/en.json' with { type: 'json' };
import is from '#content/texts/is.json' with { type: 'json' };
import { databaseOf, signedInPlayers } from '#test/harness/instance-sales.ts';
import type { Instance, RunningInstance } from '#test/harness/product.ts';
import type { Device } from './browser.ts';

export const languages = {
  is: { texts: is, home: '/', prefix: '' },
  en: { texts: en, home: '/en', prefix: '/en' },
} as const;

export type Language = keyof typeof languages;

/** Each language and each width once; what both make together is looked at where a screen is built. */
export const languageRuns: readonly [Language, Device][] = [
  ['is', 'phone'],
  ['en', 'desktop'],
];

export const demoPassword = 'sandkassi1';

/** The heading of the page itself. */
export function title(page: Page) {
  return page.getByRole('heading', { level: 1 });
}

/** The scripts have taken the page over: what is pressed from now on is heard. */
export async function isHydrated(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
}

export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await isHydrated(page);
}

/** In the open sign-in dialog: the password instead of the electronic ID. */
export async function choosePassword(page: Page, language: Language = 'is'): Promise<void> {
  await page.getByRole('dialog').getByText(languages[language].texts.auth.login.withPassword).click();
}

/** Fills the open sign-in dialog and waits until it is gone. */
export async function signIn(page: Page, language: Language, username: string): Promise<void> {
  const { login } = languages[language].texts.auth;
  const dialog = page.getByRole('dialog', { name: login.title, exact: true });
  await choosePassword(page, language);
  await dialog.getByLabel(login.username).fill(username);
  await dialog.getByLabel(login.password, { exact: true }).fill(demoPassword);
  await dialog.getByRole('button', { name: login.submit, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Signs a demo player in by password without a page. */
export async function signInDirectly(page: Page, username: string): Promise<void> {
  const { request } = page.context();
  const { csrfToken } = (await (await request.get('/api/auth/csrf')).json()) as { csrfToken: string };
  const form = { csrfToken, username, password: demoPassword, json: 'true', callbackUrl: '/' };
  const answer = await request.post('/api/auth/callback/credentials', { form });
  if (answer.status() !== 200) throw new Error(`Signing ${username} in was answered ${answer.status()}`);
}

/** The button between slip and purchase, on the side that the width shows. */
export function reviewButton(page: Page, language: Language) {
  const { reviewShort } = languages[language].texts.slip;
  return page.getByRole('button', { name: new RegExp(`^${reviewShort}`) }).filter({ visible: true });
}

export function buyButton(page: Page, language: Language) {
  const start = languages[language].texts.review.buy.split('{')[0] ?? '';
  return page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${start}`) });
}

export const playPath = '/lottoleikir/lotto/spila';
/** Two rows, 300 kr. */
export const filledPath = `${playPath}?rows=1-2-3-4-5_6-7-8-9-10`;

export async function openReview(page: Page, path = filledPath): Promise<void> {
  await openPage(page, path);
  await reviewButton(page, 'is').click();
  await buyButton(page, 'is').waitFor();
}

/** How many tickets the page's player has. */
export async function ticketCount(page: Page): Promise<number> {
  const answer = await page.request.get('/api/proxy/user/tickets/1');
  return ((await answer.json()) as { ticketCount: number }).ticketCount;
}

const root = join(import.meta.dirname, '../..');

/** Runs an operator command against the instance; fails the test when it is refused. */
export function operator(instance: Instance, ...args: string[]): string {
  const run = spawnSync(process.execPath, ['operator/main.ts', ...args], {
    cwd: root,
    env: instance.env,
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`operator ${args.join(' ')}: ${run.stdout}${run.stderr}`);
  return run.stdout;
}

/** A new player with money, as the state of a browser that is signed in. */
export async function signedInPlayer(instance: RunningInstance, balance = 50_000) {
  const database = databaseOf(instance);
  const [token = ''] = await signedInPlayers(database, 1, balance).finally(database.close);
  return sessionState(token);
}

/** A session as the state of a browser that is signed in. */
export function sessionState(value: string) {
  const session = { name: 'next-auth.session-token', value, sameSite: 'Lax' as const };
  const cookie = { ...session, domain: 'localhost', path: '/', expires: -1, httpOnly: true, secure: false };
  return { cookies: [cookie], origins: [] };
}

/** Waits until pages show what editors wrote instead of the minimum that the product carries. */
export async function contentHasCome(instance: RunningInstance): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await fetch(`${instance.url}/api/proxy/dato/site-config`);
    const { id } = (await answer.json()) as { id?: string };
    if (id !== undefined && !id.startsWith('built-in')) return;
    await sleep(200);
  }
  throw new Error('The content service never answered');
}
