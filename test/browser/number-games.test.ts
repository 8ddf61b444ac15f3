/** The three number lotteries are one page: extra numbers, systems, subscriptions, codes and kept rows. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browser } from '#test/harness/own-browser.ts';
import { sharedInstance } from '#test/harness/shared-instance.ts';
import { devices, expectAccessible, expectNoSidewaysScroll, visit } from './browser.ts';
import { buyButton, languages, openPage, reviewButton, signedInPlayer, title } from './steps.ts';

const instance = sharedInstance();

async function player(device: keyof typeof devices) {
  const storageState = await signedInPlayer(instance);
  return visit(browser, instance.url, { ...devices[device], storageState });
}

async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

/** Presses the numbers of one grid, which its legend names. */
async function choose(page: Page, legend: RegExp, numbers: readonly number[]): Promise<void> {
  const grid = page.getByRole('group', { name: legend });
  for (const number of numbers) await grid.getByText(String(number), { exact: true }).click();
}

test('EuroJackpot on a phone: numbers, stars and two draws, from the grid to the ticket', async () => {
  const { texts } = languages.is;
  const { page, faults, close } = await player('phone');
  const limits = await (await page.request.get('/api/proxy/user/limits')).json();
  await page.request.post('/api/proxy/user/limits', { data: { ...limits, stakeLimitDay: 1_000 } });
  await openPage(page, '/lottoleikir/eurojackpot/spila');
  await choose(page, /Röð A, veldu 5 tölur/, [3, 17, 22, 41, 50]);
  // Five numbers are no row yet.
  await expect.poll(() => page.getByText('0 raðir').count()).toBeGreaterThan(0);
  await choose(page, /Veldu 2 stjörnutölur/, [4, 9]);
  // One row of 310 kr. in ten draws is more than the day allows, and has no smaller part: fewer draws fit.
  await page.getByRole('radio', { name: /^10 útdrættir/ }).check({ force: true });
  await page.getByText('er meira en eftir er af kaupmörkum dagsins').filter({ visible: true }).waitFor();
  await page.getByRole('button', { name: /^Fækka útdráttum í 2 · 620\skr\./ }).click();
  await page.getByRole('radio', { name: /^2 útdrættir/, checked: true }).waitFor();
  await page.getByText(texts.play.acts.drawsFewer).first().waitFor();
  const truth = page.getByRole('heading', { name: texts.truePrice.title }).filter({ visible: true });
  await truth.waitFor();
  await expectGood(page);

  await reviewButton(page, 'is').click();
  const dialog = page.getByRole('dialog');
  await buyButton(page, 'is').waitFor();
  expect(await dialog.textContent()).toMatch(/stjörnutala 4.*stjörnutala 9/);
  expect(await dialog.textContent()).toContain('1 á móti 139.838.160');
  expect(await dialog.textContent()).toMatch(/Inneign eftir kaup: 49\.380\skr\./);
  await expectGood(page);
  await buyButton(page, 'is').click();
  await page.getByRole('dialog', { name: texts.purchase.doneTitle }).waitFor();
  await page.getByRole('link', { name: texts.purchase.viewTicket }).click();
  await page.getByText(texts.ticket.more).waitFor();
  expect(await page.getByRole('main').textContent()).toContain('stjörnutala 9');
  expect(await page.getByRole('main').textContent()).toContain('EuroJackpot');
  expect(faults).toEqual([]);
  await close();
});

test('must-hold 96: where random numbers fail, quick pick says so and a row is chosen by hand', async () => {
  const { texts } = languages.is;
  const { page, faults, close } = await player('phone');
  await page.addInitScript(() => {
    crypto.getRandomValues = (array) => array;
  });
  // Five rows are asked for by the address, and none comes.
  await openPage(page, '/lottoleikir/lotto/spila?quick=5');
  const said = page.getByRole('alert').filter({ hasText: texts.ends.purchase.quickPickOff.happened });
  await said.waitFor();
  expect(await page.getByText('0 raðir').count()).toBeGreaterThan(0);
  await choose(page, /Röð A, veldu 5 tölur/, [3, 17, 22]);
  await page.getByRole('button', { name: texts.play.quickPickRest }).click();
  await choose(page, /Röð A, veldu 5 tölur/, [41, 44]);
  await page.getByText('1 röð', { exact: true }).filter({ visible: true }).first().waitFor();
  await page.getByRole('button', { name: /^Bæta við Jóker/ }).click();
  await page.getByText('Villa: 5 tölustafi vantar í Jóker').waitFor();
  await expectGood(page);
  expect(faults).toEqual([]);
  await close();
});

test('a Vikinglotto system takes the place of rows, which come back, and is bought', async () => {
  const { texts } = languages.en;
  const { page, faults, close } = await player('desktop');
  await openPage(page, '/en/lottoleikir/vikinglotto/spila?rows=4-11-19-27-35-46b3');
  await page.getByRole('radio', { name: texts.play.modeSystem }).check({ force: true });
  await page.getByText(texts.play.acts.systemChosen).last().waitFor();
  await page.getByText(texts.system.sixNumbers).waitFor();
  await page.getByRole('button', { name: texts.common.undo }).first().click();
  await page.getByRole('button', { name: 'Edit row A' }).waitFor();

  await page.getByRole('radio', { name: texts.play.modeSystem }).check({ force: true });
  // 210 rows in ten draws are 241.500 kr.: what the limit of the day allows is said, and put on the slip.
  await page.getByRole('radio', { name: /^10 numbers/ }).check({ force: true });
  await page.getByRole('radio', { name: /^10 draws/ }).check({ force: true });
  await expect.poll(() => reviewButton(page, 'en').textContent()).toBe(texts.slip.reviewShort);
  await page.getByRole('button', { name: texts.play.quickPickRest }).click();
  await page.getByText('is more than is left of today').filter({ visible: true }).waitFor();
  await page.getByRole('button', { name: 'Reduce to 9 numbers · 96.600 kr.' }).click();
  await expect.poll(() => reviewButton(page, 'en').textContent()).toMatch(/96\.600\skr\./);
  await page.getByRole('radio', { name: /^1 draw/ }).check({ force: true });

  await page.getByRole('radio', { name: /^8 numbers/ }).check({ force: true });
  await page.getByRole('button', { name: texts.system.winTable }).click();
  const table = page.getByRole('dialog').getByRole('table', { name: 'Viking number correct', exact: true });
  // Of eight with six right: one row of six, 6 × 2 of five, 15 × 1 of four.
  expect(await table.getByRole('row').nth(1).textContent()).toBe('611215–');
  await expectGood(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe(texts.system.winTable);
  await expect.poll(() => reviewButton(page, 'en').textContent()).toMatch(/3\.220\skr\./);
  await expectGood(page);

  // The slip is kept for the session, systems too.
  await page.reload();
  await expect.poll(() => reviewButton(page, 'en').textContent()).toMatch(/3\.220\skr\./);
  await reviewButton(page, 'en').click();
  await buyButton(page, 'en').click();
  await page.getByRole('dialog', { name: texts.purchase.doneTitle }).waitFor();
  await page.getByRole('link', { name: texts.purchase.viewTicket }).click();
  await page.getByText(texts.ticket.more).waitFor();
  expect(await page.getByRole('main').textContent()).toContain('Viking number');
  await expectGood(page);
  expect(faults).toEqual([]);
  await close();
});

test('a subscription is started with its terms accepted, seen on my pages, and cancelled', async () => {
  const { texts } = languages.is;
  const { page, faults, close } = await player('phone');
  const { subscriptions } = texts.myPages;
  await openPage(page, '/lottoleikir/lotto/spila?rows=4-11-19-27-35&subscription=true');
  await page.getByRole('heading', { name: texts.subscription.plan }).waitFor();
  await expectGood(page);
  await page.getByRole('button', { name: texts.slip.reviewSubscription }).filter({ visible: true }).click();
  const start = page.getByRole('dialog').getByRole('button', { name: /^Stofna áskrift · / });
  await start.click();
  await page.getByText(texts.subscription.termsMissing).waitFor();
  await expectGood(page);
  await page.getByLabel(texts.subscription.terms).check();
  const receipt = page.getByRole('dialog', { name: texts.subscription.doneTitle });
  const charged = /([\d.]+)\skr\./.exec((await start.textContent()) ?? '')?.[1] ?? 'none';
  await start.click();
  await receipt.getByText(texts.purchase.labelPaid, { exact: true }).waitFor();
  expect(await receipt.locator('dl').first().textContent()).toContain(charged);
  await page.getByRole('link', { name: texts.purchase.viewSubscription }).click();
  await expect.poll(() => title(page).textContent()).toBe('Áskrift í Lottó');
  await expectGood(page);

  await page.getByRole('button', { name: subscriptions.cancel }).click();
  await page.getByRole('button', { name: subscriptions.cancelConfirm }).click();
  await page.getByText(/Áskriftinni var sagt upp/).waitFor();
  await page.goto('/minar-sidur/askriftir');
  await page.getByText(texts.status.subscription.cancelled).waitFor();
  await expectGood(page);
  expect(faults).toEqual([]);
  await close();
});

test('a code fills the slip, also of another game; kept rows are gone after signing out', async () => {
  const { texts } = languages.is;
  const { page, faults, close } = await player('desktop');
  const code = async (text: string): Promise<void> => {
    await page.getByRole('button', { name: texts.play.code }).click();
    await page.getByLabel(texts.play.codeLabel).fill(text);
    await page.getByRole('button', { name: texts.play.codeUse }).click();
  };
  await openPage(page, '/lottoleikir/lotto/spila');
  await code('L7 1 2 3');
  await page.getByText(texts.play.codeWrong).waitFor();
  await page.keyboard.press('Escape');
  await code('ej 3 17 22 41 50, 1 2 3 4 5 b 4 9 j 01234');
  await expect.poll(() => title(page).textContent()).toContain('EuroJackpot');
  await expect.poll(() => reviewButton(page, 'is').textContent()).toMatch(/870\skr\./);

  await page.getByRole('button', { name: texts.savedRows.title }).click();
  await page.getByRole('button', { name: texts.savedRows.save }).click();
  await page.getByText(texts.savedRows.saved).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: texts.play.removeAll }).click();
  await page.getByRole('button', { name: texts.savedRows.title }).click();
  await page.getByRole('button', { name: texts.savedRows.use }).click();
  await expect.poll(() => reviewButton(page, 'is').textContent()).toMatch(/870\skr\./);

  await page.locator('[popovertarget=panel-user-menu]:visible').first().click();
  await page.locator('#panel-user-menu').getByRole('button', { name: texts.nav.logOut }).click();
  await page.getByRole('status').getByText(texts.session.signedOutSlip).waitFor();
  await openPage(page, '/lottoleikir/eurojackpot/spila');
  await page.getByRole('button', { name: texts.savedRows.title }).click();
  await page.getByText(texts.savedRows.none).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('must-hold 123: pages of a game show the date and time of the server, which go on', async () => {
  const { texts } = languages.en;
  const { page, faults, close } = await visit(browser, instance.url, devices.phone);
  const said = (at: Date) => {
    const month = texts.calendar.months[String(at.getUTCMonth() + 1) as '1'];
    const date = `${at.getUTCDate()} ${month} ${at.getUTCFullYear()}`;
    return `Our clock shows ${at.toISOString().slice(11, 16)} on ${date}`;
  };
  const shown = () => page.getByText('Our clock shows').textContent();
  // The visitor's own clock stands far off.
  await page.clock.install({ time: 0 });
  for (const path of ['lottoleikir/lotto', 'urslit/lotto', 'lottoleikir/lotto/spila']) {
    await openPage(page, `/en/${path}`);
    const clock = await shown();
    const { serverTime } = await (await fetch(`${instance.url}/api/proxy/lotto/current-draw/lotto`)).json();
    const at = new Date(serverTime);
    expect([at, new Date(at.getTime() - 60_000)].map(said), path).toContain(clock);
  }
  const first = await shown();
  await page.clock.fastForward(61_000);
  await expect.poll(shown).not.toBe(first);
  expect(faults).toEqual([]);
  await close();
});

test('must-hold 119, 122: from playing one press leads to prizes and odds, and to what stays', async () => {
  const first = { lotto: '1.221.759', vikinglotto: '61.357.560', eurojackpot: '139.838.160' };
  for (const [game, oneIn] of Object.entries(first)) {
    const played = await (await fetch(`${instance.url}/lottoleikir/${game}/spila`)).text();
    expect(played.includes(` href="/lottoleikir/${game}"`), game).toBe(true);
    const page = await (await fetch(`${instance.url}/lottoleikir/${game}`)).text();
    const text = page.replace(/<script[\s\S]*?<\/script>|<[^>]*>/g, '');
    expect(text).toMatch(/Af hverjum 100\s*kr\. fara að jafnaði \d+\s*kr\. í annað en vinninga\./);
    expect(text).toContain(oneIn);
  }
});
