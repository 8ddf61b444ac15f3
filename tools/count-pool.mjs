/**
 * Reads the published book of a football pool, and counts what wins in it: part of tools/verify-draw.mjs.
 * Imports only what Node has and the programs beside it; the rows of systems stand in pool-systems.txt.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { playedHash, sha256, whole } from './check-proof.mjs';
import { leafPart } from './count-book.mjs';

export const matchCount = 13;
const signs = ['1', 'X', '2'];
const goals = ['0', '1', '2', '3', '4', '5', '6', '7+'];
export const outcomesOf = (game) => (game === 'xg' ? goals : signs);

/** The outcomes that a letter of a panel plays. `-` stands at a match without a base sign. */
const letters = { 1: '1', X: 'X', 2: '2', A: '1X', B: '12', C: 'X2', D: '1X2', '-': '' };

/** A line of pool-systems.txt: the id, and a word of one digit a covered match for each row. */
export const systemLines = readFileSync(new URL('pool-systems.txt', import.meta.url), 'latin1')
  .trim()
  .split('\n');
const systems = new Map(systemLines.map((line) => [line.split(' ')[0], line.split(' ').slice(1)]));

const played =
  'rows=([0-9XABCD,/+_-]+) system=(O|-|[SU]-[0-9-]+) club=(\\d+|-)(?: channel=clubSale)? stake=(\\d+)';
const line = new RegExp(`^([0-9a-f]{64}) (${played})$`);

/** The lines of a published book behind its first, which says what it is. */
export function readPoolBook(text) {
  const [head = '', ...lines] = text.split('\n');
  if (lines.pop() !== '') throw new Error('the book does not end with its last line');
  return { head, coupons: lines.map(couponOf) };
}

function couponOf(text) {
  const match = line.exec(text);
  if (!match) throw new Error(`not a line of a book: ${text.slice(0, 80)}`);
  const [, owner, played, rows, system, , stake] = match;
  return {
    hash: playedHash(Buffer.from(owner, 'hex'), leafPart(played)),
    ...{ rows: rows.split('_'), system, stake: Number(stake) },
  };
}

/** Of each match what a row plays, in the order of the outcomes. */
function picksOf(game, row) {
  if (game === 'xg') return row.split(',').map((pick) => pick.split('/').map((goal) => goals.indexOf(goal)));
  return [...row].map((letter) => [...letters[letter]].map((sign) => signs.indexOf(sign)));
}

const isInOrder = (pick) => pick.every((outcome, at) => outcome > (pick[at - 1] ?? -1));
const isRow = (picks) =>
  picks.length === matchCount && picks.every((pick) => pick.length > 0 && isInOrder(pick));
const covered = (picks, signCount) =>
  picks.flatMap((pick, match) => (pick.length === signCount ? [match] : []));

/**
 * The rows of a system: a word's digits go to the matches with three signs, then to those with two. A digit
 * counts on from the base sign, or from the first sign where there is none.
 */
function rowsOfSystem({ rows: [panel, base], system }) {
  const picks = picksOf('toto', panel);
  const covers = [...covered(picks, 3), ...covered(picks, 2)];
  return systems.get(system).map((word) => {
    const row = picks.map(([first]) => first);
    for (const [at, match] of covers.entries()) {
      const from = base === undefined ? 0 : picks[match].indexOf(signs.indexOf(base[match]));
      row[match] = picks[match][(from + Number(word[at])) % picks[match].length];
    }
    return row;
  });
}

/** Of a coupon how many rows have 0 to 13 right. */
function rightsOf(game, coupon, result) {
  const rights = new Array(matchCount + 1).fill(0);
  if (systems.has(coupon.system)) {
    for (const row of rowsOfSystem(coupon))
      rights[row.filter((outcome, at) => outcome === result[at]).length] += 1;
    return rights;
  }
  for (const text of coupon.rows) {
    let rows = [1];
    for (const [match, pick] of picksOf(game, text).entries()) {
      const hits = pick.includes(result[match]) ? 1 : 0;
      rows = [...rows, 0].map((own, at) => own * (pick.length - hits) + (rows[at - 1] ?? 0) * hits);
    }
    for (const [right, count] of rows.entries()) rights[right] += count;
  }
  return rights;
}

/** `match 5 2-1` or `match 5 lot 77 2`, in the order of the matches. */
export function resultsOf(game, lines) {
  if (lines.length !== matchCount) throw new Error('a program has thirteen results');
  return lines.map((text, at) => {
    const [, match, home, away, unit, drawn] =
      /^match (\d+) (?:(\d{1,2})-(\d{1,2})|lot (\d{1,3}) (\S+))$/.exec(text) ?? [];
    if (Number(match) !== at + 1) throw new Error(`not the result of match ${at + 1}: ${text}`);
    const outcome =
      unit === undefined ? outcomeOf(game, Number(home), Number(away)) : outcomesOf(game).indexOf(drawn);
    if (outcome < 0) throw new Error(`not an outcome: ${text}`);
    return { match: at + 1, outcome, unit: unit === undefined ? null : Number(unit) };
  });
}

function outcomeOf(game, home, away) {
  if (game === 'xg') return Math.min(home + away, goals.length - 1);
  return home > away ? 0 : home === away ? 1 : 2;
}

/** Numbers of right matches below 13 that can win, most first. */
export function belowThirteen(game) {
  const least = game === 'xg' ? 1 : 10;
  return Array.from({ length: matchCount - least }, (_, at) => matchCount - 1 - at);
}

/** Of the counted numbers of right matches those that win, null for others: in xg below the third best. */
function winningRights(game, winners) {
  const below = belowThirteen(game);
  const least = game === 'xg' ? (below.filter((right) => winners[right] > 0)[2] ?? 1) : 0;
  return [matchCount, ...below].map((right) => (right >= least ? right : null));
}

/** As count of count-book.mjs; `winners` are rows by their number of right matches. */
export function countPool(coupons, game, outcome) {
  const result = resultsOf(game, outcome).map((each) => each.outcome);
  const all = coupons.map((coupon) => rightsOf(game, coupon, result));
  const winners = new Array(matchCount + 1).fill(0);
  for (const rights of all) for (const [right, rows] of rights.entries()) winners[right] += rows;
  const lines = winningRights(game, winners);
  const digest = createHash('sha256');
  for (const [index, rights] of all.entries()) {
    const units = lines.map((right) => (right === null ? 0 : rights[right]));
    if (units.some(Boolean)) digest.update(`${index + 1} ${units.join()}\n`);
  }
  const sums = {
    coupons: coupons.length,
    rows: winners.reduce((sum, rows) => sum + rows, 0),
    stakes: coupons.reduce((sum, { stake }) => sum + stake, 0),
  };
  return { sums, winners, digest: digest.digest('hex') };
}

/** Whether a coupon plays what the rules allow, at their price. */
export function isPoolCoupon({ rows, system, stake }, { game, amountRow }) {
  const panels = system.startsWith('U') ? rows.slice(0, 1) : rows;
  const picks = panels.map((row) => picksOf(game, row));
  if (!picks.every(isRow)) return false;
  const product = (each) => each.reduce((count, pick) => count * pick.length, 1);
  let count = picks.reduce((sum, each) => sum + product(each), 0);
  if (system === '-') {
    if (count !== rows.length) return false;
  } else if (system !== 'O') {
    if (game === 'xg' || !fitsSystem(picks[0], rows, system)) return false;
    count = systems.get(system).length;
  }
  return stake === count * whole(amountRow);
}

/** S-4-0-9: four matches with three signs, none with two. A U system has a base sign in each of these. */
function fitsSystem(picks, rows, system) {
  const [type, full, half] = system.split('-');
  const covers = [covered(picks, 3), covered(picks, 2)];
  if (!systems.has(system) || rows.length !== (type === 'U' ? 2 : 1)) return false;
  if (covers[0].length !== Number(full) || covers[1].length !== Number(half)) return false;
  if (type === 'S') return true;
  const base = picksOf('toto', rows[1]);
  return (
    base.length === matchCount &&
    base.every((pick, match) =>
      picks[match].length === 1 ? pick.length === 0 : pick.length === 1 && picks[match].includes(pick[0]),
    )
  );
}

/** SHA-256 over the first so many lines of pool-systems.txt, as the terms of a program state it. */
export const systemsHash = (count) =>
  sha256(
    Buffer.from(
      systemLines
        .slice(0, count)
        .map((each) => `${each}\n`)
        .join(''),
      'latin1',
    ),
  ).toString('hex');
