/**
 * The prizes, lots and terms of a football pool, recomputed: part of tools/verify-draw.mjs. Imports only what
 * Node has and the programs beside it.
 */
import { createHash } from 'node:crypto';
import { holds, sha256, whole } from './check-proof.mjs';
import { belowThirteen, matchCount, outcomesOf, resultsOf, systemLines, systemsHash } from './count-pool.mjs';

export const poolRuleFields = [
  'rulesId id game from amountRow fundBasisPoints shareBasisPoints amountUnit amountLeast guarantee',
  'highWinFrom programRowsMax',
].join(' ');

const perKrona = 100_000_000n;
const tierCount = 4;
const floorTo = (amount, unit) => Math.floor(amount / unit) * unit;
const share = (amount, basisPoints) => Number((BigInt(whole(amount)) * BigInt(whole(basisPoints))) / 10_000n);

/** Which numbers of right matches make the tiers, with their winning rows; null where nobody reached one. */
function tiersOf(game, winners) {
  const below = belowThirteen(game).filter((right) => game !== 'xg' || winners[right] > 0);
  return [matchCount, below[0] ?? null, below[1] ?? null, below[2] ?? null].map((right, at) => ({
    ...{ tier: at + 1, right, winners: right === null ? 0 : winners[right] },
  }));
}

/**
 * Of each tier pool, amount for a row and what is carried on. A lower tier that nobody won is shared
 * out among the others (not in xg); one that would pay more than the one above is merged with it; one that
 * would pay too little falls away, and its pool is carried with that of an unwon first tier.
 */
function prizesOf(rules, { sums, winners }, carryIn) {
  const fund = share(sums.stakes, rules.fundBasisPoints);
  const tiers = tiersOf(rules.game, winners).map((tier) => ({
    ...tier,
    pool: share(fund, rules.shareBasisPoints[tier.tier - 1]) + (tier.tier === 1 ? carryIn : 0),
    amount: 0,
    carryOut: 0,
  }));
  if (rules.game !== 'xg') shareOutUnwon(tiers);
  for (const group of merged(tiers.filter((tier) => tier.winners > 0))) payGroup(rules, group);
  const [first] = tiers;
  const fallen = tiers.filter((tier) => tier.amount === 0);
  first.carryOut = fallen.reduce((sum, { pool }) => sum + pool, 0);
  for (const tier of fallen.filter((each) => each !== first)) {
    first.pool += tier.pool;
    tier.pool = 0;
  }
  return tiers;
}

function shareOutUnwon([first, ...lower]) {
  const won = lower.filter((tier) => tier.winners > 0);
  for (const tier of lower.filter((each) => each.winners === 0)) {
    const part = Math.floor(tier.pool / (1 + won.length));
    for (const other of won) other.pool += part;
    first.pool += tier.pool - part * won.length;
    tier.pool = 0;
  }
}

/** From the top down: while a lower group would pay more for a row than the one above, both are one. */
function merged(tiers) {
  const sumOf = (group, field) => BigInt(group.reduce((sum, tier) => sum + tier[field], 0));
  const groups = [];
  for (const tier of tiers) {
    groups.push([tier]);
    while (groups.length > 1) {
      const [above, below] = groups.slice(-2);
      const isMore =
        sumOf(below, 'pool') * sumOf(above, 'winners') > sumOf(above, 'pool') * sumOf(below, 'winners');
      if (!isMore) break;
      groups.splice(-2, 2, [...above, ...below]);
    }
  }
  return groups;
}

/** Lower tiers of a group keep what they pay; the first of them keeps the rest. */
function payGroup({ amountUnit, amountLeast }, group) {
  const pool = group.reduce((sum, tier) => sum + tier.pool, 0);
  const rows = group.reduce((sum, { winners }) => sum + winners, 0);
  const amount = floorTo(Math.floor(pool / rows), whole(amountUnit));
  if (amount < whole(amountLeast)) return;
  let rest = pool;
  for (const tier of group.toReversed()) {
    tier.amount = amount;
    tier.pool = tier === group[0] ? rest : amount * tier.winners;
    rest -= tier.pool;
  }
}

export function poolPrizeChecks({ gameId, draw, settlement }, rules, counted) {
  const lines = settlement.tiers;
  if (settlement.figures !== undefined) return commonChecks({ gameId, draw, settlement }, rules, counted);
  const exact = (amount) => String(BigInt(amount) * perKrona);
  const prizes = () => {
    const carryIn = BigInt(lines[0].carryIn);
    if (carryIn % perKrona !== 0n) throw new Error('a carry that is not whole');
    return prizesOf(rules, counted, Number(carryIn / perKrona));
  };
  const compare = (isSame) =>
    holds(() => lines.length === tierCount && prizes().every((tier, at) => isSame(tier, lines[at])));
  return {
    'each tier has its line, and no other': compare(
      (tier, line) =>
        line.part === 'main' && line.tier === tier.tier && line.condition === String(tier.right ?? 0),
    ),
    'as many win in each tier as were paid': compare(
      (tier, line) => whole(line.winners) === tier.winners && whole(line.winnersLocal) === tier.winners,
    ),
    'the pools are their share of the sales, moved and merged by the rules': compare(
      (tier, line) => line.pool === exact(tier.pool) && line.carryOut === exact(tier.carryOut),
    ),
    'each winning row is paid its part': compare((tier, line) => whole(line.amount) === tier.amount),
    'a carry comes into the first tier alone, and no prize is guaranteed': holds(
      () => whole(rules.guarantee) === 0 && lines.slice(1).every((line) => line.carryIn === '0'),
    ),
  };
}

/** By the organiser's file: whole Swedish krónur at the rate in it, less one percent. */
function commonChecks({ gameId, draw, settlement }, rules, counted) {
  const file = () => JSON.parse(settlement.figures);
  const figured = (isSame) =>
    holds(
      () =>
        settlement.tiers.length === tierCount &&
        settlement.tiers.every((line, at) => {
          const tier = file().tiers.find((each) => each.tier === line.tier);
          return line.tier === at + 1 && line.part === 'main' && !('pool' in line) && isSame(line, tier);
        }),
    );
  return {
    'the figures are those of this program': holds(() => file().game === gameId && file().draw === draw),
    'each tier pays what the organiser found, at its rate': figured((line, { amountSek }) => {
      const kronur = (BigInt(whole(amountSek)) * BigInt(whole(file().sekRate)) * 99n) / 10_000n;
      return whole(line.amount) === floorTo(Number(kronur), whole(rules.amountUnit));
    }),
    'as many win everywhere as the organiser found, and here as the book has': figured((line, tier) => {
      const right = Number(line.condition);
      const isNamed =
        line.tier === 1
          ? right === 13
          : rules.game === 'xg'
            ? right === (tier.right ?? 0)
            : right === 14 - line.tier;
      const here = right === 0 ? 0 : counted.winners[right];
      return (
        isNamed &&
        line.winners === tier.winners &&
        line.winnersLocal === tier.winnersIceland &&
        here === line.winnersLocal
      );
    }),
  };
}

/** @param program the answer of `/toto/program/{programId}`, where it is given */
export function programChecks({ gameId, draw, termsHash, rulesId, settlement }, program) {
  if (program === undefined) return {};
  const terms = JSON.parse(program.terms);
  const results = () => resultsOf(gameId, settlement.outcome);
  return {
    'the terms of the program are those that were sealed': holds(
      () => sha256(Buffer.from(program.terms, 'utf8')).toString('hex') === termsHash,
    ),
    'they are of this program and these rules': holds(
      () => terms.gameId === gameId && terms.number === draw && terms.rulesId === rulesId,
    ),
    'the rows of its systems are those beside this program': holds(
      () =>
        (terms.systems === undefined) === (gameId === 'xg') &&
        (terms.systems === undefined ||
          (terms.systems.count <= systemLines.length &&
            systemsHash(whole(terms.systems.count)) === terms.systems.hash)),
    ),
    'every lot is what the public beacon gave, by the chances of the release': holds(() =>
      results()
        .filter(({ unit }) => unit !== null)
        .every(({ match, unit, outcome }) => {
          const drawn = drawnLot(program.lotsValue, `${gameId} ${draw}`, match);
          return drawn === unit && outcomeOfUnit(terms.matches[match - 1].chances, drawn, gameId) === outcome;
        }),
    ),
  };
}

/** The first byte below 200 of SHA-256 over `VALUE GAME NUMBER MATCH ATTEMPT`: one of a hundred units. */
function drawnLot(value, name, match) {
  if (!/^[0-9a-f]{64}$/.test(value)) throw new Error('no value of the beacon');
  for (let attempt = 0; ; attempt += 1) {
    const bytes = createHash('sha256').update(`${value} ${name} ${match} ${attempt}`).digest();
    for (const byte of bytes) if (byte < 200) return (byte % 100) + 1;
  }
}

function outcomeOfUnit(chances, unit, game) {
  if (chances.length !== outcomesOf(game).length) throw new Error('other chances than outcomes');
  let last = 0;
  return chances.findIndex((chance) => {
    last += whole(chance);
    return unit <= last;
  });
}

/** In words, what these files do not prove of a pool. */
export function poolUnproven({ settlement }, program) {
  const lots = settlement.outcome.filter((text) => text.includes(' lot '));
  const said = ['That the matches ended as entered: the scores are signed, not computed.'];
  if (program === undefined)
    said.push('Terms, chances and rows of systems are signed, not compared: give the program as a file.');
  if (lots.length > 0 && program === undefined)
    said.push('Lots are signed, not drawn again: give the program.');
  if (lots.length > 0 && program !== undefined)
    said.push(`That the public beacon gave ${program.lotsValue} at ${program.lotsAt}: ask the beacon.`);
  return said;
}
