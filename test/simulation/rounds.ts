/** The season: sales, the walk over closing time, seal, result by two people, settlement, payment. */
import { setTimeout as sleep } from 'node:timers/promises';
import { jokerPrizeOf, type Result } from './arithmetic.ts';
import type { FaultKind } from './faults.ts';
import { drawOf, finishPaying, sealOf, settle, startPaying } from './model.ts';
import { type Outcome, runOperator } from './operator.ts';
import type { Random } from './random.ts';
import { count, expectEqual, insist, type Sim, violate } from './sim.ts';
import type { Traffic } from './traffic.ts';

export const windows = ['sell', 'day', 'close', 'enter', 'settle', 'pay', 'rest'] as const;
export type Window = (typeof windows)[number];
/** The part of a round's operations that falls into each, in hundredths; the rest has what is left. */
const shares = { sell: 45, day: 8, close: 15, enter: 8, settle: 7, pay: 9 };

export type Season = {
  sim: Sim;
  traffic: Traffic;
  random: Random;
  /** Operations in this round, and the number of its last one. */
  operations: number;
  lastOperation: number;
  /** Crashes of this round. */
  crashes: readonly { window: Window; kind: FaultKind }[];
};

type OnSale = { draw: number; closeDate: string; drawDate: string; serverTime: string };

const at = (season: Season, name: string) => ({ sim: season.sim, name: `draw: ${name}` });

export async function drawOnSale(sim: Sim): Promise<OnSale> {
  const { answer } = await insist({ sim, name: 'draw on sale' }, { path: '/lotto/current-draw/lotto' });
  if (answer.status !== 200) throw new Error(`no draw is on sale: ${JSON.stringify(answer.body)}`);
  return answer.body as unknown as OnSale;
}

/** One draw from sale to payment, with the operations of the round around and between its steps. */
export async function playDraw(season: Season): Promise<void> {
  const { sim, random } = season;
  const { draw, drawDate, closeDate } = await drawOnSale(sim);
  expectEqual(at(season, 'on sale'), 'draw', draw, sim.model.moment.onSale[0]);
  await during(season, 'sell', async () => {});
  await walkADay(season, draw, closeDate);
  await close(season, draw, drawDate);
  await checkSeal(season, draw);
  const result = chooseResult(season, draw);
  await during(season, 'enter', () => enter(season, draw, result));
  settle(sim.model, draw, result);
  await during(season, 'settle', () => kept(season, ['draw', 'settle', 'lotto', `${draw}`]));
  startPaying(sim.model, draw);
  const pay = ['draw', 'pay', 'lotto', `${draw}`, '--as', 'operator3'];
  await during(season, 'pay', () => kept(season, pay));
  if (random.chance(0.3)) await done(season, pay);
  finishPaying(sim.model, draw);
  await during(season, 'rest', () => checkResult(season, draw));
  conclude(season, draw);
}

function conclude({ sim }: Season, number: number): void {
  const { lines, wins } = drawOf(sim.model, number);
  for (const [index, { winners }] of lines.entries()) {
    if (winners > 0) count(sim, `draw with winners in tier ${index + 1}`);
  }
  sim.say(`draw ${number}: ${JSON.stringify(sealOf(sim.model, number))}, ${wins.size} winning coupons`);
}

/** The window's operations while `step` happens and what is planned crashes; returns when all is over. */
async function during(season: Season, window: Window, step: () => Promise<unknown>): Promise<void> {
  const { sim, traffic, random, operations } = season;
  const from = traffic.done();
  const left = season.lastOperation - from;
  const part = window === 'rest' ? left : Math.min(left, Math.round((operations * shares[window]) / 100));
  const crash = async ({ kind }: { kind: FaultKind }) => {
    if (window === 'sell') await traffic.reaches(from + Math.round(part * (0.1 + 0.8 * random.next())));
    else await sleep(random.below(1_500));
    await sim.faults.kill(kind);
  };
  const crashes = season.crashes.filter((each) => each.window === window);
  let over = window === 'sell' || window === 'rest';
  const stepping = step().finally(() => {
    over = true;
  });
  await Promise.all([spread(traffic, part, () => over), stepping, ...crashes.map(crash)]);
}

/** A little at a time while a step is under way, so that requests meet all of it; then what is left. */
async function spread(traffic: Traffic, operations: number, over: () => boolean): Promise<void> {
  let left = operations;
  while (left > 0) {
    const next = over() ? left : Math.min(left, Math.ceil(operations / 40));
    await Promise.all([traffic.run(next), over() || sleep(40)]);
    left -= next;
  }
}

/** Waits out a crash and repeats, until done. A refusal without a crash stops the run. */
async function done(season: Season, args: readonly string[]): Promise<Outcome> {
  const { sim } = season;
  for (let tries = 1; ; tries += 1) {
    await sim.faults.settled();
    const startedMs = performance.now();
    const outcome = await runOperator(sim.instance.env, args);
    if (outcome.code === 0) return outcome;
    const excused = sim.faults.since(startedMs) && tries < 10;
    if (!excused) throw new Error(`operator ${args.join(' ')} failed: ${outcome.said}`);
    await sleep(200);
  }
}

/** A command that is sometimes ended in its middle, and then typed again. */
async function kept(season: Season, args: readonly string[]): Promise<void> {
  const { sim, random } = season;
  if (random.chance(0.4)) {
    const outcome = await runOperator(sim.instance.env, args, 400 + random.below(900));
    const when = outcome.code === null ? 'in its middle' : 'too late';
    sim.say(`kill -9 operator ${args.slice(0, 2).join(' ')}: ${when}`);
  }
  await done(season, args);
}

async function refused(season: Season, args: readonly string[], why: string): Promise<void> {
  const outcome = await runOperator(season.sim.instance.env, args);
  if (outcome.code === 0) violate(at(season, args.join(' ')), `was done, although ${why}`);
}

const dayOf = (instant: string): string => instant.slice(0, 10);

function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = Date.parse(dayOf(from)); day <= Date.parse(dayOf(to)); day += 86_400_000) {
    days.push(new Date(day).toISOString().slice(0, 10));
  }
  return days;
}

/** Walks to `to`, in as many tries as crashes need; now and then the walk itself is ended in its middle. */
async function walk(season: Season, to: string): Promise<void> {
  const { sim, random } = season;
  for (let tries = 1; ; tries += 1) {
    await sim.faults.settled();
    const startedMs = performance.now();
    const { json: face, said } = await runOperator(sim.instance.env, ['clock', 'show']);
    const seconds = Math.ceil((Date.parse(to) - Date.parse(String(face['now']))) / 1000);
    if (seconds <= 0) return;
    const command = ['clock', 'advance', `${seconds}s`];
    if (tries === 1 && random.chance(0.2)) {
      await runOperator(sim.instance.env, command, 300 + random.below(1_000));
      continue;
    }
    const advance = Number.isNaN(seconds) ? { code: 1, said } : await runOperator(sim.instance.env, command);
    if (advance.code === 0) return;
    if (!sim.faults.since(startedMs) || tries === 10) throw new Error(`no walk to ${to}: ${advance.said}`);
    await sleep(200);
  }
}

/** Another domain day of the same draw: yesterday's tickets cannot be cancelled, limits begin anew. */
async function walkADay(season: Season, draw: number, closeDate: string): Promise<void> {
  const { sim, random } = season;
  const { serverTime } = await drawOnSale(sim);
  const to = new Date(Date.parse(serverTime) + 86_400_000).toISOString();
  const near = Date.parse(closeDate) - Date.parse(to) < 86_400_000;
  if (near || random.chance(0.4)) return during(season, 'day', async () => {});
  sim.model.moment = { onSale: [draw], days: daysBetween(serverTime, to) };
  await during(season, 'day', () => walk(season, to));
  sim.model.moment = { onSale: [draw], days: [dayOf(to)] };
}

/** By the calendar, or by a person before its time; purchases go on and land on one side or the other. */
async function close(season: Season, draw: number, drawDate: string): Promise<void> {
  const { sim, random } = season;
  const { serverTime } = await drawOnSale(sim);
  const to = new Date(Date.parse(drawDate) + 120_000).toISOString();
  sim.model.moment = { onSale: [draw, draw + 1], days: daysBetween(serverTime, to) };
  await during(season, 'close', async () => {
    const early = ['draw', 'close', 'lotto', `${draw}`, '--as', 'operator1', '--reason', 'simulation'];
    if (random.chance(0.25)) await done(season, early);
    await walk(season, to);
  });
  sim.model.moment = { onSale: [draw + 1], days: [dayOf(to)] };
}

/** Number, sum and rows under the root are the model's to the krona (must-hold 74, 77). */
async function checkSeal(season: Season, draw: number): Promise<void> {
  const { sim } = season;
  const path = `/lotto/evidence/lotto/${draw}`;
  const untilMs = performance.now() + 60_000;
  for (;;) {
    const { answer } = await insist(at(season, 'evidence'), { path });
    if (answer.status === 200) {
      const { coupons, rows, stakes } = answer.body;
      return expectEqual(
        at(season, `seal of ${draw}`),
        'seal',
        { coupons, rows, stakes },
        sealOf(sim.model, draw),
      );
    }
    if (performance.now() > untilMs)
      throw new Error(`draw ${draw} is not sealed: ${JSON.stringify(answer.body)}`);
    await sleep(100);
  }
}

/** Mostly numbers that somebody has, so that every tier is won now and then. */
function chooseResult({ sim, random }: Season, draw: number): Result {
  const { coupons } = drawOf(sim.model, draw);
  const live = coupons.filter(({ ticket }) => !ticket.cancelled);
  const numbers = random.numbers(random.chance(0.5) ? 20 : 45, 5);
  const wanted = live.length > 0 ? random.pick(random.pick(live).ticket.wager.rows).numbers : numbers;
  const taken = random.pick([0, 3, 4, 5]);
  const drawn = new Set([...wanted.slice(0, taken), ...numbers].slice(0, taken + 5));
  while (drawn.size < 6) drawn.add(1 + random.below(45));
  const balls = [...drawn].slice(0, 5);
  const others = [...wanted, ...random.numbers(45, 6)].filter((number) => !balls.includes(number));
  const jokers = live.flatMap(({ ticket }) => (ticket.wager.joker ? [ticket.wager.joker] : []));
  const own = jokers.length > 0 && random.chance(0.6) ? [...random.pick(jokers)] : [7, 0, 7, 0, 7];
  if (random.chance(0.8)) own[random.below(5)] = random.below(10);
  return { numbers: balls.sort((a, b) => a - b), bonus: others[0] ?? 45, joker: own.join('') };
}

/** An entry, an independent equal one; now and then what must be refused (must-hold 79, 80). */
async function enter(season: Season, draw: number, result: Result): Promise<void> {
  const { random } = season;
  const typed = (numbers: readonly number[]) => [
    '--numbers',
    numbers.join(),
    '--bonus',
    String(result.bonus),
    '--joker',
    result.joker,
  ];
  const [target, numbers] = [['lotto', `${draw}`], typed(result.numbers)];
  await done(season, ['draw', 'enter', ...target, ...numbers, '--as', 'operator1']);
  if (random.chance(0.25)) {
    const same = ['draw', 'confirm', ...target, ...numbers, '--as', 'operator1'];
    await refused(season, same, 'one person entered and confirmed');
  }
  if (random.chance(0.25)) {
    const [first = 0, ...rest] = result.numbers;
    const free = Array.from({ length: 45 }, (_, index) => index + 1).find(
      (number) => number !== first && number !== result.bonus && !rest.includes(number),
    );
    const other = ['draw', 'confirm', ...target, ...typed([free ?? 0, ...rest]), '--as', 'operator2'];
    await refused(season, other, 'the entries differ');
  }
  if (random.chance(0.25)) {
    const open = ['draw', 'enter', 'lotto', `${draw + 1}`, ...numbers, '--as', 'operator1'];
    await refused(season, open, 'the draw is on sale');
  }
  await done(season, ['draw', 'confirm', ...target, ...numbers, '--as', 'operator2']);
}

/** What is published is what the model counted (must-hold 83, 84). */
async function checkResult(season: Season, draw: number): Promise<void> {
  const { sim } = season;
  const { result, lines, jokerUnits } = drawOf(sim.model, draw);
  const expected = {
    draw,
    numbers: result?.numbers,
    bonus: [result?.bonus],
    joker: result?.joker,
    wins: lines.map(({ amount, winners }) => [amount, winners]),
    jokerWins: jokerUnits.map((units, index) => [jokerPrizeOf(index + 1), units]),
  };
  type Prize = { amount: number; winners: number };
  const pairs = (rows: unknown) => (rows as Prize[]).map(({ amount, winners }) => [amount, winners]);
  let found: unknown;
  for (const untilMs = performance.now() + 5_000; performance.now() < untilMs; await sleep(200)) {
    const { answer } = await insist(at(season, 'result'), { path: '/result/lotto/latest?gameId=lotto' });
    const { body } = answer;
    if (answer.status !== 200 || !Array.isArray(body['jokerNumbers'])) continue;
    found = {
      draw: body['draw'],
      numbers: body['lottoNumbers'],
      bonus: body['bonusNumbers'],
      joker: body['jokerNumbers'].join(''),
      wins: pairs(body['lottoWins']),
      jokerWins: pairs(body['jokerWins']),
    };
    if (JSON.stringify(found) === JSON.stringify(expected)) break;
  }
  expectEqual(at(season, `result of ${draw}`), 'published', found, expected);
  const { answer } = await insist(at(season, 'evidence'), { path: `/lotto/evidence/lotto/${draw}` });
  const settlement = answer.body['settlement'] as { equal?: boolean } | undefined;
  expectEqual(at(season, `evidence of ${draw}`), 'engines equal', settlement?.equal, true);
}
