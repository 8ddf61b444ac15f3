/** What pages say of a draw in each of its states, rendered by the server: never more than is true then. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { freePort } from '#embedded/postgres/process.ts';
import { type GameWeek, weekOf } from '#rules/values/weeks.ts';
import { cancelDraw } from '#server/draws/cancel.ts';
import { closeDraw } from '#server/draws/close.ts';
import type { Draw } from '#server/draws/draw.ts';
import { moveDraw } from '#server/draws/move.ts';
import { type Seal, sealDraw } from '#server/draws/seal/seal.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { wholeCarry } from '#server/draws/settle/prizes.ts';
import { transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { encodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { moveSessions } from '#server/players/sessions/move-sessions.ts';
import { cancelTicket } from '#server/sales/sell.ts';
import { startWeb } from '#server/web.ts';
import { buildPages } from '#test/harness/build-web.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { type Bought, drawFixture } from '#test/harness/draws.ts';
import { addPlayers, type TestPlayer } from '#test/harness/sale.ts';
import { ticketName } from '#texts/format.ts';
import { money } from '#texts/number.ts';

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let web: Awaited<ReturnType<typeof startWeb>>;
let player: TestPlayer;
let origin: string;

beforeAll(async () => {
  await buildPages();
  own = await testDatabase();
  at = drawFixture(own);
  const port = await freePort();
  origin = `http://localhost:${port}`;
  web = await startWeb({ ...own.config, port }, own.config.kinds);
  await at.open();
  [player] = (await addPlayers(own, 1, 20_000)) as [TestPlayer];
}, 300_000);
afterAll(async () => {
  await web?.stop();
  await own?.close();
});

/** What a person reads on the page, in one line: scripts and tags are taken out. */
async function read(path: string, cookie = ''): Promise<string> {
  const answer = await fetch(origin + path, { headers: { cookie } });
  expect(answer.status, path).toBe(200);
  const html = (await answer.text()).replace(/^[\s\S]*<main\b/, '<main').replace(/<\/main>[\s\S]*$/, '');
  const text = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]*>/g, ' ');
  return text.replace(/\u00a0/g, ' ').replace(/\s+/g, ' ');
}

/** Waits until the page says `words`: what it is made of may be two seconds old. */
async function readOnce(path: string, words: string, cookie = ''): Promise<string> {
  await expect.poll(() => read(path, cookie), { interval: 300 }).toContain(words);
  return read(path, cookie);
}

/** A file for calendars, its lines unfolded. */
async function calendarOf(path: string): Promise<string> {
  const answer = await fetch(origin + path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  return (await answer.text()).replace(/\r\n /g, '');
}

const balanceOf = (playerId: number) =>
  at.value<number>(sql`SELECT balance FROM wallets WHERE player_id = ${playerId}`);

/** Moves domain time, and the sessions with it, to two days before the draw: into its week. */
async function enterWeekOf({ drawDate }: Draw): Promise<void> {
  const to = new Date(drawDate.getTime() - 2 * 86_400_000);
  const left = to.getTime() - (await databaseNow(own.db)).getTime();
  if (left <= 0) return;
  await transaction(own.db, (tx) => moveSessions(tx, left / 1000));
  await at.advanceTo(to);
}

const weekOfDraw = (draw: Draw): GameWeek => weekOf(draw.drawDate.toISOString().slice(0, 10));
const resultsOf = ({ year, week }: GameWeek) => `/urslit/lotto?week=${week}&year=${year}`;
const ticketPath = ({ ticketId, couponIds: [coupon = ''] }: Bought) =>
  `/minar-sidur/midar?ticketId=${encodeId(ticketId)}&couponId=${encodeId(coupon)}`;
/** The root as pages show it: in groups. */
const shownRoot = ({ merkleRoot }: Seal): string => merkleRoot.toString('hex').slice(0, 4);

const rows = [[1, 2, 3, 4, 5]];
const seals = /innsigluð\b|Innsigli útdráttar|Rót innsiglis/;
const settled = /Vélunum ber saman|\d vinning(ur|ar)\b/;

test('from the sale to the payout, results, ticket, home and game page tell where the draw is', async () => {
  const draw = await at.onSale();
  await enterWeekOf(draw);
  const results = resultsOf(weekOfDraw(draw));
  const ticket = await at.buy({ playerId: player.playerId, rows, joker: '99999' });
  const readTicket = () => read(ticketPath(ticket), player.cookie);

  const onSale = await readOnce(results, 'Sala stendur yfir');
  expect(onSale).not.toMatch(seals);
  expect(onSale).not.toMatch(settled);
  expect(await readTicket()).toContain('þegar sölu lýkur');

  await closeDraw(own.db, draw.drawId, { actor: 'gunna', reason: 'test' });
  for (const path of [results, '/urslit/lotto']) {
    const closed = await readOnce(path, 'Sölu er lokið. Skráin verður innsigluð áður en dregið er.');
    expect(closed).not.toMatch(/Innsigli útdráttar|Rót innsiglis|er innsigluð/);
    expect(closed).not.toMatch(settled);
  }
  const waiting = await readOnce(ticketPath(ticket), 'Sölu er lokið', player.cookie);
  expect(waiting).not.toContain('þegar sölu lýkur');
  expect(waiting).toMatch(/Dregið \S+ \d+\. \S+ kl\. 18:54/);

  const seal = await sealDraw(own.db, own.config, draw.drawId);
  for (const path of [results, '/urslit/lotto']) {
    const sealed = await readOnce(path, 'skráin er innsigluð');
    expect(sealed).toContain(shownRoot(seal));
    expect(sealed).not.toMatch(settled);
  }
  expect(await readTicket()).toContain('Sönnunin stemmir');

  await at.result(draw.drawId, [1, 2, 3, 40, 41], 6, '00000');
  const drawn = await readOnce(results, 'verið er að reikna vinninga');
  expect(drawn).toContain(shownRoot(seal));
  expect(drawn).not.toMatch(settled);
  expect(drawn).not.toContain('gekk ekki út');
  const counted = await readTicket();
  expect(counted).toContain('Verið er að reikna og greiða vinninga');
  expect(counted).not.toMatch(/Dregið \S+ \d|Enginn vinningur/);
  for (const path of ['/', '/lottoleikir/lotto']) {
    const short = await readOnce(path, 'bónustala');
    expect(short).not.toMatch(/gekk ekki út|\d vinning(ur|ar) alls/);
  }

  await at.settle(draw.drawId);
  const done = await readOnce(results, 'Vélunum ber saman');
  expect(done).toMatch(/1 vinningur alls/);
  await payDraw(own.db, draw.drawId, 'jonas');
  const paid = await readOnce(ticketPath(ticket), 'Greitt á spilareikning', player.cookie);
  expect(paid).toMatch(
    /Lottó \S+ \d+\. \S+ Greitt á spilareikning 10 kr\. Þú fékkst 10 kr\. til baka af 400 kr\./,
  );
  expect(paid).not.toContain('Vitja þarf');
});

test('the week of a draw on sale shows nothing of the draw before it', async () => {
  const before = await at.onSale();
  const seal = await at.seal(before);
  await at.result(before.drawId, [1, 2, 3, 4, 5], 6);
  await at.settle(before.drawId);
  const draw = await at.onSale();
  await enterWeekOf(draw);
  const page = await readOnce(resultsOf(weekOfDraw(draw)), 'Sala stendur yfir');
  expect(page).not.toContain(shownRoot(seal));
  expect(page).not.toMatch(seals);
  expect(page).not.toMatch(settled);
});

test('a cancelled draw says so, sealed or not, and its tickets promise nothing', async () => {
  const draw = await at.onSale();
  await enterWeekOf(draw);
  const ticket = await at.buy({ playerId: player.playerId, rows });
  const seal = await at.seal(draw);
  await cancelDraw(own.db, draw.drawId, { actor: 'gunna', reason: 'the machine is broken' });
  const page = await readOnce(resultsOf(weekOfDraw(draw)), 'Útdrættinum var aflýst');
  expect(page).toContain('endurgreitt');
  expect(page).toContain(shownRoot(seal));
  expect(page).not.toMatch(settled);
  expect(page).not.toContain('er að reikna');
  const mine = await readOnce(ticketPath(ticket), 'Ógiltur', player.cookie);
  expect(mine).toMatch(/Útdrættinum var aflýst/);
  expect(mine).toContain('Endurgreitt á spilareikning 150 kr.');
  expect(mine).not.toMatch(/[dD]regið|[vV]itja|tekur ekki þátt|kaupmarka/);
  // Its day is still to come, so that a calendar that has it can take it out.
  const calendar = await calendarOf(`/lottoleikir/lotto/utdrattur/${draw.number}.ics`);
  expect(calendar).toContain('STATUS:CANCELLED');
  expect(calendar).toContain('Lottó\\, útdrætti aflýst');
});

test('a ticket that its player cancels says what came back, and what it does not take part in', async () => {
  const draw = await at.onSale();
  await enterWeekOf(draw);
  const [{ playerId, cookie }] = (await addPlayers(own, 1, 20_000)) as [TestPlayer];
  const ticket = await at.buy({ playerId, rows, drawCount: 2 });
  const pending = await readOnce(ticketPath(ticket), 'Bíður úrslita', cookie);
  expect(pending).toMatch(/Vitja þarf hás vinnings í síðasta lagi .* Setja 2 útdrætti í dagatal/);
  expect(pending).not.toContain('Spila sömu tölur');
  expect(pending).toMatch(/Þú getur ógilt miðann í dag til kl\. \d\d:\d\d og fengið 300 kr\. til baka\./);
  const ids = { playerId, ticketId: encodeId(ticket.ticketId) };
  await cancelTicket(own.pool, { ...ids, key: null, inputHash: null });
  const mine = await readOnce(ticketPath(ticket), 'Ógiltur', cookie);
  expect(mine).toMatch(/Ógiltur Miðinn tekur ekki þátt .* Útdrættir miðans( \S+ \d+\. \S+ Ógiltur){2}/);
  expect(mine).toContain('Endurgreitt á spilareikning 300 kr.');
  expect(mine).toContain('Spila sömu tölur aftur · 150 kr.');
  expect(mine).not.toMatch(/[dD]regið|[vV]itja|dagatal|innsiglaður með/);
  const list = await read('/minar-sidur/midar', cookie);
  expect(list).toMatch(/Ógiltur Endurgreitt 150 kr\./);
  expect(await balanceOf(playerId)).toBe(20_000);
});

test('must-hold 126: lists name what was won or came back, and cheer no return below the stake', async () => {
  const draw = await at.onSale();
  await enterWeekOf(draw);
  const [{ playerId, cookie }] = (await addPlayers(own, 1, 20_000)) as [TestPlayer];
  const won = await at.buy({ playerId, rows, joker: '00999' });
  const lost = await at.buy({ playerId, rows: [[11, 12, 13, 14, 15]] });
  const less = await at.buy({ playerId, rows: [[11, 12, 13, 14, 15, 16, 17]], system: 7, joker: '00999' });
  await at.seal(draw);
  await at.result(draw.drawId, [40, 41, 42, 43, 44], 45, '00000');
  await at.settle(draw.drawId);
  await payDraw(own.db, draw.drawId, 'jonas');
  const paid = await readOnce(ticketPath(won), 'Greitt á spilareikning', cookie);
  expect(paid).toContain('Spila sömu tölur aftur · 400 kr.');
  const none = await read(ticketPath(lost), cookie);
  expect(await read(ticketPath(less), cookie)).toContain('Þú fékkst 2.500 kr. til baka af 3.400 kr.');
  for (const text of [paid, none]) expect(text).not.toMatch(/Vitja þarf|dagatal|Endurgreiðsla/);
  for (const path of ['/minar-sidur/midar', '/minar-sidur', '/']) {
    const list = await read(path, cookie);
    expect(list, path).toMatch(/Greitt út Vinningur 2\.500 kr\./);
    expect(list, path).toMatch(/Enginn vinningur Verð 150 kr\./);
  }
  const month = (await databaseNow(own.db)).toISOString().slice(0, 7);
  const moved = await read(`/minar-sidur/spilareikningur?month=${month}`, cookie);
  expect(moved).toMatch(/Breyting á inneign \+21\.050 kr\. .* Dagsetning Tegund Skýring Upphæð/);
  // What the first prize leaves to the next draw.
  const carry = await wholeCarry(own.db, 'lotto');
  const rolled = `Vinningurinn gekk ekki út: ${money(carry[1] ?? 0)} færast yfir í næsta útdrátt.`;
  await readOnce(resultsOf(weekOfDraw(draw)), rolled.replaceAll('\u00a0', ' '));
});

test('a player who never had money reads what can be done first, and how money comes in', async () => {
  const [{ cookie }] = (await addPlayers(own, 1, 0)) as [TestPlayer];
  const page = await read('/minar-sidur', cookie);
  expect(page).toMatch(/Inneign 0 kr\. Leggja inn Taka út .* Fyrstu skrefin .* Setja mörk .* Skoða Lottó/);
  expect(page).toMatch(/Kaup á dag 0 kr\. Engin eigin mörk/);
  expect(await read('/minar-sidur', player.cookie)).not.toContain('Fyrstu skrefin');
});

test('home names the best outcome of all tickets of the last draw, whichever was bought last', async () => {
  const [buyer] = (await addPlayers(own, 1, 20_000)) as [TestPlayer];
  const { playerId, cookie } = buyer;
  const draw = await at.onSale();
  await enterWeekOf(draw);
  const small = await at.buy({ playerId, rows, joker: '00999' });
  const best = await at.buy({ playerId, rows, joker: '00099' });
  for (let tickets = 0; tickets < 21; tickets += 1) await at.buy({ playerId, rows: [[11, 12, 13, 14, 15]] });
  await at.seal(draw);
  await at.result(draw.drawId, [40, 41, 42, 43, 44], 45, '00000');
  await at.settle(draw.drawId);
  await payDraw(own.db, draw.drawId, 'jonas');
  const amounts = await Promise.all(
    [small, best].map(({ couponIds }) =>
      at.value<number>(sql`SELECT amount_win FROM player_coupons WHERE coupon_id = ${couponIds[0]}`),
    ),
  );
  const [lesser = 0, most = 0] = amounts;
  expect(most).toBeGreaterThan(lesser);
  expect(lesser).toBeGreaterThan(0);
  const won = `${money(lesser + most)} Vinningur`.replace('\u00a0', ' ');
  const home = await readOnce('/', won, cookie);
  expect(home).toContain(`Á 2 miðum af 23, sá hæsti ${money(most)}`.replace('\u00a0', ' '));
  expect(home).not.toContain('0 kr. Enginn vinningur');
  const html = await (await fetch(`${origin}/`, { headers: { cookie } })).text();
  expect(/<a data-game="lotto"[^>]*href="([^"]*)"/.exec(html)?.[1]).toContain(encodeId(best.ticketId));

  const next = await at.onSale();
  await enterWeekOf(next);
  await at.buy({ playerId, rows: [[11, 12, 13, 14, 15]] });
  await at.buy({ playerId, rows: [[11, 12, 13, 14, 16]] });
  await at.seal(next);
  expect(await read('/', cookie)).toContain(won);
  await at.result(next.drawId, [40, 41, 42, 43, 44], 45, '00000');
  await at.settle(next.drawId);
  await payDraw(own.db, next.drawId, 'jonas');
  const answer = await fetch(`${origin}/api/proxy/user/outcome`, { headers: { cookie } });
  const { outcome } = (await answer.json()) as ApiAnswer<'tickets.outcome'>;
  const none = {
    draw: next.number,
    tickets: 2,
    winning: 0,
    amountWin: 0,
    amountBest: 0,
    rowCount: 2,
    stake: 300,
  };
  expect(outcome).toMatchObject(none);
  const lost = await readOnce('/', '0 kr. Enginn vinningur', cookie);
  expect(lost).toContain('2 miðar kostuðu 300 kr.');
});

test('a draw that was moved says from when to when, in the week it was sold for', async () => {
  const draw = await at.onSale();
  await enterWeekOf(draw);
  await at.seal(draw);
  const to = new Date(draw.drawDate.getTime() + 3 * 86_400_000);
  await moveDraw(own.db, draw.drawId, to, { actor: 'gunna', reason: 'the machine is broken' });
  const page = await readOnce(resultsOf(weekOfDraw(draw)), 'var færður');
  expect(page).toContain('skráin er innsigluð');
  expect(page).toContain(`${to.getUTCDate()}. `);
  const answer = await fetch(`${origin}/api/proxy/lotto/undrawn/lotto`);
  const { draws } = (await answer.json()) as ApiAnswer<'lotto.undrawn'>;
  const day = draw.drawDate.toISOString().slice(0, 10);
  const moved = { draw: draw.number, ...weekOfDraw(draw), stage: 'sealed', movedFrom: day };
  expect(draws[0]).toMatchObject({ ...moved, drawDate: to.toISOString() });
  const held = await fetch(`${origin}/api/proxy/lotto/draw/lotto/${draw.number}`);
  expect(await held.json()).toMatchObject({ draw: draw.number, ...weekOfDraw(draw), movedFrom: day });
  const numbers = `${draw.number}-${draw.number + 1}`;
  const calendar = await calendarOf(`/en/lottoleikir/lotto/utdrattur/${numbers}.ics`);
  expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  expect(calendar).toContain(`DTSTART:${to.toISOString().replace(/[-:]|\.\d+/g, '')}`);
  expect(calendar).toContain('DESCRIPTION:The draw was moved. It was to be on Saturday');
  expect(draws.map(({ stage }) => stage)).toEqual([
    'sealed',
    'onSale',
    ...draws.slice(2).map(() => 'planned'),
  ]);
  expect(page).not.toMatch(settled);
});

test('search leads from a date, a week and a number to the results, in words of both languages', async () => {
  const draw = await at.onSale();
  await enterWeekOf(draw);
  const { year, week } = weekOfDraw(draw);
  const date = draw.drawDate.toISOString().slice(0, 10);
  const [calendarYear = '', month = '', day = ''] = date.split('-').map(Number);
  const find = async (query: string) => {
    const path = `/api/proxy/dato/search?query=${encodeURIComponent(query)}`;
    const { draws } = (await (await fetch(origin + path)).json()) as ApiAnswer<'content.search'>;
    return draws.filter(({ gameId }) => gameId === 'lotto');
  };
  const found = [{ gameId: 'lotto', draw: draw.number, drawDate: draw.drawDate.toISOString(), year, week }];
  const monthIs = new Intl.DateTimeFormat('is', { month: 'long', timeZone: 'UTC' }).format(draw.drawDate);
  const monthEn = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' }).format(draw.drawDate);
  for (const query of [
    `${day}. ${monthIs}`,
    `laugardaginn ${day}. ${monthIs} ${calendarYear}`,
    `${day}.${month}.${calendarYear}`,
    `Sat ${day} ${monthEn}`,
    `vika ${week}`,
    `útdráttur ${draw.number}`,
    String(draw.number),
  ])
    expect(await find(query), query).toEqual(found);
  // The day before has no draw: its week is shown. Later weeks are not.
  const before = new Date(draw.drawDate.getTime() - 86_400_000).toISOString().slice(0, 10);
  expect(await find(before)).toEqual(found);
  expect(await find(`${day}.${month}.${Number(calendarYear) + 1}`)).toEqual([]);
  expect(await find(String(draw.number + 1))).toEqual([]);
  expect(await find('30. febrúar')).toEqual([]);
  const html = await (await fetch(`${origin}/leit?q=${date}`)).text();
  expect(html).toContain(`href="${resultsOf({ year, week }).replace('&', '&amp;')}"`);
});

test('search shows own tickets by number to who is signed in, and to nobody else', async () => {
  const [other] = (await addPlayers(own, 1, 1000)) as [TestPlayer];
  const draw = await at.onSale();
  await enterWeekOf(draw);
  const ticket = await at.buy({ playerId: player.playerId, rows });
  const path = `/leit?q=${ticketName(encodeId(ticket.ticketId))}`;
  const link = `ticketId=${encodeId(ticket.ticketId)}`;
  const ask = async (cookie: string) => {
    const answer = await fetch(origin + path, { headers: { cookie } });
    return { html: await answer.text(), kept: answer.headers.get('cache-control') ?? '' };
  };
  // Signed out first and last: what one player saw is never kept for another.
  expect((await ask('')).html).not.toContain(link);
  const mine = await ask(player.cookie);
  expect(mine.html).toContain(link);
  expect(mine.html).toContain('Miðarnir mínir');
  expect(mine.kept).toContain('no-store');
  for (const cookie of [other.cookie, '']) {
    const { html } = await ask(cookie);
    expect(html).not.toContain(link);
    expect(html).toContain('skilaði engu');
  }
});

test('a week without a draw, one to come and one that is none are told apart', async () => {
  expect(await read('/urslit/lotto?week=10&year=1999')).toContain('engan útdrátt á skrá');
  const { year } = weekOfDraw(await at.onSale());
  const future = await read(`/urslit/lotto?week=20&year=${year + 1}`);
  expect(future).toContain('Sú vika er ekki komin');
  const none = await read('/urslit/lotto?week=60&year=2020');
  expect(none).toContain('Sú vika er ekki til');
  expect(none).not.toContain('ekki komin');
});

test.each([
  'lotto/utdrattur/2090',
  'lotto/utdrattur/x.ics',
  'lotto/utdrattur/2090-.ics',
  'lotto/utdrattur/999999999.ics',
  'lotto/utdrattur/0.ics',
  'bingo/utdrattur/2090.ics',
  `lotto/utdrattur/${Array.from({ length: 11 }, (_, index) => 2080 + index).join('-')}.ics`,
])('/lottoleikir/%s is no calendar', async (path) => {
  expect((await fetch(`${origin}/lottoleikir/${path}`)).status).toBe(404);
});
