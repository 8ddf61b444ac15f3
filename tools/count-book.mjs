/**
 * Reads the published book of a draw, and counts what wins in it: part of tools/verify-draw.mjs. Imports only
 * what Node has and the program beside it.
 */
import { createHash } from 'node:crypto';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { node, playedHash, rowsDigest, sha256, whole } from './check-proof.mjs';

/** The text of a book: one gzip member and nothing beside it, or the text as it is. */
export function unpack(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString('latin1');
  // No name, no time, no comment.
  const isPlain = bytes.subarray(2, 8).equals(Buffer.from([8, 0, 0, 0, 0, 0]));
  const { engine } = inflateRawSync(bytes.subarray(10), { info: true });
  if (!isPlain || engine.bytesWritten !== bytes.length - 18)
    throw new Error('something stands beside the book');
  return gunzipSync(bytes).toString('latin1');
}

const line = /^([0-9a-f]{64}) (rows=([0-9b_-]*) system=(\d+) side=(\d{5}|-) stake=(\d+))$/;

/** The lines of a published book behind its first, which says what it is. */
export function readBook(text) {
  const [head = '', ...lines] = text.split('\n');
  if (lines.pop() !== '') throw new Error('the book does not end with its last line');
  return { head, coupons: lines.map(couponOf) };
}

function couponOf(text) {
  const match = line.exec(text);
  if (!match) throw new Error(`not a line of a book: ${text.slice(0, 80)}`);
  const [, owner, played, rows, system, side, stake] = match;
  return {
    hash: playedHash(Buffer.from(owner, 'hex'), leafPart(played)),
    rows: rows.split('_').map((row) => row.split('b').map(numbersOf)),
    system: Number(system),
    side: side === '-' ? null : side,
    stake: Number(stake),
  };
}

/** Long rows are published in full; the leaf has their hash. */
export function leafPart(played) {
  return played.replace(/^rows=(\S{1025,})/, (_, rows) => `rows=${rowsDigest(rows)}`);
}

const numbersOf = (text) => (text === '' ? [] : text.split('-').map(Number));

/** As in RFC 6962: nodes pair up from the left, an odd last one moves up as it is. */
export function rootOf(hashes) {
  let level = hashes.length > 0 ? hashes : [sha256(Buffer.alloc(0))];
  while (level.length > 1) {
    const above = [];
    for (let left = 0; left < level.length; left += 2) {
      above.push(left + 1 < level.length ? node(level[left], level[left + 1]) : level[left]);
    }
    level = above;
  }
  return level[0].toString('hex');
}

/** Every row that a coupon plays; a system is all choices of its numbers. */
function* rowsPlayed({ rows, system }, pick) {
  for (const [numbers, extra = []] of rows) {
    if (system === 0) yield { numbers, extra };
    else for (const chosen of choices(numbers, pick)) yield { numbers: chosen, extra };
  }
}

function* choices(numbers, pick, from = 0) {
  if (pick === 0) yield [];
  for (let at = from; pick > 0 && at <= numbers.length - pick; at += 1) {
    for (const rest of choices(numbers, pick - 1, at + 1)) yield [numbers[at], ...rest];
  }
}

/** The first tier whose hits the row has; 0 for none. */
function tierOf({ numbers, extra }, rules, drawn) {
  const main = numbers.filter((number) => drawn.numbers.includes(number)).length;
  const compared = rules.drawnBonus.pool === 'main' ? numbers : extra;
  const bonus = compared.filter((number) => drawn.bonusNumbers.includes(number)).length;
  const won = rules.tiers.find(
    ({ mainHits, bonusHits }) => mainHits === main && (bonusHits === null || bonusHits === bonus),
  );
  return won ? won.tier : 0;
}

/** Tier and units of the digits beside the rows; both ends of two are paid twice. */
function sideTierOf(played, drawn) {
  const run = (a, b) => [...a].findIndex((digit, at) => digit !== b[at]);
  const reversed = (text) => [...text].reverse().join('');
  if (played === drawn) return { tier: 1, units: 1 };
  const [front, back] = [run(played, drawn), run(reversed(played), reversed(drawn))];
  const longest = Math.max(front, back);
  if (longest < 2) return { tier: 0, units: 0 };
  return { tier: 6 - longest, units: front === 2 && back === 2 ? 2 : 1 };
}

/**
 * What the book holds, how many units of it win in each tier, and the digest that an engine makes of that:
 * SHA-256 over a line for each winning coupon, `12 0,0,1,0,0,0,0,0,0,1`. The line has its place in the book,
 * from 1, and its units in the tiers of the rules and then in those of Joker.
 */
export function count(coupons, rules, drawn) {
  const sums = { coupons: coupons.length, rows: 0, stakes: 0, sides: 0 };
  const jokerTiers = rules.joker?.tiers ?? [];
  const lines = [
    ...rules.tiers.map(({ tier }) => `main ${tier}`),
    ...jokerTiers.map(({ tier }) => `side ${tier}`),
  ];
  const winners = Object.fromEntries(lines.map((line) => [line, 0]));
  const digest = createHash('sha256');
  for (const [index, coupon] of coupons.entries()) {
    const units = lines.map(() => 0);
    const add = (line, won) => {
      if (won === 0) return;
      units[lines.indexOf(line)] += won;
      winners[line] += won;
    };
    sums.stakes += coupon.stake;
    for (const row of rowsPlayed(coupon, rules.main.pick)) {
      sums.rows += 1;
      const tier = tierOf(row, rules, drawn);
      if (tier > 0) add(`main ${tier}`, 1);
    }
    if (coupon.side !== null) {
      sums.sides += 1;
      if (drawn.joker !== undefined) {
        const { tier, units: won } = sideTierOf(coupon.side, drawn.joker);
        add(`side ${tier}`, won);
      }
    }
    if (units.some(Boolean)) digest.update(`${index + 1} ${units.join()}\n`);
  }
  return { sums, winners, digest: digest.digest('hex') };
}

/** Whether a coupon plays what the rules allow, and cost its rows and its Joker. */
export function isSoldByRules({ rows, system, side, stake }, rules) {
  const { main, chosenBonus, amountRow, joker } = rules;
  const size = system === 0 ? main.pick : system;
  const isRow = ([numbers, extra = []]) =>
    isChoice(numbers, size, main.max) && isChoice(extra, chosenBonus.count, chosenBonus.max);
  if (!rows.every(isRow) || (system !== 0 && rows.length !== 1)) return false;
  const played = [...rowsPlayed({ rows, system }, main.pick)].length;
  return stake === played * whole(amountRow) + (side === null ? 0 : whole(joker.amount));
}

/** So many different numbers from 1 to the most, in order. */
export function isChoice(numbers, size, most) {
  const isInOrder = numbers.every((number, at) => number > (numbers[at - 1] ?? 0) && number <= most);
  return numbers.length === size && isInOrder;
}
