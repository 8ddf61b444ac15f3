/** Weight and steadiness of the pages: bytes after gzip on first load, layout shift. */
import { expect, test } from 'vitest';
import { browser } from '#test/harness/own-browser.ts';
import { sharedInstance } from '#test/harness/shared-instance.ts';
import { devices, visit } from './browser.ts';
import { signedInPlayer } from './steps.ts';
import { expectLight } from './weigh.ts';

const instance = sharedInstance();

const marks: [path: string, script: number, style: number][] = [
  ['/', 138, 18],
  ['/lottoleikir/lotto', 137, 19.5],
  ['/lottoleikir/lotto/spila', 153, 16],
  ['/urslit/lotto', 140, 19.5],
  ['/tolfraedi/lotto', 136, 17.5],
  ['/vann-eg', 136, 18],
  ['/felog', 139, 19],
  ['/felog/101', 141, 19],
  ['/aheit', 136, 17.5],
  ['/minar-sidur', 138, 19.5],
  ['/getraunaleikir/1x2-enski-boltinn', 160, 23.5],
  ['/getraunaleikir/xg', 160, 23.5],
];

test.each(marks)('%s stays within its bytes and does not shift', (path, script, style) =>
  expectLight(instance, path, { script, style }),
);

/** Chunks by name, of what is fetched to show the page. */
async function chunksOf(path: string): Promise<string[]> {
  const storageState = await signedInPlayer(instance);
  const { page, close } = await visit(browser, instance.url, { ...devices.phone, storageState });
  const names: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/assets\/([\w-]+)-[\w-]{8}\.js$/.exec(request.url()) ?? [];
    if (name !== undefined) names.push(name);
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await close();
  return names;
}

test('an empty slip loads what makes a purchase, not its review; other pages load neither', async () => {
  const atStart = await chunksOf('/lottoleikir/lotto/spila');
  expect(atStart).toEqual(expect.arrayContaining(['play', 'play-page', 'purchase']));
  for (const later of ['review-dialog', 'price-notes', 'subscription-board', 'saved-dialog', 'payments-host'])
    expect(atStart).not.toContain(later);
  for (const path of ['/', '/urslit/lotto', '/minar-sidur']) {
    const names = await chunksOf(path);
    expect(names).toContain('frame');
    for (const selling of ['play', 'purchase', 'kept-slip']) expect(names, path).not.toContain(selling);
  }
});
