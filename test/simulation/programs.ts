/**
 * After the season: programs of the football pools, bought with doubled clicks and lost answers, with
 * kick-offs that move, lots and voids, while processes are killed at the close, at the lots and at the
 * settlement. The model computes every row, every prize and every balance.
 */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clockOf } from './clock.ts';
import { faultKinds } from './faults.ts';
import { runOperator } from './operator.ts';
import {
  closeOf,
  countRight,
  lotUnit,
  type Match,
  type PoolId,
  poolPrizes,
  resultOf,
} from './pool-arithmetic.ts';
import { goalSlip, type Slip, signSlip } from './pool-slips.ts';
import type { Random } from './random.ts';
import { done, kept } from './rounds.ts';
import { expectEqual, insist, type Sim, violate } from './sim.ts';

const gameIds = ['totoeng', 'totoeur', 'xg'] as const;
const products = { totoeng: 'stryktipset', totoeur: 'europatipset', xg: 'xg' };
const groups = { totoeng: { group: 'sat' }, totoeur: { group: 'sun' }, xg: {} };
const signChances = [50, 27, 23];
const goalChances = [7, 18, 24, 22, 15, 8, 4, 2];
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const price = 13;
const startBalance = 100_000;
const programsEach = 2;

type Tipper = { playerId: string; cookie: string; balance: number };
type Sold = { tipper: Tipper; id: string; rows: readonly string[] };
type Round = {
  sim: Sim;
  random: Random;
  game: PoolId;
  number: number;
  matches: Match[];
  sold: Sold[];
  ends: number;
};

export async function playPrograms(sim: Sim, random: Random): Promise<void> {
  const tippers = await createTippers(sim);
  const carry: Record<PoolId, number> = { totoeng: 0, totoeur: 0, xg: 0 };
  for (let turn = 0; turn < programsEach; turn += 1) {
    const programs: Round[] = [];
    for (const game of gameIds) programs.push(await openProgram(sim, random, game, 900 + turn));
    for (const program of programs) await sell(program, tippers);
    await checkBalances(sim, tippers);
    await closeAll(sim, random, programs);
    for (const program of programs) await decide(program, carry);
    await checkBalances(sim, tippers);
  }
  const { code, said } = await runOperator(sim.instance.env, ['ledger', 'check']);
  if (code !== 0) violate({ sim, name: 'books after the programs' }, said);
}

async function createTippers({ instance }: Sim): Promise<Tipper[]> {
  const args = ['players', 'create', '--count', '5', '--balance', `${startBalance}`, '--sessions'];
  const { code, json, said } = await runOperator(instance.env, args);
  if (code !== 0) throw new Error(said);
  const made = json['players'] as { playerId: string; cookie: string }[];
  return made.map((player) => ({ ...player, balance: startBalance }));
}

/** Imported by one operator, released by another; kick-offs two days ahead, some hours apart. */
async function openProgram(sim: Sim, random: Random, game: PoolId, number: number): Promise<Round> {
  const first = Math.ceil((await clockOf(sim)).getTime() / 60_000) * 60_000 + 2 * dayMs;
  const matches = Array.from(
    { length: 13 },
    (_, at): Match => ({
      score: [random.below(4), random.below(4)],
      kickOff: first + Math.floor(at / 5) * hourMs,
      chances: game === 'xg' ? goalChances : signChances,
    }),
  );
  const events = matches.map(({ kickOff }, at) => ({
    ...{
      number: at + 1,
      home: `Heima ${at + 1}`,
      away: `Úti ${at + 1}`,
      country: 'England',
      league: 'Deild',
    },
    kickOff: new Date(kickOff).toISOString(),
    ...(game !== 'xg' && { odds: { 1: 1.9, X: 3.6, 2: 4.2 } }),
  }));
  const line = {
    product: products[game],
    drawNumber: number,
    comment: `Umferð ${number}`,
    ...groups[game],
    events,
  };
  const file = join(sim.instance.dataDir, `program-${game}-${number}.jsonl`);
  await writeFile(file, `${JSON.stringify(line)}\n`);
  for (const actor of ['operator1', 'operator2'])
    await done({ sim }, ['program', 'import', file, '--as', actor]);
  const { answer } = await insist({ sim, name: `program ${game}` }, { path: programPath(game, number) });
  return { sim, random, game, number, matches, sold: [], ends: Date.parse(String(answer.body['roundEnds'])) };
}

const programPath = (game: PoolId, number: number) =>
  `/${game === 'xg' ? 'xg' : 'toto'}/program/${game}-${number}`;

async function sell(program: Round, tippers: readonly Tipper[]): Promise<void> {
  const { random, game, number } = program;
  const buying = tippers.flatMap((tipper, index) =>
    Array.from({ length: 4 }, (_, nth) => {
      const slip = game === 'xg' ? goalSlip(random) : signSlip(random, game === 'totoeng' ? 'sat' : 'sun');
      return buy(program, tipper, slip, `${game}-${number}-${index}-${nth}`);
    }),
  );
  await Promise.all(buying);
  for (const ticket of [...program.sold]) if (random.chance(0.15)) await giveBack(program, ticket);
}

/** Once, doubled or with a lost answer: it is sold once. */
async function buy({ sim, random, game, number, sold }: Round, tipper: Tipper, slip: Slip, key: string) {
  const name = `purchase ${key}`;
  const stake = slip.rows.length * price;
  const body = { programId: `${game}-${number}`, ...slip.wager, rows: slip.rows.length, stake };
  const sent = { path: slip.path, cookie: tipper.cookie, key, body };
  const copies = random.chance(0.2) ? 2 : 1;
  const lost = random.chance(0.2) ? { loseAfterMs: random.below(12) } : {};
  const answers = await Promise.all(
    Array.from({ length: copies }, () => insist({ sim, name }, { ...sent, ...lost })),
  );
  const ids = new Set(answers.map(({ answer }) => (answer.status === 201 ? String(answer.body['id']) : '')));
  if (ids.size !== 1 || ids.has(''))
    return violate({ sim, name }, `not sold once: ${JSON.stringify(answers.map(({ answer }) => answer))}`);
  sim.counts.acknowledged += 1;
  sim.counts.doubled += copies - 1;
  tipper.balance -= stake;
  sold.push({ tipper, id: [...ids][0] as string, rows: slip.rows });
}

async function giveBack(program: Round, ticket: Sold): Promise<void> {
  const { sim, game, sold } = program;
  const path = `/${game === 'xg' ? 'xg' : 'toto'}/ticket/${ticket.id}/cancel`;
  const name = `cancel ${ticket.id}`;
  const { answer, tries } = await insist(
    { sim, name },
    { path, cookie: ticket.tipper.cookie, method: 'POST', body: {} },
  );
  if (answer.status !== 204 && tries === 1) return violate({ sim, name }, JSON.stringify(answer));
  ticket.tipper.balance += ticket.rows.length * price;
  sold.splice(sold.indexOf(ticket), 1);
}

async function checkBalances(sim: Sim, tippers: readonly Tipper[]): Promise<void> {
  for (const { playerId, cookie, balance } of tippers) {
    const name = `balance of ${playerId}`;
    const { answer } = await insist({ sim, name }, { path: '/user/account/details', cookie });
    expectEqual({ sim, name }, 'balance', answer.body['balance'], balance);
  }
}

/** One match of the first program begins two hours earlier than published; a process dies in the walk. */
async function closeAll(sim: Sim, random: Random, programs: readonly Round[]): Promise<void> {
  const [moved] = programs as readonly [Round, ...Round[]];
  const published = moved.matches.map(({ kickOff }) => kickOff);
  const match = 1 + random.below(5);
  const earlier = (published[match - 1] as number) - 2 * hourMs;
  for (const actor of ['operator1', 'operator2']) await moveMatch(moved, match, earlier, actor);
  const closes = closeOf(
    published,
    moved.matches.map(({ kickOff }) => kickOff),
  );
  const path = programPath(moved.game, moved.number);
  const { answer } = await insist({ sim, name: 'moved program' }, { path });
  expectEqual({ sim, name: 'moved program' }, 'close', Date.parse(String(answer.body['closeDate'])), closes);
  const last = Math.max(...programs.flatMap(({ matches }) => matches.map(({ kickOff }) => kickOff)));
  await Promise.all([walkTo(sim, last + hourMs), crash(sim, random)]);
  await walkTo(sim, last + hourMs);
  for (const program of programs) await checkSeal(program);
}

async function moveMatch(
  { sim, game, number, matches }: Round,
  match: number,
  kickOff: number,
  actor: string,
) {
  const at = new Date(kickOff).toISOString();
  await done({ sim }, [
    'program',
    'move-match',
    game,
    `${number}`,
    `${match}`,
    '--kick-off',
    at,
    '--as',
    actor,
  ]);
  matches[match - 1] = { ...(matches[match - 1] as Match), kickOff };
}

/** In as many walks as a crash needs. */
async function walkTo(sim: Sim, to: number): Promise<void> {
  for (let tries = 0; tries < 10; tries += 1) {
    await sim.faults.settled();
    const seconds = Math.ceil((to - (await clockOf(sim)).getTime()) / 1000);
    if (seconds <= 0) return;
    const startedMs = performance.now();
    const { code, said } = await runOperator(sim.instance.env, ['clock', 'advance', `${seconds}s`], 600_000);
    if (code !== 0 && !sim.faults.since(startedMs)) throw new Error(`no walk to the matches: ${said}`);
  }
}

async function crash(sim: Sim, random: Random): Promise<void> {
  await sleep(random.below(1_500));
  await sim.faults.kill(random.pick(faultKinds));
}

async function checkSeal({ sim, game, number, sold }: Round): Promise<void> {
  const name = `seal of ${game} ${number}`;
  const path = `/${game === 'xg' ? 'xg' : 'toto'}/evidence/${game}-${number}`;
  const rows = sold.reduce((sum, ticket) => sum + ticket.rows.length, 0);
  for (const untilMs = performance.now() + 60_000; performance.now() < untilMs; await sleep(200)) {
    const { answer } = await insist({ sim, name }, { path });
    if (answer.status !== 200) continue;
    const { coupons, rows: sealed, stakes } = answer.body;
    return expectEqual({ sim, name }, 'seal', [coupons, sealed, stakes], [sold.length, rows, rows * price]);
  }
  violate({ sim, name }, 'there is none');
}

/** Some matches are not played; seven of them void the program. */
async function decide(program: Round, carry: Record<PoolId, number>): Promise<void> {
  const { sim, random, game, number, matches } = program;
  const unplayed = random.numbers(13, random.pick([0, 1, 3, 6, 7]));
  for (const match of unplayed) matches[match - 1] = { ...(matches[match - 1] as Match), score: null };
  const beacon = createHash('sha256').update(`${game} ${number}`).digest('hex');
  const result = resultOf({ game, matches, closed: 0, ends: program.ends }, (match) =>
    lotUnit(beacon, `${game} ${number}`, match),
  );
  if (unplayed.length > 0) await drawLots(program, beacon);
  const entered = matches.map(({ score }, at) => `${at + 1}:${score ? score.join('-') : 'lot'}`).join();
  const words = [game, `${number}`, '--results', entered];
  if (result === null) return makeVoid(program, words);
  await done({ sim }, ['draw', 'enter', ...words, '--as', 'operator1']);
  await done({ sim }, ['draw', 'confirm', ...words, '--as', 'operator2']);
  await Promise.all([kept({ sim, random }, ['draw', 'settle', game, `${number}`]), mayCrash(sim, random)]);
  await Promise.all([
    kept({ sim, random }, ['draw', 'pay', game, `${number}`, '--as', 'operator3']),
    mayCrash(sim, random),
  ]);
  await checkPrizes(program, result, carry);
}

const mayCrash = async (sim: Sim, random: Random) => {
  if (random.chance(0.4)) await crash(sim, random);
};

async function drawLots({ sim, random, game, number }: Round, beacon: string): Promise<void> {
  const { answer } = await insist({ sim, name: `lots of ${game}` }, { path: programPath(game, number) });
  await walkTo(sim, Date.parse(String(answer.body['lotsAt'])));
  const lots = (actor: string) => ['program', 'lots', game, `${number}`, '--value', beacon, '--as', actor];
  await kept({ sim, random }, lots('operator1'));
  await Promise.all([done({ sim }, lots('operator2')), mayCrash(sim, random)]);
}

async function makeVoid({ sim, random, game, number, sold }: Round, words: readonly string[]): Promise<void> {
  await done({ sim }, ['draw', 'enter', ...words, '--as', 'operator1']);
  const { code } = await runOperator(sim.instance.env, ['draw', 'confirm', ...words, '--as', 'operator2']);
  if (code === 0) violate({ sim, name: `${game} ${number}` }, 'was confirmed with seven lots');
  const cancel = ['draw', 'cancel', game, `${number}`, '--as', 'operator1', '--reason', 'simulation'];
  await kept({ sim, random }, cancel);
  for (const { tipper, rows } of sold) tipper.balance += rows.length * price;
  sim.say(`${game} ${number} is void`);
}

async function checkPrizes(program: Round, result: string, carry: Record<PoolId, number>): Promise<void> {
  const { sim, game, number, sold } = program;
  const all = sold.flatMap(({ rows }) => rows);
  const winners = countRight(all, result);
  const prizes = poolPrizes(game, all.length, carry[game], winners);
  carry[game] = prizes.carryOut;
  for (const ticket of sold) {
    const won = countRight(ticket.rows, result).reduce(
      (sum, rows, right) => sum + rows * (prizes.pays[right] ?? 0),
      0,
    );
    ticket.tipper.balance += won;
    const op = { sim, name: `ticket ${ticket.id}` };
    const path = `/${game === 'xg' ? 'xg' : 'toto'}/ticket/${ticket.id}`;
    const { answer } = await insist(op, { path, cookie: ticket.tipper.cookie });
    expectEqual(
      op,
      'prize',
      [answer.body['amountWin'], answer.body['status']],
      [won, won > 0 ? 'paid' : 'lost'],
    );
  }
  const { answer } = await insist({ sim, name: `result of ${game}` }, { path: programPath(game, number) });
  const wins = answer.body['wins'] as { correctCount: number; amountWinner: number; winnerCount: number }[];
  for (const { correctCount, amountWinner, winnerCount } of wins) {
    const wanted = correctCount === 0 ? [0, 0] : [prizes.pays[correctCount] ?? 0, winners[correctCount]];
    expectEqual(
      { sim, name: `${game} ${number}` },
      `${correctCount} right`,
      [amountWinner, winnerCount],
      wanted,
    );
  }
  expectEqual({ sim, name: `${game} ${number}` }, 'carry', answer.body['carry'], carry[game]);
  sim.say(`${game} ${number}: ${all.length} rows, ${prizes.paid} kr. paid, ${prizes.carryOut} kr. carried`);
}
