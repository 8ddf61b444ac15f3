/** What is typed of a card is in no log, database or book of the product (must-hold 136). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { walkAuthentication } from '#test/harness/cardholder.ts';
import { startInstance } from '#test/harness/instance.ts';
import { databaseOf, signedInPlayers } from '#test/harness/instance-sales.ts';
import { cardOf } from '#test/harness/outsiders.ts';
import type { Instance } from '#test/harness/product.ts';

let instance: Instance;
let database: Database;
beforeAll(async () => {
  instance = await startInstance();
  database = databaseOf(instance);
});
afterAll(async () => {
  await database.close();
  await instance.dispose();
});

/** Numbers that nothing else writes by chance. */
const marks = [cardOf('02', '00', 48_613), cardOf('02', '00', 59_724), cardOf('10', '00', 60_835)];

async function send(session: string, path: string, body: object) {
  const answer = await fetch(`${instance.url}/api/proxy${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Origin: instance.url,
      Cookie: `next-auth.session-token=${session}`,
    },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { form?: { postUrl: string; fields: { name: string; value: string }[] } };
}

function add(session: string, number: string, more: object = {}) {
  const card = { number, cvd: '937', expires: '2030-05-10', isSubscriptionCard: false, reentryUrl: '/' };
  return send(session, '/user/credit-card', { ...card, ...more });
}

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.isFile()) yield path;
  }
}

/** Of the product and of its database, wherever that lies. */
function filesWith(texts: readonly string[]): string[] {
  const place = join(instance.dataDir, 'place.json');
  const elsewhere = existsSync(place)
    ? [(JSON.parse(readFileSync(place, 'utf8')) as { home: string }).home]
    : [];
  return [instance.dataDir, ...elsewhere]
    .flatMap((folder) => [...filesIn(folder)])
    .filter((path) => {
      const bytes = readFileSync(path);
      return texts.some((text) => bytes.includes(text));
    });
}

test('a card kept, given up, refused, malformed, and one whose gateway is out of order', async () => {
  const [one = '', two = '', three = ''] = await signedInPlayers(database, 3);
  const [kept = '', left = '', refused = ''] = marks;
  const begun = await add(one, kept);
  const back = begun.form && (await walkAuthentication(begun.form, 'approve'));
  if (!back) throw new Error(`the browser did not return; the card was answered ${JSON.stringify(begun)}`);
  const page = await fetch(back.url, { method: 'POST', body: new URLSearchParams(back.fields) });
  expect(await page.text()).toContain('&quot;success&quot;:true');
  await add(two, left);
  await add(three, refused);
  await add(three, left, { expires: `${left}` });
  await add(three, left, { unexpected: left, cvd: left });
  await send(three, `/user/credit-card?number=${left.slice(0, 8)}`, { number: left });
  await fetch(`${instance.sandboxUrl}/_control/card-gateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault: 'garbage' }),
  });
  await add(three, left);

  const { rows } = await sql<{ name: string }>`
    SELECT virtual_card AS name FROM saved_cards WHERE virtual_card NOT LIKE '00000000-%'`.execute(
    database.db,
  );
  expect(filesWith([rows[0]?.name ?? 'nothing was kept'])).not.toEqual([]);
  const spaced = marks.map((mark) => mark.replace(/(.{4})(?=.)/g, '$1 '));
  expect(filesWith([...marks, ...spaced])).toEqual([]);
  for (const mark of marks) expect(instance.output()).not.toContain(mark);
  expect(instance.output()).not.toContain('937"');
});
