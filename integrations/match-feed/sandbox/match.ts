/** One match of a sample season: its chances, and all that happens in it. The same match plays the same. */
import { createHash } from 'node:crypto';
import type { WireNews } from '../wire.ts';

export type SampleMatch = {
  /** The feed's number of it. */
  id: string;
  country: string;
  league: string;
  home: string;
  away: string;
  kickOff: Date;
};

const minuteMs = 60_000;
const halfTimeMinutes = 15;
/** Minutes from kick-off until the end is said. */
const endsAfter = 112;

/** Numbers below 1, the same for the same text. */
function randomOf(text: string): () => number {
  let state = createHash('sha256').update(text).digest().readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const strengthOf = (team: string) => 0.7 + 0.7 * randomOf(`strength of ${team}`)();

/** Goals that are expected of each side: some pairs of teams play more openly than others. */
function expectedGoals({ home, away }: SampleMatch): [home: number, away: number] {
  const ratio = strengthOf(home) / strengthOf(away);
  const openness = 0.6 + 0.8 * randomOf(`openness of ${home} and ${away}`)();
  return [1.5 * openness * ratio, (1.2 * openness) / ratio];
}

const goalsMax = 12;

/** Chances of 0, 1, 2 … goals. */
function poissonChances(mean: number): number[] {
  const chances = [Math.exp(-mean)];
  for (let goals = 1; goals <= goalsMax; goals += 1)
    chances.push(((chances[goals - 1] as number) * mean) / goals);
  return chances;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

/** Odds as a bookmaker offers them, two decimals. */
function oddsOf(chances: readonly number[]): number[] {
  const whole = sum(chances);
  return chances.map((each) => Math.min(200, Math.max(1.05, Math.round((94 * whole) / each) / 100)));
}

/** A match in a program: odds of signs and goals, and the tips of ten newspapers. */
export function predictionsOf(match: SampleMatch) {
  const [home, away] = expectedGoals(match).map(poissonChances) as [number[], number[]];
  const signs = [0, 0, 0] as [number, number, number];
  for (const [h, ofHome] of home.entries())
    for (const [a, ofAway] of away.entries()) signs[h > a ? 0 : h === a ? 1 : 2] += ofHome * ofAway;
  const together = poissonChances(sum(expectedGoals(match)));
  const goals = [...together.slice(0, 7), sum(together.slice(7))];
  const [one, draw, two] = oddsOf(signs) as [number, number, number];
  return { odds: { 1: one, X: draw, 2: two }, goalOdds: oddsOf(goals), tenNewspapers: tipsOf(match, signs) };
}

function tipsOf({ id }: SampleMatch, [home, draw]: readonly [number, number, number]) {
  const random = randomOf(`tips of ${id}`);
  const tips = { 1: 0, X: 0, 2: 0 };
  for (let paper = 0; paper < 10; paper += 1) {
    const drawn = random();
    tips[drawn < home ? 1 : drawn < home + draw ? 'X' : 2] += 1;
  }
  return tips;
}

/** How rarely a match is postponed, a kick-off is moved, and a goal is taken back. */
const postponedShare = 0.005;
const movedShare = 0.02;
const takenBackShare = 0.04;

/** All that the feed says of it, in its order. */
export function newsOf(match: SampleMatch): WireNews[] {
  const random = randomOf(`match ${match.id}`);
  const news: WireNews[] = [];
  const say = (at: Date, what: Omit<Extract<WireNews, { kind: 'match' }>, 'kind' | 'at' | 'match'>) =>
    news.push({ kind: 'match', at: at.toISOString(), match: match.id, ...what });
  let { kickOff } = match;
  if (random() < postponedShare) {
    say(new Date(kickOff.getTime() - 3 * 60 * minuteMs), { state: 'postponed' });
    return news;
  }
  if (random() < movedShare) {
    const dayBefore = new Date(kickOff.getTime() - 24 * 60 * minuteMs);
    kickOff = new Date(kickOff.getTime() + 30 * minuteMs);
    say(dayBefore, { kickOff: kickOff.toISOString() });
  }
  const after = (minutes: number) => new Date(kickOff.getTime() + minutes * minuteMs);
  const score = { home: 0, away: 0 };
  say(kickOff, { state: 'onGoing', score: { ...score } });
  const [home, away] = expectedGoals(match);
  for (let minute = 1; minute <= 90; minute += 1) {
    const drawn = random() * 90;
    if (drawn >= home + away) continue;
    const side = drawn < home ? 'home' : 'away';
    const at = minute > 45 ? minute + halfTimeMinutes : minute;
    score[side] += 1;
    say(after(at), { score: { ...score } });
    if (random() >= takenBackShare) continue;
    score[side] -= 1;
    say(after(at + 1), { score: { ...score } });
  }
  say(after(endsAfter), { state: 'finished', score: { ...score } });
  return news;
}
