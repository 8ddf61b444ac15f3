/** The betting league and my teams in a real browser: making a team, choosing it, and where it stands. */
import { expect, test } from 'vitest';
import { browser } from '#test/harness/own-browser.ts';
import { sharedInstance } from '#test/harness/shared-instance.ts';
import { devices, expectAccessible, expectNoSidewaysScroll, visit } from './browser.ts';
import { languageRuns, languages, openPage, signedInPlayer, title } from './steps.ts';

const instance = sharedInstance();

test.each(languageRuns)(
  'in %s on %s: a team is made, chosen and found in the league',
  async (language, device) => {
    const { prefix, texts } = languages[language];
    const { teams } = texts.myPages;
    const storageState = await signedInPlayer(instance);
    const { page, faults, close } = await visit(browser, instance.url, { ...devices[device], storageState });
    const name = language === 'is' ? 'Tveir og hálfur' : 'Two and a half';
    const make = page.getByRole('button', { name: teams.make, exact: true });
    const said = (text: string, of: string) => page.getByText(text.replace('{name}', of)).waitFor();

    await openPage(page, `${prefix}/minar-sidur/hopar`);
    await page.getByText(teams.none).waitFor();
    await page.getByLabel(teams.club, { exact: true }).selectOption({ index: language === 'is' ? 1 : 2 });
    const number = page.getByLabel(teams.numberField);
    await expect.poll(() => number.inputValue()).toMatch(/^\d+$/);
    await page.getByLabel(teams.name).fill('A');
    await make.click();
    await page.getByText(texts.validation.teamName).first().waitFor();
    await expectAccessible(page);
    await page.getByLabel(teams.name).fill(name);
    await page.keyboard.press('Enter');
    await said(teams.created, name);
    await page.getByText(teams.current, { exact: true }).waitFor();

    // The number of the first is taken, which is said while it is typed.
    await page.getByLabel(teams.club, { exact: true }).selectOption({ index: language === 'is' ? 1 : 2 });
    await expect.poll(() => number.inputValue()).toMatch(/^\d+$/);
    const free = Number(await number.inputValue());
    await number.fill(String(free - 1));
    await page.getByText(teams.taken.split('.')[0]?.replace('{number}', String(free - 1)) ?? '').waitFor();
    await number.fill(String(free));
    await page.getByLabel(teams.name).fill(name.toUpperCase());
    await make.click();
    await page.getByText(texts.errors.byCall.team.EC_DUPLICATE_FIELD).first().waitFor();
    await page.getByLabel(teams.name).fill(`${name} 2`);
    await make.click();
    await said(teams.created, `${name} 2`);
    const second = page.getByRole('listitem').filter({ hasText: `${name} 2` });
    await second.getByRole('button', { name: teams.choose }).click();
    await said(teams.chosen, `${name} 2`);

    await page.getByRole('link', { name: teams.league }).click();
    await expect.poll(() => title(page).textContent()).toBe(texts.competitions.title);
    await page.getByRole('heading', { name: texts.competitions.myTeam }).waitFor();
    await page.getByRole('rowheader', { name: `${name} 2` }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    // The season to come, and its weeks for a calendar.
    await page.getByRole('navigation', { name: texts.competitions.season }).getByRole('link').last().click();
    const file = page.getByRole('link', { name: texts.competitions.toCalendar });
    const calendar = await page.request.get(instance.url + (await file.getAttribute('href')));
    expect((await calendar.text()).match(/BEGIN:VEVENT/g)).toHaveLength(10);
    await expectAccessible(page);
    expect(faults).toEqual([]);
    await close();
  },
);

test('without script a visitor reads standings, divisions and seasons; what is unknown is said', async () => {
  const { texts } = languages.is;
  const { page, close } = await visit(browser, instance.url, { ...devices.phone, javaScriptEnabled: false });
  await page.goto('/getraunadeild?keppni=1999-1&deild=7');
  await page.getByText(texts.competitions.unknownSeason).waitFor();
  await page.getByText(texts.competitions.signInFirst).waitFor();
  await page.getByRole('link', { name: '3. deild' }).click();
  await page.waitForURL('**/getraunadeild?keppni=*&deild=3');
  await page.getByRole('heading', { name: texts.competitions.standing.replace('{division}', '3') }).waitFor();
  await close();
});
