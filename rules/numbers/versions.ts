/**
 * Rule versions of the number lotteries, the one dated source of all that a draw is sold, settled and paid
 * under: matrix, tiers, shares, prices, fixed prizes, thresholds. A draw carries the id of its version from
 * the day it is planned. A row that has been in force never changes; a change of anything is a new row
 * (docs/rules/number-lotteries.md). What no public source gives is left empty.
 */

import type { PrizeTier } from '../draws/tiers.ts';
import { type Isk, isk } from '../values/money.ts';
import type { Weekday } from '../values/weeks.ts';
import { type JokerTerms, jokerSince2024 } from './joker.ts';

/** `bonusHits` null: the extra number plays no part. */
export type Tier = PrizeTier & { readonly mainHits: number; readonly bonusHits: number | null };

/** Euro amounts are decimal texts, read with `parseEuro`. */
export type FundRule =
  | { readonly kind: 'local'; readonly salesBasisPoints: number }
  | {
      readonly kind: 'local-and-common';
      readonly salesBasisPoints: number;
      readonly euroPerRow: { readonly tier1: string; readonly tier2: string; readonly booster: string };
      readonly tier1MinEuro: string;
      readonly capEuro: string;
      readonly amountUnitEuro: string;
    }
  | {
      readonly kind: 'common';
      /** The least that the regulation asks for; what is paid follows from the euros of each row. */
      readonly salesBasisPoints: number;
      readonly euroPerRow: string;
      readonly boosterBasisPoints: number;
      readonly boosterMaxEuro: string;
      readonly tier1MinEuro: string;
      readonly capEuro: string;
      readonly amountUnitEuro: string;
    };

/** A prize above the amount is paid no sooner than so many days after its draw. */
export type PrizeHold = { readonly above: Isk; readonly days: number };

/** What a draw is sold and paid under, in whole krónur. */
export type SaleTerms = {
  readonly amountRow: Isk;
  /** Null: the game has no Joker. */
  readonly joker: JokerTerms | null;
  /** From here a coupon's prize, Joker included, waits for two persons. */
  readonly highWinFrom: Isk;
  readonly hold: PrizeHold;
  /** Shown as the first prize until draws have shown what the game sells. */
  readonly announcedFirstPrize: Isk;
};

export type RuleVersion = {
  /** Unique among all games, for ever: `lotto-2025-05-18`. */
  readonly id: string;
  /** For people: `5/45`, `6/48 + 1/5`. Several versions may share one matrix. */
  readonly matrix: string;
  /** The first draw date it may hold for. */
  readonly from: string;
  readonly drawDays: readonly Weekday[];
  readonly main: { readonly pick: number; readonly max: number };
  /** What the player chooses beside the main numbers; count 0 in lotto. */
  readonly chosenBonus: { readonly count: number; readonly max: number };
  /**
   * `main`: drawn from the main balls left, compared with the row's main numbers; `own`: from its own pool.
   */
  readonly drawnBonus: { readonly count: number; readonly max: number; readonly pool: 'main' | 'own' };
  readonly tiers: readonly Tier[];
  /** Null: not public, so nothing can be settled by it. */
  readonly fund: FundRule | null;
  /** Null: no price is known, so nothing is sold. */
  readonly sale: SaleTerms | null;
  /** Amounts per winner are rounded down to this. */
  readonly amountUnit: Isk;
};

type TierSpec = readonly [
  condition: string,
  mainHits: number,
  bonusHits: number | null,
  share: number | null,
];

function tiersOf(scope: 'local' | 'common', specs: readonly TierSpec[], first = 1): Tier[] {
  return specs.map(([condition, mainHits, bonusHits, shareBasisPoints], index) => ({
    tier: first + index,
    condition,
    mainHits,
    bonusHits,
    scope,
    shareBasisPoints,
  }));
}

const amountUnit = isk(10);
const highWinFrom = isk(200_000);
const hold: PrizeHold = { above: isk(5_000_000), days: 28 };
/** Joker's price and prizes of today came with this date, for all three games. */
const jokerFrom = '2024-11-24';
const noChoice = { count: 0, max: 0 };

/** The version before with something changed, under an id of its own. */
function changedFrom(
  version: RuleVersion,
  from: string,
  changes: Partial<Omit<RuleVersion, 'id' | 'from'>>,
): RuleVersion {
  return { ...version, ...changes, from, id: version.id.replace(version.from, from) };
}

function lottoVersion(
  max: number,
  from: string,
  tiers: readonly TierSpec[],
  fund: FundRule | null = null,
  sale: SaleTerms | null = null,
): RuleVersion {
  return {
    id: `lotto-${from}`,
    matrix: `5/${max}`,
    from,
    drawDays: ['sat'],
    main: { pick: 5, max },
    chosenBonus: noChoice,
    drawnBonus: { count: 1, max, pool: 'main' },
    tiers: tiersOf('local', tiers),
    fund,
    sale,
    amountUnit,
  };
}

function lottoTiers(shares: readonly [number, number, number, number, number, number]): TierSpec[] {
  const [five, fourBonus, four, threeBonus, three, twoBonus] = shares;
  return [
    ['5', 5, null, five],
    ['4+B', 4, 1, fourBonus],
    ['4', 4, 0, four],
    ['3+B', 3, 1, threeBonus],
    ['3', 3, 0, three],
    ['2+B', 2, 1, twoBonus],
  ];
}

const lottoFund: FundRule = { kind: 'local', salesBasisPoints: 4500 };
const lottoSale: SaleTerms = {
  amountRow: isk(150),
  joker: null,
  highWinFrom,
  hold,
  announcedFirstPrize: isk(9_000_000),
};
const lottoSaleWithJoker: SaleTerms = { ...lottoSale, joker: jokerSince2024 };

const lotto542 = lottoVersion(
  42,
  '2022-06-26',
  lottoTiers([5450, 250, 1300, 500, 1700, 800]),
  lottoFund,
  lottoSale,
);

export const lottoVersions: readonly RuleVersion[] = [
  // Tiers of 5/32 and 5/38 could not be obtained; the month of 5/38 is all that is known of its date.
  lottoVersion(32, '1986-11-29', []),
  lottoVersion(38, '1988-09-01', []),
  // 3+B came with 5/42; the shares before it are not public.
  lottoVersion(40, '2008-05-11', [
    ['5', 5, null, null],
    ['4+B', 4, 1, null],
    ['4', 4, 0, null],
    ['3', 3, null, null],
    ['2+B', 2, 1, null],
  ]),
  lotto542,
  changedFrom(lotto542, jokerFrom, { sale: lottoSaleWithJoker }),
  lottoVersion(
    45,
    '2025-05-18',
    lottoTiers([5700, 200, 1000, 400, 1700, 1000]),
    lottoFund,
    lottoSaleWithJoker,
  ),
];

const vikingSale: SaleTerms = {
  amountRow: isk(115),
  joker: null,
  highWinFrom,
  hold,
  announcedFirstPrize: isk(450_000_000),
};

const vikingTiers: readonly Tier[] = [
  ...tiersOf('common', [
    ['6+V', 6, 1, null],
    ['6', 6, 0, null],
  ]),
  ...tiersOf(
    'local',
    [
      ['5+V', 5, 1, 2800],
      ['5', 5, 0, 1200],
      ['4', 4, null, 2000],
      ['3', 3, null, 4000],
    ],
    3,
  ),
];

function vikingVersion(bonusMax: number, from: string, fund: FundRule | null): RuleVersion {
  return {
    id: `vikinglotto-${from}`,
    matrix: `6/48 + 1/${bonusMax}`,
    from,
    drawDays: ['wed'],
    main: { pick: 6, max: 48 },
    chosenBonus: { count: 1, max: bonusMax },
    drawnBonus: { count: 1, max: bonusMax, pool: 'own' },
    tiers: vikingTiers,
    fund,
    sale: null,
    amountUnit,
  };
}

const viking51 = vikingVersion(5, '2021-06-03', {
  kind: 'local-and-common',
  salesBasisPoints: 4500,
  euroPerRow: { tier1: '0.130', tier2: '0.013', booster: '0.042' },
  tier1MinEuro: '3000000',
  capEuro: '25000000',
  amountUnitEuro: '0.01',
});

export const vikinglottoVersions: readonly RuleVersion[] = [
  {
    // Two bonus balls of the same 48; the super number of part of the period is a field of the result only.
    id: 'vikinglotto-1993-03-17',
    matrix: '6/48',
    from: '1993-03-17',
    drawDays: ['wed'],
    main: { pick: 6, max: 48 },
    chosenBonus: noChoice,
    drawnBonus: { count: 2, max: 48, pool: 'main' },
    tiers: [],
    fund: null,
    sale: null,
    amountUnit,
  },
  vikingVersion(8, '2017-05-18', null),
  viking51,
  changedFrom(viking51, '2023-03-30', { sale: vikingSale }),
  changedFrom(viking51, jokerFrom, { sale: { ...vikingSale, joker: jokerSince2024 } }),
];

const euroSale: SaleTerms = {
  amountRow: isk(310),
  joker: null,
  highWinFrom,
  hold,
  announcedFirstPrize: isk(1_500_000_000),
};

function euroVersion(
  starMax: number,
  from: string,
  rest: Pick<RuleVersion, 'drawDays' | 'tiers' | 'fund'>,
): RuleVersion {
  return {
    id: `eurojackpot-${from}`,
    matrix: `5/50 + 2/${starMax}`,
    from,
    main: { pick: 5, max: 50 },
    chosenBonus: { count: 2, max: starMax },
    drawnBonus: { count: 2, max: starMax, pool: 'own' },
    sale: null,
    amountUnit,
    ...rest,
  };
}

/** Tiers 6 and 7 changed places with the 2/12 matrix; the older shares are not public. */
const olderEuroTiers = tiersOf('common', [
  ['5+2', 5, 2, null],
  ['5+1', 5, 1, null],
  ['5+0', 5, 0, null],
  ['4+2', 4, 2, null],
  ['4+1', 4, 1, null],
  ['4+0', 4, 0, null],
  ['3+2', 3, 2, null],
  ['2+2', 2, 2, null],
  ['3+1', 3, 1, null],
  ['3+0', 3, 0, null],
  ['1+2', 1, 2, null],
  ['2+1', 2, 1, null],
]);

const euroTiers = tiersOf('common', [
  ['5+2', 5, 2, 3600],
  ['5+1', 5, 1, 860],
  ['5+0', 5, 0, 485],
  ['4+2', 4, 2, 80],
  ['4+1', 4, 1, 100],
  ['3+2', 3, 2, 110],
  ['4+0', 4, 0, 80],
  ['2+2', 2, 2, 255],
  ['3+1', 3, 1, 285],
  ['3+0', 3, 0, 540],
  ['1+2', 1, 2, 675],
  ['2+1', 2, 1, 2030],
]);

const euro212 = euroVersion(12, '2022-03-25', {
  drawDays: ['tue', 'fri'],
  tiers: euroTiers,
  fund: {
    kind: 'common',
    salesBasisPoints: 5000,
    euroPerRow: '1.00',
    boosterBasisPoints: 900,
    boosterMaxEuro: '20000000',
    tier1MinEuro: '10000000',
    capEuro: '120000000',
    amountUnitEuro: '0.10',
  },
});

export const eurojackpotVersions: readonly RuleVersion[] = [
  euroVersion(8, '2013-02-01', { drawDays: ['fri'], tiers: olderEuroTiers, fund: null }),
  euroVersion(10, '2014-10-10', { drawDays: ['fri'], tiers: olderEuroTiers, fund: null }),
  euro212,
  changedFrom(euro212, '2023-03-29', { sale: euroSale }),
  changedFrom(euro212, jokerFrom, { sale: { ...euroSale, joker: jokerSince2024 } }),
];
