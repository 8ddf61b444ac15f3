/**
 * `node tools/run.mjs --web test/upgrade/record.ts FILE`, in a checkout of a release: plays a few weeks and
 * records the data that a later release must take over, with open work of each kind. The clock
 * stands still.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { startInstance } from '#test/harness/instance.ts';
import { cardOf } from '#test/harness/outsiders.ts';
import { ask, askToDeposit, askToKeep, comeBack, type Payer } from '#test/harness/payer.ts';
import type { Instance } from '#test/harness/product.ts';
import { runOperator } from '#test/simulation/operator.ts';
import { withOwner } from '#test/simulation/owner.ts';
import { dumpData } from './dump.ts';
import { observe, type Release, type ReleasePlayer } from './release.ts';

/** Four right numbers of five, and all digits of Joker: a large prize that is not held for weeks. */
const lottoDraw = { numbers: '1,2,3,4,30', bonus: '6', joker: '01234' };
const joker = [0, 1, 2, 3, 4];
/** Krónur for one row. */
const rowPrice: Record<string, number> = { lotto: 150, vikinglotto: 115, eurojackpot: 310 };

const instance = await startInstance({ AUTO_DRAW: '0' });
try {
  const release = await record(instance);
  writeFileSync(process.argv[2] ?? 'release.json.gz', gzipSync(JSON.stringify(release), { level: 9 }));
} finally {
  await instance.dispose();
}

async function record(product: Instance): Promise<Release> {
  const players = await createPlayers(product, 8);
  const [winner, second, subscriber, cardSubscriber, payer, phoner, orderer, debtor] = players;
  if (!winner || !second || !subscriber || !cardSubscriber || !payer) throw new Error('too few players');
  if (!phoner || !orderer || !debtor) throw new Error('too few players');
  const draws = await drawsOnSale(product);

  await buyTickets({ winner, second, subscriber, cardSubscriber });
  await keepCard(payer, 1);
  await deposit(payer, 4_000);
  const disputed = await deposit(payer, 2_500);
  await debt(product, debtor);
  await withOwner(product, (client) =>
    client.query("UPDATE players SET national_id = '3011780039' WHERE player_id = $1", [orderer.playerId]),
  );
  await ask(orderer, '/user/account/update', { bankAccount: '0101-26-123456' });

  await operator(product, 'clock', 'advance', '3d');
  await settleLotto(product, draws.lotto);
  await halfEntered(product, draws.eurojackpot);
  await operator(product, 'prize', 'claim', await ticketOf(second), '--as', 'Sigrún');
  await operator(product, 'payments', 'chargeback', disputed, '--reason', 'disputed', '--as', 'Sigrún');
  await buyTickets({ winner, second });

  await onTheWay(product, { payer, phoner, orderer });
  await queueIsEmpty(product);
  const clock = await operator(product, 'clock', 'show');
  const observed = await observe(product, players);
  const data = await withOwner(product, dumpData);
  const [lastMigration] = await withOwner(product, async (client) => {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id DESC');
    return rows;
  });
  const at = String(clock['now']);
  const files = filesOf(product.dataDir);
  return { at, lastMigration: lastMigration?.name ?? '', draws, disputed, players, observed, data, files };
}

async function operator(product: Instance, ...words: string[]): Promise<Record<string, unknown>> {
  const { code, json, said } = await runOperator(product.env, words);
  if (code !== 0) throw new Error(`${words.join(' ')}: ${said}`);
  return json;
}

async function createPlayers(product: Instance, count: number): Promise<ReleasePlayer[]> {
  const words = ['players', 'create', '--count', String(count), '--balance', '60000', '--sessions'];
  const { players } = (await operator(product, ...words)) as { players: ReleasePlayer[] };
  return players.map((player) => ({ ...player, url: product.url }));
}

async function drawsOnSale({ url }: Instance): Promise<Record<'lotto' | 'eurojackpot', number>> {
  const numberOf = async (game: string) => {
    const answer = await fetch(`${url}/api/proxy/lotto/current-draw/${game}`);
    return ((await answer.json()) as { draw: number }).draw;
  };
  return { lotto: await numberOf('lotto'), eurojackpot: await numberOf('eurojackpot') };
}

/** Systems, Joker, several draws, all three games; subscriptions paid by balance and by card. */
async function buyTickets(by: Partial<Record<string, ReleasePlayer>>): Promise<void> {
  const { winner, second, subscriber, cardSubscriber } = by;
  const row = { numbers: [1, 2, 3, 4, 5], isQuickPick: false };
  const lotto = { gameId: 'lotto', channel: 'web' };
  if (winner) {
    await buy(winner, { ...lotto, rows: [row], joker, drawCount: 3, stake: 3 * 400 });
    const vikinglotto = { numbers: [1, 2, 3, 4, 5, 6], bonusNumbers: [1], isQuickPick: false };
    await buy(winner, { gameId: 'vikinglotto', rows: [vikinglotto], drawCount: 2, channel: 'web' });
    const eurojackpot = { numbers: [1, 2, 3, 4, 5], bonusNumbers: [1, 2], isQuickPick: true };
    await buy(winner, { gameId: 'eurojackpot', rows: [eurojackpot], drawCount: 2, channel: 'web' });
  }
  if (second) {
    await buy(second, { ...lotto, rows: [row, { numbers: [7, 8, 9, 10, 11] }], joker, drawCount: 1 });
    const system = { numbers: [1, 2, 3, 14, 15, 16, 17], isQuickPick: false };
    await buy(second, { ...lotto, rows: [system], system: 7, drawCount: 1 });
  }
  const days = { subscriptionDrawDays: ['sat'], acceptedSubscriptionTerms: true };
  if (subscriber) await buy(subscriber, { ...lotto, rows: [row], ...days });
  if (cardSubscriber) {
    const { body } = await askToKeep(cardSubscriber, cardOf('01', '00', 701), true);
    await comeBack(body.form);
    await buy(cardSubscriber, { ...lotto, rows: [row], joker, ...days });
  }
}

async function buy(player: Payer, wager: Record<string, unknown>): Promise<void> {
  const stake = wager['stake'] ?? priceOf(wager);
  const answer = await ask(player, '/lotto/buy', { ...wager, stake });
  if (answer.status !== 201) throw new Error(`buy: ${answer.status} ${JSON.stringify(answer.body)}`);
}

function priceOf({
  gameId,
  rows,
  system,
  drawCount,
  subscriptionDrawDays,
  joker: digits,
}: Record<string, unknown>) {
  const count = system ? 21 : (rows as unknown[]).length;
  const one = count * (rowPrice[String(gameId)] ?? 0) + (digits ? 250 : 0);
  return one * (subscriptionDrawDays ? 4 : Number(drawCount));
}

async function keepCard(player: Payer, serial: number): Promise<void> {
  const { body } = await askToKeep(player, cardOf('01', '00', serial));
  await comeBack(body.form);
}

/** @returns the payment's id */
async function deposit(player: Payer, amount: number): Promise<string> {
  const { body } = await askToDeposit(player, amount);
  await comeBack(body.form);
  return body.verificationId;
}

/** A balance beside a debt, as a ticket cancelled after a chargeback left it. */
async function debt(product: Instance, debtor: ReleasePlayer): Promise<void> {
  await keepCard(debtor, 2);
  const payment = await deposit(debtor, 30_000);
  const row = { numbers: [2, 12, 22, 32, 42], isQuickPick: false };
  const slip = { gameId: 'lotto', channel: 'web', rows: Array.from({ length: 10 }, () => row) };
  for (let bought = 0; bought < 5; bought += 1) await buy(debtor, { ...slip, drawCount: 10 });
  for (const name of ['Sigrún', 'Þórður'])
    await operator(product, 'payments', 'chargeback', payment, '--reason', 'stolen card', '--as', name);
  const ticket = await ticketOf(debtor);
  const { status, body } = await ask(debtor, '/lotto/cancel', { ticketId: ticket });
  if (status !== 200) throw new Error(`cancel: ${status} ${JSON.stringify(body)}`);
}

async function ticketOf(player: Payer): Promise<string> {
  const { body } = await ask<{ tickets: { ticketId: string; gameId: string }[] }>(player, '/user/tickets/1');
  const ticket = body.tickets.findLast(({ gameId }) => gameId === 'lotto');
  if (!ticket) throw new Error('no ticket');
  return ticket.ticketId;
}

/** Joker leaves a large prize that waits for a claim. */
async function settleLotto(product: Instance, draw: number): Promise<void> {
  const { numbers, bonus, joker: digits } = lottoDraw;
  const entry = ['--numbers', numbers, '--bonus', bonus, '--joker', digits];
  await operator(product, 'draw', 'enter', 'lotto', String(draw), ...entry, '--as', 'Sigrún');
  await operator(product, 'draw', 'confirm', 'lotto', String(draw), ...entry, '--as', 'Þórður');
  await operator(product, 'draw', 'settle', 'lotto', String(draw));
  await operator(product, 'draw', 'pay', 'lotto', String(draw), '--as', 'Ásdís');
}

/** A result that waits for its second person. */
async function halfEntered(product: Instance, draw: number): Promise<void> {
  const entry = ['--numbers', '1,2,3,4,6', '--bonus', '1,3', '--joker', '55555'];
  await operator(product, 'draw', 'enter', 'eurojackpot', String(draw), ...entry, '--as', 'Sigrún');
}

/** Payments that await the answer of an outside party. */
async function onTheWay(
  product: Instance,
  players: Record<'payer' | 'phoner' | 'orderer', ReleasePlayer>,
): Promise<void> {
  await withOwner(product, (client) =>
    client.query(
      `UPDATE players SET payment_method = 'aur', mobile = '7800077', mobile_confirmed_at = domain_now()
       WHERE player_id = $1`,
      [players.phoner.playerId],
    ),
  );
  const fault = JSON.stringify({ fault: 'hang', times: 1_000 });
  const headers = { 'Content-Type': 'application/json' };
  await fetch(`${product.sandboxUrl}/_control/bank`, { method: 'POST', headers, body: fault });
  const aur = await ask(players.phoner, '/user/account/deposit', { amount: 1_500, reentryUrl: '/' });
  const card = await askToDeposit(players.payer, 1_700);
  const order = await ask(players.orderer, '/user/account/withdraw', { amount: 5_000 });
  const statuses = [aur, card, order].map(({ status }) => status);
  if (statuses.join() !== '200,200,204') throw new Error(`${statuses} ${JSON.stringify([aur, card, order])}`);
  await sleep(3_000);
}

/** Pending jobs are not part of the fixture, so the queue must be empty. */
async function queueIsEmpty(product: Instance): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { rows } = await withOwner(product, (client) =>
      client.query('SELECT 1 FROM graphile_worker.jobs LIMIT 1'),
    );
    if (rows.length === 0) return;
    await sleep(300);
  }
  throw new Error('the queue of jobs does not empty');
}

/** All files in DATA_DIR except the database and files that each start recreates. */
function filesOf(dataDir: string): Record<string, string> {
  const leftOut = /^(postgres|results|lock$|run\.json$|place\.json$|postgres\.log$)/;
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !leftOut.test(relative(dataDir, file)));
  return Object.fromEntries(
    files.map((file) => [relative(dataDir, file), readFileSync(file).toString('base64')]),
  );
}
