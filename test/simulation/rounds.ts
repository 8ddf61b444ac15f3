/** The season: sales, the walk over closing time, seal, result by two people, settlement, payment. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type GameId, gameIds, games, jokerPrizeOf, type Result } from './arithmetic.ts';
import type { FaultKind } from './faults.ts';
import { figuresOf } from './figures.ts';
import { drawOf, finishPaying, sealOf, settle, startPaying } from './model.ts';
import { type Outcome, runOperator } from './operator.ts';
import type { Random } from './random.ts';
import { count, expectEqual, insist, type Sim, violate } from './sim.ts';
import { finishCharges, startCharges, writeCoupons } from './subscriptions.ts';
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

export type OnSale = { game: GameId; draw: number; closeDate: string; drawDate: string; serverTime: string };
/** The draw that a round plays. */
type Played = OnSale;

const at = (season: Season, name: string) => ({ sim: season.sim, name: `draw: ${name}` });

/** Of every game, the one that closes first at the head. */
export async function drawsOnSale(sim: Sim): Promise<OnSale[]> {
  const draws: OnSale[] = [];
  for (const game of gameIds) {
    const { answer } = await insist({ sim, name: 'draw on sale' }, { path: `/lotto/current-draw/${game}` });
    if (answer.status !== 200) throw new Error(`no ${game} is on sale: ${JSON.stringify(answer.body)}`);
    draws.push({ ...(answer.body as unknown as OnSale), game });
  }
  return draws.toSorted((a, b) => Date.parse(a.closeDate) - Date.parse(b.closeDate));
}

/** One draw of each game, one day: what the model takes for certain. */
export async function settleMoment(sim: Sim): Promise<void> {
  const { model } = sim;
  for (const { game, draw, drawDate, serverTime } of await drawsOnSale(sim)) {
    model.moment.onSale[game] = [draw];
    model.moment.days = [dayOf(serverTime)];
    model.opens[game] = dayOf(drawDate);
  }
}

/** One draw from sale to payment, with the operations of the round around and between its steps. */
export async function playDraw(season: Season): Promise<void> {
  const { sim, random } = season;
  const [next] = await drawsOnSale(sim);
  if (!next) throw new Error('no game is on sale');
  const { game, draw, closeDate } = next;
  expectEqual(at(season, 'on sale'), 'draw', draw, sim.model.moment.onSale[game][0]);
  await during(season, 'sell', async () => {});
  await walkADay(season, closeDate);
  await close(season, next);
  await checkSeal(season, next);
  const result = chooseResult(season, next);
  await during(season, 'enter', () => enter(season, next, result));
  settle(sim.model, game, draw, result);
  await during(season, 'settle', async () => {
    await bringFigures(season, next);
    await kept(season, ['draw', 'settle', game, `${draw}`]);
  });
  startPaying(sim.model, game, draw);
  const pay = ['draw', 'pay', game, `${draw}`, '--as', 'operator3'];
  await during(season, 'pay', () => kept(season, pay));
  if (random.chance(0.3)) await done(season, pay);
  finishPaying(sim.model, game, draw);
  await during(season, 'rest', () => checkResult(season, next));
  conclude(season, next);
}

function conclude({ sim }: Season, { game, draw }: Played): void {
  const { winners, wins } = drawOf(sim.model, game, draw);
  for (const [index, rows] of winners.entries()) {
    if (rows > 0) count(sim, `${game} with winners in tier ${index + 1}`);
  }
  sim.say(`${game} ${draw}: ${JSON.stringify(sealOf(sim.model, game, draw))}, ${wins.size} winning coupons`);
}

/** Where pools are shared with other countries: the organiser's file by one person, and again by another. */
async function bringFigures(season: Season, { game, draw }: Played): Promise<void> {
  const { sim } = season;
  const figures = figuresOf(game, draw, drawOf(sim.model, game, draw).winners);
  if (figures === null) return;
  const file = join(sim.instance.dataDir, `figures-${game}-${draw}.json`);
  await writeFile(file, JSON.stringify(figures));
  for (const actor of ['operator1', 'operator2'])
    await done(season, ['draw', 'import', game, `${draw}`, file, '--as', actor]);
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
export async function done(season: Pick<Season, 'sim'>, args: readonly string[]): Promise<Outcome> {
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
export async function kept(season: Pick<Season, 'sim' | 'random'>, args: readonly string[]): Promise<void> {
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
async function walkADay(season: Season, closeDate: string): Promise<void> {
  const { sim, random } = season;
  const serverTime = await timeOf(sim);
  const to = new Date(Date.parse(serverTime) + 86_400_000).toISOString();
  const near = Date.parse(closeDate) - Date.parse(to) < 86_400_000;
  if (near || random.chance(0.4)) return during(season, 'day', async () => {});
  sim.model.moment.days = daysBetween(serverTime, to);
  const charges = startCharges(sim.model, serverTime, to);
  await during(season, 'day', () => walk(season, to));
  await finishCharges(sim, charges);
  await settleMoment(sim);
}

async function timeOf(sim: Sim): Promise<string> {
  const [first] = await drawsOnSale(sim);
  return first?.serverTime ?? '';
}

/** By the calendar, or by a person before its time; purchases go on and land on one side or the other. */
async function close(season: Season, { game, draw, drawDate }: Played): Promise<void> {
  const { sim, random } = season;
  const serverTime = await timeOf(sim);
  const to = new Date(Date.parse(drawDate) + 120_000).toISOString();
  sim.model.moment.onSale[game] = [draw, draw + 1];
  sim.model.moment.days = daysBetween(serverTime, to);
  const charges = startCharges(sim.model, serverTime, to);
  writeCoupons(sim.model, game, draw, dayOf(drawDate));
  await during(season, 'close', async () => {
    const early = ['draw', 'close', game, `${draw}`, '--as', 'operator1', '--reason', 'simulation'];
    // Before a billing day the draw is not paid for yet.
    if (charges.length === 0 && random.chance(0.25)) await done(season, early);
    await walk(season, to);
  });
  await finishCharges(sim, charges);
  sim.model.writing.clear();
  await settleMoment(sim);
  expectEqual(at(season, 'after the close'), 'draw', sim.model.moment.onSale[game], [draw + 1]);
}

/** Number, sum and rows under the root are the model's to the krona (must-hold 74, 77). */
async function checkSeal(season: Season, { game, draw }: Played): Promise<void> {
  const { sim } = season;
  const path = `/lotto/evidence/${game}/${draw}`;
  const untilMs = performance.now() + 60_000;
  for (;;) {
    const { answer } = await insist(at(season, 'evidence'), { path });
    if (answer.status === 200) {
      const { coupons, rows, stakes } = answer.body;
      return expectEqual(
        at(season, `seal of ${draw}`),
        'seal',
        { coupons, rows, stakes },
        sealOf(sim.model, game, draw),
      );
    }
    if (performance.now() > untilMs)
      throw new Error(`draw ${draw} is not sealed: ${JSON.stringify(answer.body)}`);
    await sleep(100);
  }
}

/** Mostly numbers that somebody has, so that every tier is won now and then. */
function chooseResult({ sim, random }: Season, { game, draw }: Played): Result {
  const { pick, max, extras, extraMax } = games[game];
  const { coupons } = drawOf(sim.model, game, draw);
  const live = coupons.filter(({ ticket }) => !ticket.cancelled);
  const numbers = random.numbers(random.chance(0.5) ? 20 : max, pick);
  const row = live.length > 0 ? random.pick(random.pick(live).ticket.wager.rows) : { numbers };
  const wanted = row.numbers;
  const taken = random.pick([0, 3, 4, pick]);
  const drawn = new Set([...wanted.slice(0, taken), ...numbers]);
  while (drawn.size <= pick) drawn.add(1 + random.below(max));
  const balls = [...drawn].slice(0, pick);
  const others = [...wanted, ...random.numbers(max, pick + 1)].filter((number) => !balls.includes(number));
  const own2 = random.chance(0.6) ? (row.bonusNumbers ?? []) : [];
  const beside = [...new Set([...own2, ...random.numbers(extraMax, extras)])].slice(0, extras);
  const bonus = extras === 0 ? [others[0] ?? max] : beside.sort((a, b) => a - b);
  const jokers = live.flatMap(({ ticket }) => (ticket.wager.joker ? [ticket.wager.joker] : []));
  const own = jokers.length > 0 && random.chance(0.6) ? [...random.pick(jokers)] : [7, 0, 7, 0, 7];
  if (random.chance(0.8)) own[random.below(5)] = random.below(10);
  return { numbers: balls.sort((a, b) => a - b), bonus, joker: own.join('') };
}

/** An entry, an independent equal one; now and then what must be refused (must-hold 79, 80). */
async function enter(season: Season, { game, draw }: Played, result: Result): Promise<void> {
  const { random } = season;
  const { max } = games[game];
  const typed = (numbers: readonly number[]) => [
    '--numbers',
    numbers.join(),
    '--bonus',
    result.bonus.join(),
    '--joker',
    result.joker,
  ];
  const [target, numbers] = [[game, `${draw}`], typed(result.numbers)];
  await done(season, ['draw', 'enter', ...target, ...numbers, '--as', 'operator1']);
  if (random.chance(0.25)) {
    const same = ['draw', 'confirm', ...target, ...numbers, '--as', 'operator1'];
    await refused(season, same, 'one person entered and confirmed');
  }
  if (random.chance(0.25)) {
    const [first = 0, ...rest] = result.numbers;
    const free = Array.from({ length: max }, (_, index) => index + 1).find(
      (number) => number !== first && !result.bonus.includes(number) && !rest.includes(number),
    );
    const other = ['draw', 'confirm', ...target, ...typed([free ?? 0, ...rest]), '--as', 'operator2'];
    await refused(season, other, 'the entries differ');
  }
  if (random.chance(0.25)) {
    const open = ['draw', 'enter', game, `${draw + 1}`, ...numbers, '--as', 'operator1'];
    await refused(season, open, 'the draw is on sale');
  }
  await done(season, ['draw', 'confirm', ...target, ...numbers, '--as', 'operator2']);
}

/** What is published is what the model counted (must-hold 83, 84). */
async function checkResult(season: Season, { game, draw }: Played): Promise<void> {
  const { sim } = season;
  const { result, lines, jokerUnits } = drawOf(sim.model, game, draw);
  const expected = {
    draw,
    numbers: result?.numbers,
    bonus: result?.bonus,
    joker: result?.joker,
    wins: lines.map(({ amount, winners }) => [amount, winners]),
    jokerWins: jokerUnits.map((units, index) => [jokerPrizeOf(index + 1), units]),
  };
  type Prize = { amount: number; winners: number };
  const pairs = (rows: unknown) => (rows as Prize[]).map(({ amount, winners }) => [amount, winners]);
  let found: unknown;
  for (const untilMs = performance.now() + 5_000; performance.now() < untilMs; await sleep(200)) {
    const { answer } = await insist(at(season, 'result'), { path: `/result/lotto/latest?gameId=${game}` });
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
  const { answer } = await insist(at(season, 'evidence'), { path: `/lotto/evidence/${game}/${draw}` });
  const settlement = answer.body['settlement'] as { equal?: boolean } | undefined;
  expectEqual(at(season, `evidence of ${draw}`), 'engines equal', settlement?.equal, true);
}
