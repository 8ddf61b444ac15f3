#!/usr/bin/env node
/**
 * Recomputes a draw, without this product, from what was published of it. Imports only what Node has and the
 * program beside it.
 *
 * node tools/verify-draw.mjs evidence.json rules.json book.txt.gz [before.json] [program.json] --key KEY …
 *
 * evidence.json is the answer of /lotto/evidence/{gameId}/{draw}, rules.json that of /lotto/rules/{rulesId},
 * book.txt.gz that of /lotto/book/{gameId}/{draw}: a line for each coupon, with the hash of its owner's part
 * and all that was played. before.json is the evidence of the draw whose carry this one took, which
 * evidence.json names (settlement.before); without it the carry stays unproven. program.json is the answer of
 * /toto/program/{programId} or /xg/program/{programId}, of football pools alone. KEY is the operator's public
 * key as you know it from elsewhere. Node 20 or newer.
 * Exit 0 when everything holds, 1 when something does not.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  argumentsOf,
  evidenceChecks,
  hasFields,
  holds,
  readJson,
  report,
  run,
  sha256,
  unsigned,
  whole,
} from './check-proof.mjs';
import { count, isChoice, isSoldByRules, readBook, rootOf, unpack } from './count-book.mjs';
import { countPool, isPoolCoupon, readPoolBook, resultsOf } from './count-pool.mjs';
import { poolPrizeChecks, poolRuleFields, poolUnproven, programChecks } from './verify-pool.mjs';

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
  if (tier.carryOut !== undefined && BigInt(tier.carryOut) !== leftOf(tier)) return false;
  if (tier.winners === 0) return tier.amount === 0;
  const unit = BigInt(rules.amountUnit);
  return BigInt(tier.amount) === (pool / (unit * perKrona * BigInt(tier.winners))) * unit;
}

/** What a tier leaves to the next draw: all of its pool when nobody won. */
const leftOf = ({ winners, pool }) => (winners === 0 ? BigInt(pool) : 0n);

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

/** The lines that the prize table must have, in order. */
function linesOf(rules) {
  const name = (part) => (tier) => `${part} ${tier.tier} ${tier.condition}`;
  return [...rules.tiers.map(name('main')), ...(rules.joker?.tiers ?? []).map(name('side'))].join();
}

/** JSON in one spelling, whose hash is signed: no blanks, the keys of every object in order. */
export function canonical(value) {
  return JSON.stringify(value, (_, each) => {
    if (Object.is(each, -0)) throw new Error('zero has no sign');
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** What differs between a lottery and a football pool. */
const numbers = {
  ruleFields:
    'rulesId gameId matrix from main chosenBonus drawnBonus tiers fund amountUnit amountRow highWinFrom hold',
  optionalFields: 'joker',
  gameOf: (rules) => rules.gameId,
  count: (coupons, rules, settlement) => count(coupons, rules, settlement),
  isSold: isSoldByRules,
  isResult,
  prizeChecks,
};
const pool = {
  ruleFields: poolRuleFields,
  gameOf: (rules) => rules.game,
  count: (coupons, rules, { outcome }) => countPool(coupons, rules.game, outcome),
  isSold: isPoolCoupon,
  isResult: ({ outcome }, { game }) => resultsOf(game, outcome).length > 0,
  prizeChecks: poolPrizeChecks,
};
const isPool = (rules) => 'shareBasisPoints' in rules;
const kindOf = (rules) => (isPool(rules) ? pool : numbers);

function isSignedRules({ rulesId, rulesHash, settlement }, rules) {
  const { ruleFields, optionalFields } = kindOf(rules);
  hasFields(rules, ruleFields, optionalFields);
  const hash = sha256(Buffer.from(canonical(rules), 'utf8')).toString('hex');
  return (
    rules.rulesId === rulesId &&
    [rulesHash, settlement.rulesHash].every((signed) => (signed ?? hash) === hash)
  );
}

function isResult({ numbers, bonusNumbers, joker }, { main, drawnBonus, ...rules }) {
  return (
    isChoice(numbers, main.pick, main.max) &&
    isChoice(bonusNumbers, drawnBonus.count, drawnBonus.max) &&
    (joker === undefined) === (rules.joker === undefined)
  );
}

/** As the rules of its game say. */
export function readBookOf(rules, text) {
  return isPool(rules) ? readPoolBook(text) : readBook(text);
}

/**
 * Each check by name, true when it holds.
 * @param known the operator's public keys, known from elsewhere
 * @param beside evidence of the draw before, and of a football pool its program, where they are given
 */
export function verify(evidence, rules, book, known, { before, program } = {}) {
  const kind = kindOf(rules);
  const counted = orNull(() => kind.count(book.coupons, rules, evidence.settlement));
  return {
    ...evidenceChecks(evidence, known),
    ...bookChecks(evidence, rules, book, counted),
    ...kind.prizeChecks(evidence, rules, counted),
    ...carryChecks(evidence, known, before),
    ...programChecks(evidence, program),
  };
}

function bookChecks(evidence, rules, book, counted) {
  const { settlement } = evidence;
  const { gameOf, isSold, isResult } = kindOf(rules);
  return {
    'the rules are those of the draw': holds(() => isSignedRules(evidence, rules)),
    'the book is of this draw and these rules': holds(
      () =>
        evidence.gameId === gameOf(rules) &&
        book.head === `published book 1 ${evidence.gameId} ${evidence.draw} ${rules.rulesId}`,
    ),
    'its lines lead to the root that was published before the draw': holds(
      () => rootOf(book.coupons.map(({ hash }) => hash)) === evidence.merkleRoot,
    ),
    'coupons, rows and stakes are as they were sealed': holds(
      () =>
        counted.sums.coupons === evidence.coupons &&
        counted.sums.rows === evidence.rows &&
        counted.sums.stakes === evidence.stakes,
    ),
    'every coupon plays by the rules, at their price': holds(() =>
      book.coupons.every((coupon) => isSold(coupon, rules)),
    ),
    'the result is one of these rules': holds(() => isResult(settlement, rules)),
    ...(settlement.rulesHash !== undefined && {
      'both engines found the winning coupons of the book': holds(
        () => settlement.engineA === counted.digest && settlement.engineB === counted.digest,
      ),
    }),
  };
}

function prizeChecks({ gameId, draw, settlement }, rules, counted) {
  const lines = (isOurs) => settlement.tiers.filter((tier) => isOurs(tier));
  const pooled = (scope) => lines((tier) => tier.part === 'main' && ruleOf(tier, rules).scope === scope);
  const figures = () => JSON.parse(settlement.figures);
  return {
    'every tier of the rules and of Joker has its line, and no other': holds(
      () =>
        settlement.tiers.map(({ part, tier, condition }) => `${part} ${tier} ${condition}`).join() ===
        linesOf(rules),
    ),
    'as many win in each tier as were paid': holds(() =>
      settlement.tiers.every(
        ({ part, tier, winnersLocal }) => whole(winnersLocal) === counted.winners[`${part} ${tier}`],
      ),
    ),
    'the pools of this country are its share of the sales, and are shared to the last fraction': holds(() => {
      const local = pooled('local');
      if (local.length === 0) return true;
      const file = rules.fund.kind === 'local' ? null : figures();
      const { sums } = counted;
      const rowSales = sums.stakes - sums.sides * (rules.joker?.amount ?? 0);
      const fund = fundOf(rules, { rowSales, rows: sums.rows }, file);
      return local.every((tier) => tier.winners === tier.winnersLocal && isShared(tier, rules, fund));
    }),
    'the pools of all countries pay what their organiser found, and as many won here': holds(() => {
      const common = pooled('common');
      if (common.length === 0) return settlement.figures === undefined;
      const file = figures();
      const isOfDraw = file.game === gameId && file.draw === draw;
      return isOfDraw && common.every((tier) => !('pool' in tier) && isAsFigured(tier, rules, file));
    }),
    'the fixed prizes are those of the rules': holds(() =>
      lines(({ part }) => part === 'side').every(
        ({ tier, amount, winners, winnersLocal, ...line }) =>
          !('pool' in line) &&
          winners === winnersLocal &&
          rules.joker.tiers.find((each) => each.tier === tier).amount === amount,
      ),
    ),
  };
}

/** Tiers whose pool can be carried to the next draw. */
const carrying = ({ settlement }) => settlement.tiers.filter((tier) => tier.pool !== undefined);

/** @param before evidence of the draw before, where it is given */
function carryChecks(evidence, known, before) {
  const { settlement } = evidence;
  if (settlement.before === undefined && before === undefined) {
    if (settlement.rulesHash === undefined) return {};
    return {
      'no draw came before: what was carried in is what the game was opened with': holds(() =>
        carrying(evidence).every(({ carryIn, opened }) => carryIn === opened),
      ),
    };
  }
  if (before === undefined) return {};
  return {
    'the evidence of the draw before is whole and signed': holds(() =>
      Object.values(evidenceChecks(before, known)).every(Boolean),
    ),
    'it is of the draw whose carry this one took': holds(
      () => before.gameId === evidence.gameId && isBefore(settlement, before),
    ),
    'the carry is what that draw left, and what was opened beside it': holds(() =>
      carrying(evidence).every((tier) => {
        const earlier = carrying(before).find((each) => each.tier === tier.tier);
        const left = earlier ? BigInt(earlier.carryOut ?? leftOf(earlier)) : 0n;
        return BigInt(tier.carryIn) - BigInt(tier.opened ?? 0) === left;
      }),
    ),
  };
}

/** Settlements of the older kind do not name the draw before: an earlier one is all that can be asked. */
function isBefore(settlement, before) {
  if (settlement.rulesHash === undefined) return before.settlement.settledAt < settlement.settledAt;
  return (
    settlement.before.draw === before.draw && settlement.before.signature === before.settlement.signature
  );
}

/** In words, what these files do not prove. */
export function unproven(evidence, { before, program } = {}) {
  const { settlement } = evidence;
  const isOld = settlement.rulesHash === undefined;
  const said = unsigned(evidence);
  if (settlement.outcome !== undefined) said.push(...poolUnproven(evidence, program));
  if (isOld) said.push('The digests of the engines are over numbers of coupons that are not published.');
  if (carrying(evidence).length === 0) return said;
  const opened = carrying(evidence).filter(({ opened: amount }) => (amount ?? '0') !== '0');
  for (const { tier, opened: amount } of opened)
    said.push(`Tier ${tier} was opened with ${BigInt(amount) / perKrona} kr.: the operator's word, signed.`);
  const number = settlement.before?.draw;
  if (before === undefined && isOld)
    said.push(
      'The carry (carryIn) is taken as given: give the evidence of the draw before as a fourth file.',
    );
  else if (before === undefined && number !== undefined)
    said.push(`The carry is signed, not computed: give the evidence of draw ${number} as a fourth file.`);
  if (before !== undefined && before.settlement?.rulesHash === undefined)
    said.push(`What draw ${before.draw} left is not signed: recompute that draw from its own book.`);
  if (before !== undefined && evidence.draw - before.draw !== 1)
    said.push(
      `That no draw between ${before.draw} and ${evidence.draw} was settled is signed, not computed.`,
    );
  return said;
}

function orNull(make) {
  try {
    return make();
  } catch {
    return null;
  }
}

/** A program has terms; evidence has none. */
function besideOf(files) {
  const programs = files.filter((file) => 'terms' in file);
  const evidences = files.filter((file) => !('terms' in file));
  if (programs.length > 1 || evidences.length > 1) throw new Error('two files of one kind');
  return { before: evidences[0], program: programs[0] };
}

function main(words) {
  const { files, known } = argumentsOf(words);
  if (files.length < 3 || files.length > 5) {
    console.error(
      'node verify-draw.mjs evidence.json rules.json book.txt.gz [before.json] [program.json] --key KEY',
    );
    return 2;
  }
  const [evidenceFile, rulesFile, bookFile, ...others] = files;
  const json = (file) => readJson(readFileSync(file, 'utf8'));
  const evidence = json(evidenceFile);
  if (!evidence.settlement) {
    console.error('This draw is not settled yet: there is nothing to recompute.');
    return 1;
  }
  const rules = json(rulesFile);
  const beside = besideOf(others.map(json));
  const book = readBookOf(rules, unpack(readFileSync(bookFile)));
  console.log(`The draw: ${evidence.gameId} ${evidence.draw}, sealed at ${evidence.sealedAt}\n`);
  return report(verify(evidence, rules, book, known, beside), () => unproven(evidence, beside));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) run(main);
