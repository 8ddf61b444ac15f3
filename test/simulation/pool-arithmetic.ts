/**
 * The rules of the football pools once more, by brute force: nothing here comes from `rules/` or `server/`.
 * Rows are texts, one letter a match: the sign, or the goals from 0 to 7. Amounts in whole krónur.
 */
import { createHash } from 'node:crypto';

export type PoolId = 'totoeng' | 'totoeur' | 'xg';

const price = 13;
const signsOf: Record<string, string> = { '1': '1', X: 'X', '2': '2', A: '1X', B: '12', C: 'X2', D: '1X2' };

/** For each match the outcomes that are played: every combination of them. */
const combine = (played: readonly string[]): string[] =>
  played.reduce<string[]>((rows, each) => rows.flatMap((row) => [...each].map((sign) => row + sign)), ['']);

export const openRows = (panel: string): string[] =>
  combine([...panel].map((letter) => signsOf[letter] ?? ''));

/** A panel of goals, `2,3/4,7+…`. */
export const goalRows = (panel: string): string[] =>
  combine(panel.split(',').map((pick) => pick.replaceAll('/', '').replaceAll('+', '')));

/**
 * Systems by what their words have in common: so many signs off the base, or sums of digits that the modulus
 * divides. Systems that are lists have nothing in common, and a second hand could only copy them.
 */
type WordRule = { full: number; half: number; isWord: (digits: readonly number[]) => boolean };

const signsOff = (digits: readonly number[]) => digits.filter((digit) => digit > 0).length;
const sphere = (full: number, half: number, from: number, to: number): WordRule => ({
  ...{ full, half },
  isWord: (digits) => signsOff(digits) >= from && signsOff(digits) <= to,
});

/** Each sum is written as the factors of its digits. */
const sums = (full: number, half: number, modulus: number, factors: string): WordRule => ({
  ...{ full, half },
  isWord: (digits) =>
    factors.split(' ').every((sum) => {
      return digits.reduce((all, digit, at) => all + digit * Number(sum[at]), 0) % modulus === 0;
    }),
});

export const systemRules: Readonly<Record<string, WordRule>> = {
  'S-4-0-9': sums(4, 0, 3, '0112 1011'),
  'S-0-7-16': sums(0, 7, 2, '0001111 0110110 1010101'),
  'S-8-0-27': sums(8, 0, 3, '00001010 00010201 00100120 01000202 10000212'),
  'S-11-0-729': sums(11, 0, 3, '00001222101 00010110111 00100212012 01000012221 10000122210'),
  'U-5-0-51': sphere(5, 0, 0, 2),
  'U-7-0-99': sphere(7, 0, 0, 2),
  'U-0-13-92': sphere(0, 13, 0, 2),
  'U-4-5-330': sphere(4, 5, 0, 3),
  'U-5-3-317': sphere(5, 3, 1, 3),
};

/** Every row whose digits make a word: a digit says which sign of a cover it is, counted from the base. */
export function systemRows(id: string, panel: string, base = ''): string[] {
  const rule = systemRules[id];
  if (!rule) throw new Error(`the model does not know ${id}`);
  const covers = [...panel].flatMap((letter, match) => ('ABCD'.includes(letter) ? [match] : []));
  const ordered = [
    ...covers.filter((match) => panel[match] === 'D'),
    ...covers.filter((match) => panel[match] !== 'D'),
  ];
  return openRows(panel).filter((row) =>
    rule.isWord(
      ordered.map((match) => {
        const marked = signsOf[panel[match] as string] as string;
        const from = base ? marked.indexOf(base[match] as string) : 0;
        return (marked.indexOf(row[match] as string) - from + marked.length) % marked.length;
      }),
    ),
  );
}

/** Rows by right matches, from none to thirteen. */
export function countRight(rows: readonly string[], result: string): number[] {
  const counts = new Array<number>(14).fill(0);
  for (const row of rows) {
    const right = [...row].filter((sign, match) => sign === result[match]).length;
    counts[right] = (counts[right] as number) + 1;
  }
  return counts;
}

export type Match = {
  /** After regular time; null where it was not played to its end. */
  score: readonly [home: number, away: number] | null;
  /** When it began, in milliseconds. */
  kickOff: number;
  /** Whole percent of each outcome, as they stood at the release. */
  chances: readonly number[];
};

export type Round = { game: PoolId; matches: readonly Match[]; closed: number; ends: number };

/** Sale ends a minute before the first match, and earlier when that is moved forward; never later. */
export function closeOf(published: readonly number[], moved: readonly number[]): number {
  return Math.min(...published, ...moved) - 60_000;
}

/** A match that was not played, began while tickets were sold or after the round needs a lot. */
export const needsLot = ({ closed, ends }: Round, { score, kickOff }: Match): boolean =>
  score === null || kickOff < closed || kickOff > ends;

/** Null where seven matches or more need a lot: all stakes return. */
export function resultOf(round: Round, unitOf: (match: number) => number): string | null {
  const lots = round.matches.filter((match) => needsLot(round, match)).length;
  if (lots >= 7) return null;
  return round.matches.map((match, at) => outcomeOf(round, match, () => unitOf(at + 1))).join('');
}

function outcomeOf(round: Round, match: Match, unit: () => number): string {
  const letters = round.game === 'xg' ? '01234567' : '1X2';
  if (needsLot(round, match)) {
    const hundred = [...letters].map((letter, at) => letter.repeat(match.chances[at] ?? 0)).join('');
    return hundred[unit() - 1] as string;
  }
  const [home, away] = match.score as [number, number];
  if (round.game === 'xg') return String(Math.min(7, home + away));
  return home > away ? '1' : home === away ? 'X' : '2';
}

/** 1 to 100: the first byte below 200 of hash after hash. @param program `totoeng 4633` */
export function lotUnit(beacon: string, program: string, match: number): number {
  for (let attempt = 0; ; attempt += 1) {
    const bytes = createHash('sha256').update(`${beacon} ${program} ${match} ${attempt}`).digest();
    for (const byte of bytes) if (byte < 200) return (byte % 100) + 1;
  }
}

const shares: Record<PoolId, readonly bigint[]> = {
  totoeng: [40n, 15n, 12n, 25n],
  totoeur: [39n, 22n, 12n, 25n],
  xg: [40n, 20n, 15n, 25n],
};

type Tier = { right: number; pool: bigint; winners: bigint; pays: bigint };

export type PoolResult = {
  /** For one row, by right matches; those that win nothing are left out. */
  pays: Record<number, number>;
  paid: number;
  carryOut: number;
  toFund: number;
};

/** @param winners all rows by right matches, from none to thirteen */
export function poolPrizes(
  game: PoolId,
  rows: number,
  carryIn: number,
  winners: readonly number[],
): PoolResult {
  const fund = (BigInt(rows * price) * 65n) / 100n;
  const best = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1].filter((right) => (winners[right] ?? 0) > 0);
  const rights = game === 'xg' ? [13, ...best.slice(0, 3)] : [13, 12, 11, 10];
  const tiers = shares[game].map((share, at): Tier => {
    const right = rights[at] ?? 0;
    return {
      right,
      pool: (fund * share) / 100n,
      winners: BigInt(right === 0 ? 0 : (winners[right] ?? 0)),
      pays: 0n,
    };
  });
  const [first, ...lower] = tiers as [Tier, ...Tier[]];
  first.pool += BigInt(carryIn);
  if (game !== 'xg')
    for (const tier of lower.filter((each) => each.winners === 0n)) shareOut(tier, first, lower);
  for (const group of merged(tiers)) pay(group);
  const carryOut = tiers.filter(({ pays }) => pays === 0n).reduce((all, { pool }) => all + pool, 0n);
  const paid = tiers.reduce((all, { pays, winners: won }) => all + pays * won, 0n);
  const paying = tiers.filter(({ pays }) => pays > 0n);
  return {
    pays: Object.fromEntries(paying.map(({ right, pays }) => [right, Number(pays)])),
    ...{ paid: Number(paid), carryOut: Number(carryOut) },
    toFund: Number(fund + BigInt(carryIn) - paid - carryOut),
  };
}

function shareOut(tier: Tier, first: Tier, lower: readonly Tier[]): void {
  const others = lower.filter(({ winners }) => winners > 0n);
  const part = tier.pool / BigInt(others.length + 1);
  for (const other of others) other.pool += part;
  first.pool += tier.pool - part * BigInt(others.length);
  tier.pool = 0n;
}

/** Neighbours merge as long as a lower one would pay more. */
function merged(tiers: readonly Tier[]): Tier[][] {
  const groups = tiers.filter(({ winners }) => winners > 0n).map((tier) => [tier]);
  const total = (group: readonly Tier[], part: 'pool' | 'winners') =>
    group.reduce((all, tier) => all + tier[part], 0n);
  for (let at = 0; at + 1 < groups.length; ) {
    const [high, low] = [groups[at] as Tier[], groups[at + 1] as Tier[]];
    if (total(low, 'pool') * total(high, 'winners') > total(high, 'pool') * total(low, 'winners')) {
      groups.splice(at, 2, [...high, ...low]);
      at = Math.max(0, at - 1);
    } else at += 1;
  }
  return groups;
}

function pay(group: readonly Tier[]): void {
  const pool = group.reduce((all, tier) => all + tier.pool, 0n);
  const winners = group.reduce((all, tier) => all + tier.winners, 0n);
  const amount = pool / winners - ((pool / winners) % 10n);
  for (const tier of group) tier.pays = amount < 200n ? 0n : amount;
}
