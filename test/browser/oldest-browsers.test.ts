/** The oldest browsers (docs/design-system.md, Browsers): the build, and a walk without newer features. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { browser } from '#test/harness/own-browser.ts';
import { sharedInstance } from '#test/harness/shared-instance.ts';
import { findNewer, inScript, inStyle } from '#tools/browsers/newer.ts';
import { devices, visit } from './browser.ts';
import { buyButton, languages, openPage, playPath, signIn } from './steps.ts';

const instance = sharedInstance();
const { texts } = languages.is;
const assets = join(import.meta.dirname, '../../build/client/assets');

test.each([
  ['.js', inScript],
  ['.css', inStyle],
] as const)('no built %s uses what the oldest browsers lack', (ending, list) => {
  // The catalogue is a page of ours alone.
  const files = readdirSync(assets).filter(
    (name) => name.endsWith(ending) && !/^(old-browsers|catalogue)/.test(name),
  );
  expect(files.length).toBeGreaterThan(0);
  const newerFeatures = files.flatMap((name) =>
    findNewer(list, readFileSync(join(assets, name), 'utf8')).map((what) => `${name}: ${what}`),
  );
  expect(newerFeatures).toEqual([]);
});

/** Runs in the page before its scripts. */
function takeAway(): void {
  const gone: [object, string[]][] = [
    [Promise, ['withResolvers', 'try']],
    [URL, ['parse', 'canParse']],
    [Array, ['fromAsync']],
    [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [Element.prototype, ['checkVisibility', 'moveBefore']],
    [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover']],
    [HTMLButtonElement.prototype, ['popoverTargetElement', 'popoverTargetAction', 'command']],
    [HTMLDialogElement.prototype, ['closedBy', 'requestClose']],
    [Document.prototype, ['startViewTransition']],
    [AbortSignal, ['any']],
    [window, ['requestIdleCallback', 'scheduler', 'navigation', 'CloseWatcher', 'cookieStore', 'Iterator']],
  ];
  for (const [object, names] of gone) for (const name of names) Reflect.deleteProperty(object, name);
  const { supports } = CSS;
  CSS.supports = (...args: [string]) => !args.join().includes('light-dark') && supports.apply(CSS, args);
}

describe.each(['light', 'dark'] as const)('without what the oldest browsers lack, %s', (colorScheme) => {
  test.each(['phone', 'desktop'] as const)('menus open, one signs in and buys on %s', async (device) => {
    const { page, faults, close } = await visit(browser, instance.url, { ...devices[device], colorScheme });
    await page.addInitScript(takeAway);
    await openPage(page, playPath);
    expect(await page.evaluate(() => 'toSpliced' in Array.prototype)).toBe(false);

    const opener = page
      .locator('[popovertarget=panel-menu]:visible, [popovertarget=panel-mobile]:visible')
      .first();
    await opener.click();
    const panel = page.locator('#panel-menu:visible, #panel-mobile:visible');
    await panel.getByRole('link').first().waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: texts.play.quickPickRest }).click();
    await page.getByRole('link', { name: texts.slip.logInToBuy }).filter({ visible: true }).click();
    await signIn(page, 'is', 'spilari1');
    await buyButton(page, 'is').click();
    await page.getByRole('dialog', { name: texts.purchase.doneTitle }).waitFor();

    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe(colorScheme === 'dark' ? 'rgb(16, 23, 29)' : 'rgb(251, 250, 246)');
    expect(faults).toEqual([]);
    await close();
  });
});
