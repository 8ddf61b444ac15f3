/** Tickets of a pool from purchase to prize, as their owner sees them, and the results of their program. */
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { appUrl } from '#embedded/postgres/roles.ts';
import { closeDraw } from '#server/draws/close.ts';
import { type Draw, drawByNumber } from '#server/draws/draw.ts';
import { confirmResult, enterResult } from '#server/draws/results.ts';
import { findSeal } from '#server/draws/seal/seal.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import type { Fact } from '#server/fixtures/facts.ts';
import { reportFacts } from '#server/fixtures/report.ts';
import { importPrograms } from '#server/games/pools/import.ts';
import { enterBeacon } from '#server/games/pools/lots.ts';
import { programOf } from '#server/games/pools/program.ts';
import { kinds } from '#server/games/registry.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { type Database, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { readRunFile } from '#server/platform/run-file.ts';
import { storedSecrets } from '#server/platform/secrets.ts';
import { createLoadPlayers } from '#server/players/create-players.ts';
import { moveSessions } from '#server/players/sessions/move-sessions.ts';
import { untilHeld } from '#test/harness/draws.ts';
import { startInstance } from '#test/harness/instance.ts';
import { databaseOf } from '#test/harness/instance-sales.ts';
import { browser } from '#test/harness/own-browser.ts';
import type { Instance } from '#test/harness/product.ts';
import { programLine, resultsOf } from '#test/pools/programs.ts';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { devices, expectAccessible, expectNoSidewaysScroll, visit } from './browser.ts';
import { type Language, languageRuns, languages, openPage, sessionState } from './steps.ts';

const hourMs = 3_600_000;
const panel = '1A2BXA1A2C2A1';
/** Match 9 is decided by lot; of the panel 3 and 5 are wrong. */
const signs = '1XX2211X222X1';
/** By the unit that this beacon gives match 9. */
const beacon = '00'.repeat(32);

let instance: Instance;
let database: Database;
let draw: Draw;
let token = '';
const programPicture = '/deilimynd/is/getraunaleikir/1x2-enski-boltinn/totoeng-38.png';
const tickets: Record<'open' | 'file', string> = { open: '', file: '' };

beforeAll(async () => {
  instance = await startInstance();
  database = databaseOf(instance);
  const { db } = database;
  const now = Math.ceil((await databaseNow(db)).getTime() / 1000) * 1000;
  const kickOffs = Array.from({ length: 13 }, (_, match) => new Date(now + (match < 10 ? 5 : 8) * hourMs));
  const text = programLine({ number: 38, kickOffs });
  for (const actor of ['gunna', 'jonas']) await importPrograms(db, kinds, { text, actor });
  draw = await drawByNumber(db, 'totoeng', 38);
  const [player] = await transaction(db, (tx) =>
    createLoadPlayers(tx, { count: 1, balance: 50_000, sessions: true }),
  );
  token = player?.token ?? '';
  tickets.open = await buy('buy', { panels: panel, system: 'O', rows: 64 });
  // Whatever the lot of match 9 says, one row has 13 right.
  const best = ['1', 'X', '2'].map((sign) => signs.slice(0, 8) + sign + signs.slice(9));
  const others = Array.from({ length: 27 }, (_, row) => 'X12'.charAt(row % 3).repeat(13));
  tickets.file = await buy('buy/rows', { pcRows: [...others, ...best].join('|'), rows: 30 });
});
afterAll(async () => {
  expect(await checkLedger(database.db)).toEqual({ ok: true });
  await database.close();
  await instance.dispose();
});

type Wager = { rows: number; panels?: string; system?: string; pcRows?: string };

async function buy(call: string, wager: Wager): Promise<string> {
  const answer = await fetch(`${instance.url}/api/proxy/toto/${call}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Origin: instance.url,
      Cookie: `next-auth.session-token=${token}`,
    },
    body: JSON.stringify({
      ...{ programId: 'totoeng-38', groupId: 'sat', stake: wager.rows * 13, supportId: 101 },
      ...wager,
    }),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

const visitAs = (device: keyof typeof devices) =>
  visit(browser, instance.url, { ...devices[device], storageState: sessionState(token) });

async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

type Check = (page: Page, language: Language) => Promise<void>;

/** In both languages, on a phone and on a wide screen. */
function eachRun(name: string, check: Check): void {
  test.each(languageRuns)(`${name}: %s on %s`, async (language, device) => {
    const { page, faults, close } = await visitAs(device);
    await check(page, language);
    expect(faults).toEqual([]);
    await close();
  });
}

async function openTicket(page: Page, language: Language, ticket: keyof typeof tickets): Promise<void> {
  await openPage(page, pathsFor(language).ticket(tickets[ticket]));
}

const matchRow = (page: Page, home: string) => page.getByRole('row').filter({ hasText: home });

async function say(match: number, facts: readonly Fact[]): Promise<void> {
  const { db } = database;
  const { matches } = await programOf(db, draw.drawId);
  const { matchId } = matches[match - 1]?.match ?? { matchId: 0 };
  const at = await databaseNow(db);
  await transaction(db, (tx) => reportFacts(tx, { matchId, source: 'program', at, facts }));
}

async function moveTo(at: Date): Promise<void> {
  const { db } = database;
  const left = at.getTime() - (await databaseNow(db)).getTime();
  await transaction(db, (tx) => moveSessions(tx, left / 1000));
  await setClock(db, at);
}

eachRun('before the first match: its start, marks, rows as a file', async (page, language) => {
  const { texts } = languages[language];
  await openTicket(page, language, 'open');
  await page.getByText(texts.pools.ticket.firstStarts).waitFor();
  await page
    .getByText(language === 'is' ? '64 raðir' : '64 rows')
    .first()
    .waitFor();
  await page.getByRole('heading', { name: texts.pools.ticket.next.title }).waitFor();
  const reached = page.locator('[aria-current="step"]');
  expect(await reached.first().textContent()).toContain(texts.pools.ticket.next.closes);
  // 64 rows for club 101, whose name this ticket says; nothing of the week is booked.
  await page.getByRole('heading', { name: texts.pools.ticket.club.title }).waitFor();
  expect(await reached.nth(1).textContent()).toContain(texts.pools.ticket.club.weekHow);
  const marks = texts.pools.ticket.yourMarks.replace('{marks}', '1, X');
  await matchRow(page, 'Heima 2').first().getByRole('img', { name: marks }).waitFor();
  await look(page, `ticket-open-${language}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: texts.pools.ticket.rowsFile }).click(),
  ]);
  const stream = await download.createReadStream();
  let rows = '';
  for await (const part of stream) rows += part;
  expect(rows.trimEnd().split('\r\n').length).toBe(64);
  expect(rows.startsWith('112')).toBe(true);
  const file = await page.request.get(pathsFor(language).drawCalendar('totoeng', [38]));
  expect(await file.text()).toContain('BEGIN:VEVENT');
});

/** Did I win? For whoever holds the code. */
async function check(page: Page, language: Language, ticket: keyof typeof tickets): Promise<void> {
  const answer = await page.request.get(`/api/proxy/toto/ticket/${tickets[ticket]}`);
  const { receipt } = (await answer.json()) as ApiAnswer<'toto.ticket'>;
  await openPage(page, pathsFor(language).check({ kodi: receipt.checkCode }));
}

test('matches are played', async () => {
  const { db } = database;
  await closeDraw(db, draw.drawId, { actor: 'gunna', reason: 'browser walk' });
  while ((await findSeal(db, draw.drawId)) === null) await sleep(50);
  await untilHeld(db, draw.drawId);
  const scores = { 1: [2, 1], X: [1, 1], 2: [1, 2] };
  for (let match = 1; match <= 10; match += 1) {
    const state = match === 9 ? 'abandoned' : match === 1 || match === 8 ? 'finished' : 'onGoing';
    const [home = 0, away = 0] = scores[signs.charAt(match - 1) as 'X'];
    await say(match, [
      { kind: 'state', state },
      { kind: 'score', home, away },
    ]);
  }
});

eachRun('while matches run: right so far, rows alive, never a prize', async (page, language) => {
  const { texts } = languages[language];
  await openTicket(page, language, 'open');
  // 1, 2, 4, 6, 7, 8 and 10 are right of the nine that have a score.
  await page.getByText(language === 'is' ? '7 af 9 leikjum' : '7 of 9 matches', { exact: true }).waitFor();
  await page.getByRole('heading', { name: texts.pools.ticket.alive }).waitFor();
  await matchRow(page, 'Heima 1 ').first().getByText(texts.pools.ticket.right, { exact: true }).waitFor();
  await matchRow(page, 'Heima 3').first().getByText(texts.pools.ticket.wrongForNow).waitFor();
  await matchRow(page, 'Heima 9').first().getByText(texts.pools.ticket.awaitsLot).waitFor();
  await look(page, `ticket-running-${language}`);
  expect(await page.getByText(texts.status.ticket.won, { exact: true }).count()).toBe(0);
  await openTicket(page, language, 'file');
  await page.getByRole('heading', { name: texts.pools.ticket.bestRows }).waitFor();
  await page.getByText(texts.kept.tooLong).waitFor();
  await look(page, `ticket-file-${language}`);
  await check(page, language, 'open');
  await page.getByText(texts.check.verdict.unknown, { exact: true }).waitFor();
  await matchRow(page, 'Heima 2').first().getByText(texts.pools.ticket.rightForNow).waitFor();
  await look(page, `check-running-${language}`);
  await openPage(page, pathsFor(language).results('totoeng'));
  await page.getByText(texts.pools.results.notFinal).waitFor();
  await look(page, `results-running-${language}`);
  await openPage(page, pathsFor(language).poolGames());
  await page.getByRole('heading', { name: texts.pools.rounds.running }).waitFor();
  await look(page, `games-running-${language}`);
});

test('a goal comes to an open page by itself, unless the reader paused', async () => {
  const { page, faults, close } = await visitAs('desktop');
  const { texts } = languages.is;
  await page.clock.install({ time: await databaseNow(database.db) });
  let asked = 0;
  let holdsBack = true;
  await page.route('**/toto/program/*', async (route) => {
    asked += 1;
    await (holdsBack ? route.abort() : route.continue());
  });
  await openTicket(page, 'is', 'open');
  await expect.poll(() => asked).toBeGreaterThan(0);
  // The page was made before this goal, and no question has been answered yet.
  await say(3, [{ kind: 'score', home: 1, away: 2 }]);
  holdsBack = false;
  await page.clock.runFor(13_000);
  await page.getByText('8 af 9 leikjum', { exact: true }).waitFor();
  await page.getByRole('button', { name: texts.pools.ticket.pause }).click();
  await page.getByRole('button', { name: texts.pools.ticket.goOn }).waitFor();
  const before = asked;
  await page.clock.runFor(60_000);
  expect(asked).toBe(before);
  await say(3, [{ kind: 'score', home: 1, away: 1 }]);
  await page.getByRole('button', { name: texts.pools.ticket.goOn }).click();
  await page.getByText('7 af 9 leikjum', { exact: true }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('the program is decided, one match by lot', async () => {
  const { db } = database;
  const { drawId } = draw;
  const { lotsAt } = await programOf(db, drawId);
  await moveTo(lotsAt);
  for (const actor of ['gunna', 'jonas']) await enterBeacon(db, { drawId, value: beacon, actor });
  const outcome = { ...resultsOf(signs), 9: 'lot' };
  await transaction(db, (tx) => enterResult(tx, kinds, { drawId, outcome, actor: 'gunna' }));
  await transaction(
    db,
    async (tx) => void (await confirmResult(tx, kinds, { drawId, outcome, actor: 'jonas' })),
  );
});

eachRun('results are known and nothing is credited: no prize is said', async (page, language) => {
  const { texts } = languages[language];
  await openTicket(page, language, 'open');
  await page.getByText(texts.pools.ticket.counting).waitFor();
  await page.getByRole('heading', { name: texts.pools.ticket.lotOf.replace('{number}', '9') }).waitFor();
  await look(page, `ticket-decided-${language}`);
  expect(await page.getByText(texts.proof.paidToAccount).count()).toBe(0);
});

test('prizes are paid', async () => {
  const { database: passwords, ...keys } = storedSecrets(instance.dataDir);
  const port = readRunFile(instance.dataDir)?.postgres?.port ?? 0;
  const { dataDir } = instance;
  const config = { databaseUrl: appUrl(port, passwords), dataDir, secrets: keys, kinds };
  await settleDraw(database.db, config, draw.drawId);
  await payDraw(database.db, draw.drawId, 'gunna');
});

eachRun('what was won is said in tiers and rows', async (page, language) => {
  const { texts } = languages[language];
  await openTicket(page, language, 'file');
  // The carry of the invented past makes 13 right a large prize.
  await page.getByText(texts.proof.wonWaiting).first().waitFor();
  await page.getByRole('heading', { name: texts.pools.ticket.winningRows }).waitFor();
  await look(page, `ticket-won-${language}`);
  await check(page, language, 'file');
  await page.getByText(texts.check.winWaits.split('{')[0] as string).waitFor();
  // The best of its thirty rows come first.
  const best = page.getByRole('listitem').filter({ hasText: language === 'is' ? '13 réttir' : '13 right' });
  await best.first().waitFor();
  await look(page, `check-won-${language}`);
  await openPage(page, pathsFor(language).check({ kodi: panel }));
  await page.getByRole('link', { name: texts.pools.whatIf.ofTicket }).waitFor();
  await openPage(page, pathsFor(language).results('totoeng'));
  await page.getByRole('heading', { name: texts.pools.results.pot }).waitFor();
  await page.getByRole('heading', { name: texts.pools.results.seal }).waitFor();
  await page.getByText(texts.pools.results.lotShort, { exact: true }).first().waitFor();
  await look(page, `results-settled-${language}`);
  const image = page.locator('meta[property="og:image"]');
  for (const path of [new URL((await image.getAttribute('content')) ?? '').pathname, programPicture]) {
    const picture = await page.request.get(path);
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
    const folder = process.env['SHOTS'];
    if (folder) writeFileSync(`${folder}/${path.replaceAll('/', '_')}`, await picture.body());
  }
  await openPage(page, pathsFor(language).poolGames());
  await page.getByRole('heading', { name: texts.pools.rounds.ended }).waitFor();
  const statistics = await page.request.get('/api/proxy/pools/statistics/totoeng');
  const { programs } = (await statistics.json()) as { programs: number };
  for (const tab of [undefined, 'vinningar', 'hvad-ef']) {
    await openPage(page, pathsFor(language).statistics('totoeng', { ...(tab && { tab }) }));
    // Those of the invented past too.
    const counted = language === 'is' ? /umferð(ir)? á tímabilinu/ : /rounds? in this period/;
    await page.getByText(new RegExp(`^${programs} ${counted.source}`)).waitFor();
    await look(page, `statistics-${tab ?? 'merki'}-${language}`);
  }
  // It is no ticket, say its first words, and own rows are asked by a form.
  const { whatIf } = texts.pools;
  await page.getByText(texts.ticket.none).waitFor();
  await page.getByRole('link', { name: whatIf.choice.eigin }).click();
  const rows = page.getByLabel(whatIf.rows);
  await rows.fill('1x2');
  await page.getByRole('button', { name: texts.whatIf.ask }).click();
  await page.getByText(whatIf.wrong).waitFor();
  await rows.fill(`${panel.toLowerCase()}`);
  await page.getByRole('button', { name: texts.whatIf.ask }).click();
  await page
    .getByRole('definition')
    .filter({ hasText: money(832 * programs) })
    .waitFor();
  await look(page, `statistics-own-${language}`);
});

test('addresses of results have the slug of the game, and an empty week says so', async () => {
  const at = (path: string) => fetch(instance.url + path, { redirect: 'manual' });
  const moved = await at('/urslit/totoeng?week=1&year=2026');
  expect([moved.status, moved.headers.get('location')]).toEqual([
    302,
    '/urslit/1x2-enski-boltinn?week=1&year=2026',
  ]);
  for (const game of ['1x2-enski-boltinn', '1x2-evropu-boltinn', 'xg']) {
    const page = await at(`/urslit/${game}?week=30&year=2023`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(`>${languages.is.texts.pools.results.noWeek}<`);
  }
  expect((await at('/urslit/1x2-annad')).status).toBe(404);
});
