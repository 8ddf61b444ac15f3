#!/usr/bin/env node
/**
 * Recomputes a draw, without this product, from what was published of it. Imports only what Node has and the
 * program beside it.
 *
 * node tools/verify-draw.mjs evidence.json rules.json book.txt.gz --key KEY [--key KEY …]
 *
 * evidence.json is the answer of /lotto/evidence/{gameId}/{draw}, rules.json that of /lotto/rules/{rulesId},
 * book.txt.gz that of /lotto/book/{gameId}/{draw}: a line for each coupon, with the hash of its owner's part
 * and all that was played. KEY is the operator's public key as you know it from elsewhere. Node 20 or newer.
 * Exit 0 when everything holds, 1 when something does not.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import {
  argumentsOf,
  holds,
  isKnown,
  isSigned,
  node,
  playedHash,
  sealText,
  settlementText,
  sha256,
} from './check-proof.mjs';

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
    hash: playedHash(Buffer.from(owner, 'hex'), played),
    rows: rows.split('_').map((row) => row.split('b').map(numbersOf)),
    system: Number(system),
    side: side === '-' ? null : side,
    stake: Number(stake),
  };
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

/** What the book holds, and how many units of it win in each tier. */
export function count(coupons, rules, drawn) {
  const sums = { coupons: coupons.length, rows: 0, stakes: 0, sides: 0 };
  const [main, side] = [{}, {}];
  for (const coupon of coupons) {
    sums.stakes += coupon.stake;
    for (const row of rowsPlayed(coupon, rules.main.pick)) {
      sums.rows += 1;
      const tier = tierOf(row, rules, drawn);
      main[tier] = (main[tier] ?? 0) + 1;
    }
    if (coupon.side === null) continue;
    sums.sides += 1;
    const { tier, units } =
      drawn.joker === undefined ? { tier: 0, units: 0 } : sideTierOf(coupon.side, drawn.joker);
    side[tier] = (side[tier] ?? 0) + units;
  }
  return { sums, winners: { main, side } };
}

const perKrona = 100_000_000n;
/** Euro are counted in 1/100000, and a rate in 1/10000 of a króna: their product is a króna times this. */
const perEuro = 1_000_000_000n;

/** A decimal text as a whole number of so many decimals. */
function decimal(given, decimals) {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(given)) ?? [];
  if (whole === undefined || part.length > decimals) throw new Error(`not a decimal amount: ${given}`);
  return BigInt(whole + part.padEnd(decimals, '0'));
}

/** What the tiers of this country share, in 1/10⁸ kr. times basis points of one more share. */
function fundOf({ fund }, { rowSales, rows }, figures) {
  const sales = BigInt(rowSales) * BigInt(fund.salesBasisPoints);
  if (fund.kind === 'local') return sales;
  const { tier1, tier2, booster } = fund.euroPerRow;
  const perRow = [tier1, tier2, booster].reduce((sum, euro) => sum + decimal(euro, 5), 0n);
  const given = perRow * BigInt(rows) * decimal(figures.euroRate, 4);
  return ((sales * (perEuro / 10_000n) - given) / perEuro) * 10_000n;
}

/** Whether a tier that this country shares among its winners was computed right, to the last fraction. */
function isShared(tier, rules, fund) {
  const { shareBasisPoints } = ruleOf(tier, rules);
  const pool = BigInt(tier.pool);
  if (pool !== fund * BigInt(shareBasisPoints) + BigInt(tier.carryIn)) return false;
  if (tier.winners === 0) return tier.amount === 0;
  const unit = BigInt(rules.amountUnit);
  return BigInt(tier.amount) === (pool / (unit * perKrona * BigInt(tier.winners))) * unit;
}

/** Whether a tier that all countries share pays what the organiser's figures say, at the rate in them. */
function isAsFigured(tier, rules, { tiers, euroRate }) {
  const { winners, winnersIceland, amountEuro } = tiers.find((each) => each.tier === tier.tier);
  const unit = BigInt(rules.amountUnit);
  const amount = (decimal(amountEuro, 5) * decimal(euroRate, 4)) / (perEuro * unit);
  return (
    tier.winners === winners && tier.winnersLocal === winnersIceland && BigInt(tier.amount) === amount * unit
  );
}

const ruleOf = ({ tier }, rules) => rules.tiers.find((each) => each.tier === tier);

/** Each check by name, true when it holds. @param known the operator's public keys, known from elsewhere */
export function verify(evidence, rules, book, known) {
  const { settlement } = evidence;
  const { sums, winners } = count(book.coupons, rules, settlement);
  const rowSales = sums.stakes - sums.sides * (rules.joker?.amount ?? 0);
  const [tiers, side] = ['main', 'side'].map((part) => settlement.tiers.filter((tier) => tier.part === part));
  const tiersOf = (scope) => tiers.filter((tier) => ruleOf(tier, rules).scope === scope);
  const figures = () => JSON.parse(settlement.figures);
  return {
    'the book is of this draw and these rules': holds(
      () =>
        evidence.rulesId === rules.rulesId &&
        book.head === `published book 1 ${evidence.gameId} ${evidence.draw} ${rules.rulesId}`,
    ),
    'its lines lead to the root that was published before the draw': holds(
      () => rootOf(book.coupons.map(({ hash }) => hash)) === evidence.merkleRoot,
    ),
    'coupons, rows and stakes are as they were sealed': holds(
      () =>
        sums.coupons === evidence.coupons && sums.rows === evidence.rows && sums.stakes === evidence.stakes,
    ),
    'the seal is signed by a key that you know': holds(
      () =>
        isKnown(evidence.publicKey, known) &&
        isSigned(sealText(evidence), evidence.signature, evidence.publicKey),
    ),
    'the settlement is signed by a key that you know': holds(
      () =>
        isKnown(settlement.publicKey, known) &&
        isSigned(settlementText(evidence), settlement.signature, settlement.publicKey),
    ),
    'as many win in each tier as were paid': holds(() =>
      settlement.tiers.every(({ part, tier, winnersLocal }) => winnersLocal === (winners[part][tier] ?? 0)),
    ),
    'the pools of this country are its share of the sales, and are shared to the last fraction': holds(() => {
      const local = tiersOf('local');
      if (local.length === 0) return true;
      const known = rules.fund.kind === 'local' ? null : figures();
      const fund = fundOf(rules, { rowSales, rows: sums.rows }, known);
      return local.every((tier) => isShared(tier, rules, fund));
    }),
    'the pools of all countries pay what their organiser found, and as many won here': holds(() =>
      tiersOf('common').every((tier) => isAsFigured(tier, rules, figures())),
    ),
    'every tier of the rules has its line': holds(
      () =>
        tiers.length === rules.tiers.length &&
        rules.tiers.every((rule) => tiers.some(({ tier }) => tier === rule.tier)),
    ),
    'the fixed prizes are those of the rules': holds(() =>
      side.every(
        ({ tier, amount }) => rules.joker.tiers.find((each) => each.tier === tier).amount === amount,
      ),
    ),
  };
}

function main(words) {
  const { files, known } = argumentsOf(words);
  const [evidenceFile, rulesFile, bookFile] = files;
  if (!evidenceFile || !rulesFile || !bookFile) {
    console.error('node verify-draw.mjs evidence.json rules.json book.txt.gz --key KEY');
    return 2;
  }
  const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
  const evidence = json(evidenceFile);
  if (!evidence.settlement) {
    console.error('This draw is not settled yet: there is nothing to recompute.');
    return 1;
  }
  const packed = readFileSync(bookFile);
  const isPacked = packed[0] === 0x1f && packed[1] === 0x8b;
  const book = readBook((isPacked ? gunzipSync(packed) : packed).toString('latin1'));
  const checks = verify(evidence, json(rulesFile), book, known);
  for (const [name, good] of Object.entries(checks)) console.log(`${good ? 'holds ' : 'FAILS '} ${name}`);
  return Object.values(checks).every(Boolean) ? 0 : 1;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = main(process.argv.slice(2));
}
