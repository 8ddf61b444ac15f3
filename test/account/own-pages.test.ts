/** Pages that are made once for all players: each sees what is their own, and nothing of another. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#embedded/postgres/process.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';
import { startWeb } from '#server/web.ts';
import { buildPages } from '#test/harness/build-web.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { addPlayers, type TestPlayer } from '#test/harness/sale.ts';
import { money } from '#texts/number.ts';

let own: TestDatabase;
let web: Awaited<ReturnType<typeof startWeb>>;
let origin: string;
let ada: Person;
let bo: Person;
/** Owns what Ada owns. */
let twin: Person;

type Person = TestPlayer & { firstName: string; lastName: string; balance: number };

beforeAll(async () => {
  await buildPages();
  own = await testDatabase();
  const at = drawFixture(own);
  const port = await freePort();
  origin = `http://localhost:${port}`;
  web = await startWeb({ ...own.config, port }, own.config.kinds);
  await at.open();
  ada = await person({ firstName: 'Aðalheiður', lastName: 'Fyrstudóttir', balance: 41_234 });
  bo = await person({ firstName: 'Bótólfur', lastName: 'Annarsson', balance: 77_891 });
  twin = await person({ firstName: 'Tinna', lastName: 'Þriðjudóttir', balance: ada.balance });
  await own.adminPool.query(`INSERT INTO clubs (club_id, name) VALUES (101, 'Hafbjörg'), (104, 'Brimfaxi')`);
  await supports(101, ada, twin);
  await supports(104, bo);
  for (const { playerId } of [ada, bo, twin]) await at.buy({ playerId, rows: [[1, 2, 3, 4, 5]] });
}, 300_000);
afterAll(async () => {
  await web?.stop();
  await own?.close();
});

const supports = (club: number, ...players: readonly Person[]) =>
  sql`UPDATE players SET support_id = ${club}
    WHERE player_id = ANY (${players.map(({ playerId }) => playerId)}::bigint[])`.execute(own.db);

async function person(of: { firstName: string; lastName: string; balance: number }): Promise<Person> {
  const [player] = (await addPlayers(own, 1, of.balance)) as [TestPlayer];
  await sql`UPDATE players SET first_name = ${of.firstName}, last_name = ${of.lastName}
    WHERE player_id = ${player.playerId}`.execute(own.db);
  return { ...player, ...of };
}

const paths = [
  '/',
  '/lottoleikir',
  '/lottoleikir/lotto',
  '/lottoleikir/lotto/spila',
  '/lottoleikir/lotto/spila?rows=1-2-3-4-5',
  '/lottoleikir/vikinglotto/spila',
  '/getraunaleikir',
  '/getraunadeild',
  '/getraunadeild?keppni=2027-1&deild=2',
  '/urslit/lotto',
  '/urslit/eurojackpot',
  '/tolfraedi/lotto',
  '/vann-eg',
  '/um-okkur/frettir',
  '/felog',
  '/felog/101',
  '/aheit',
].flatMap((path) => [path, `/en${path === '/' ? '' : path}`]);

async function read(path: string, { cookie }: Person): Promise<string> {
  const answer = await fetch(origin + path, { headers: { cookie } });
  expect(answer.status, path).toBe(200);
  expect(answer.headers.get('cache-control'), path).toBe('no-store');
  return (await answer.text()).replaceAll('\u00a0', ' ');
}

/** As a browser asks when it goes on by itself. */
function dataPath(path: string): string {
  const { pathname, search } = new URL(path, origin);
  const name = pathname === '/' ? '/_' : pathname === '/en' ? '/en/_' : pathname;
  return `${name}.data${search}`;
}

const shown = (amount: number) => money(amount).replaceAll('\u00a0', ' ');

async function seesOwnAlone(path: string, reader: Person, other: Person): Promise<void> {
  const balance = reader.balance - 150;
  const page = await read(path, reader);
  expect(page).toContain(`${reader.firstName} ${reader.lastName}`);
  expect(page).toContain(shown(balance));
  const data = await read(dataPath(path), reader);
  expect(data).toContain(reader.firstName);
  expect(data).toContain(`\\"balance\\":${balance}`);
  for (const text of [page, data]) {
    for (const foreign of [other.firstName, other.lastName, shown(other.balance - 150)])
      expect(text).not.toContain(foreign);
    expect(text).not.toContain(`\\"playerId\\":\\"${other.playerId}\\"`);
    expect(text).not.toMatch(/own-part|data-cut|own-[\w-]{20}/);
  }
}

test.each(paths)('%s, read by two players in turn, never shows one what is the other’s', async (path) => {
  for (let turn = 0; turn < 2; turn += 1) {
    await seesOwnAlone(path, ada, bo);
    await seesOwnAlone(path, bo, ada);
  }
});

test('a page says which club its reader supports, and to nobody else', async () => {
  const shownAs = (number: number, name: string) =>
    `\\"club\\":{\\"number\\":${number},\\"name\\":\\"${name}\\"}`;
  const [hafbjorg, brimfaxi] = [shownAs(101, 'Hafbjörg'), shownAs(104, 'Brimfaxi')];
  for (const [reader, mine, other] of [
    [ada, hafbjorg, brimfaxi],
    [bo, brimfaxi, hafbjorg],
  ] as const) {
    const data = await read(dataPath('/felog/101'), reader);
    expect(data).toContain(mine);
    expect(data).not.toContain(other);
  }
});

test('what many read at once shares statements, and each still sees their own alone', async () => {
  const gone = { ...ada, cookie: 'next-auth.session-token=nothing' };
  const visits = Array.from({ length: 10 }, async () => {
    await Promise.all([seesOwnAlone('/', ada, bo), seesOwnAlone('/', bo, ada)]);
    await Promise.all([
      seesOwnAlone('/urslit/lotto', bo, ada),
      seesOwnAlone('/', ada, bo),
      read('/', gone).then((page) => expect(page).not.toContain(ada.firstName)),
    ]);
  });
  await Promise.all(visits);
});

/** Without nonce, moment, and the names by which players and their tickets differ. */
function bare(page: string, { firstName, lastName, playerId }: Person): string {
  return page
    .replace(/nonce="[^"]*"/g, '')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'moment')
    .replace(/\d\d:\d\d:\d\d/g, 'time')
    .replace(/[\w-]{20,}/g, 'id')
    .replaceAll(firstName, 'first')
    .replaceAll(lastName, 'last')
    .replaceAll(String(playerId), 'player');
}

/** Pages show our clock, so both players read all of them within one of its minutes. */
async function bothWithinOneMinute(): Promise<[string[], string[]]> {
  const readAll = async (by: Person) => {
    await sleep(1_100); // Kept pages are younger.
    return Promise.all(paths.map(async (path) => bare(await read(path, by), by)));
  };
  const minute = async () => Math.floor((await databaseNow(own.db)).getTime() / 60_000);
  const startMinute = await minute();
  const both: [string[], string[]] = [await readAll(ada), await readAll(twin)];
  return (await minute()) === startMinute ? both : bothWithinOneMinute();
}

test('each page is made alike for any two players who own the same', async () => {
  const [ones, others] = await bothWithinOneMinute();
  for (const [nth, path] of paths.entries()) {
    const [one = '', other = ''] = [ones[nth], others[nth]];
    const at = [...one].findIndex((letter, place) => other[place] !== letter);
    const around = (page: string) => page.slice(Math.max(0, at - 80), at + 80);
    expect(at < 0 || [around(one), around(other)], path).toBe(true);
    expect(other.length, path).toBe(one.length);
  }
});

test('in a break a player sees no sale, and who is in none sees it in the same second', async () => {
  const lock = (until: string) =>
    sql`UPDATE wallets SET locked_until = ${until}::timestamptz WHERE player_id = ${bo.playerId}`.execute(
      own.db,
    );
  const end = new Date((await databaseNow(own.db)).getTime() + 3 * 86_400_000).toISOString();
  await lock(end);
  const path = '/lottoleikir/lotto/spila';
  expect(await read(path, ada)).not.toContain('>Þú ert í hléi');
  const locked = await read(path, bo);
  expect(locked).toMatch(new RegExp(`>Þú ert í hléi til [^<]*${end.slice(11, 16)}`));
  expect(locked).not.toContain('<fieldset');
  expect(await read(path, ada)).not.toContain('>Þú ert í hléi');
  await lock('2000-01-01');
});

test('a session that has ended is nobody’s: the page is that of everybody', async () => {
  const gone = { ...ada, cookie: 'next-auth.session-token=nothing' };
  const page = await read('/', gone);
  expect(page).toContain('\\"own\\",\\"null\\"');
  expect(page).not.toContain(ada.firstName);
});

test('a page of nobody may stay in the back-forward cache unless its address can hold a code', async () => {
  const kept = async (path: string) => (await fetch(origin + path)).headers.get('cache-control');
  for (const path of paths)
    expect(await kept(path), path).toBe(path.includes('?') ? 'no-store' : 'private, no-cache');
});
