/**
 * Rule versions of the number lotteries: matrix, tiers, shares and money of the pools (lotteries.md §1.2,
 * §2–§4). What no public source gives is left empty: a version without a fund rule serves results only.
 */

import { type Isk, isk } from '../values/money.ts';
import type { Weekday } from '../values/weeks.ts';

/**
 * `bonusHits` null: the extra number plays no part. `shareBasisPoints` of the fund, 10000 is 100%; null where
 * the tier is funded in another way or the share is not public.
 */
export type Tier = {
  readonly tier: number;
  readonly condition: string;
  readonly mainHits: number;
  readonly bonusHits: number | null;
  readonly scope: 'local' | 'common';
  readonly shareBasisPoints: number | null;
};

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

export type RuleVersion = {
  /** The matrix, for people and for the draw's row: `5/45`, `6/48 + 1/5`. */
  readonly version: string;
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
  readonly fund: FundRule | null;
  /** Amounts per winner are rounded down to this (lotteries.md §9.2). */
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
const noChoice = { count: 0, max: 0 };

function lottoVersion(
  max: number,
  from: string,
  tiers: readonly TierSpec[],
  fund: FundRule | null,
): RuleVersion {
  return {
    version: `5/${max}`,
    from,
    drawDays: ['sat'],
    main: { pick: 5, max },
    chosenBonus: noChoice,
    drawnBonus: { count: 1, max, pool: 'main' },
    tiers: tiersOf('local', tiers),
    fund,
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

export const lottoVersions: readonly RuleVersion[] = [
  // Tiers of 5/32 and 5/38 could not be obtained; the month of 5/38 is all that is known of its date.
  lottoVersion(32, '1986-11-29', [], null),
  lottoVersion(38, '1988-09-01', [], null),
  // 3+B came with 5/42; the shares before it are not public.
  lottoVersion(
    40,
    '2008-05-11',
    [
      ['5', 5, null, null],
      ['4+B', 4, 1, null],
      ['4', 4, 0, null],
      ['3', 3, null, null],
      ['2+B', 2, 1, null],
    ],
    null,
  ),
  lottoVersion(42, '2022-06-26', lottoTiers([5450, 250, 1300, 500, 1700, 800]), lottoFund),
  lottoVersion(45, '2025-05-18', lottoTiers([5700, 200, 1000, 400, 1700, 1000]), lottoFund),
];

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
    version: `6/48 + 1/${bonusMax}`,
    from,
    drawDays: ['wed'],
    main: { pick: 6, max: 48 },
    chosenBonus: { count: 1, max: bonusMax },
    drawnBonus: { count: 1, max: bonusMax, pool: 'own' },
    tiers: vikingTiers,
    fund,
    amountUnit,
  };
}

export const vikinglottoVersions: readonly RuleVersion[] = [
  {
    // Two bonus balls of the same 48; the super number of part of the period is a field of the result only.
    version: '6/48',
    from: '1993-03-17',
    drawDays: ['wed'],
    main: { pick: 6, max: 48 },
    chosenBonus: noChoice,
    drawnBonus: { count: 2, max: 48, pool: 'main' },
    tiers: [],
    fund: null,
    amountUnit,
  },
  vikingVersion(8, '2017-05-18', null),
  vikingVersion(5, '2021-06-03', {
    kind: 'local-and-common',
    salesBasisPoints: 4500,
    euroPerRow: { tier1: '0.130', tier2: '0.013', booster: '0.042' },
    tier1MinEuro: '3000000',
    capEuro: '25000000',
    amountUnitEuro: '0.01',
  }),
];

function euroVersion(
  starMax: number,
  from: string,
  rest: Pick<RuleVersion, 'drawDays' | 'tiers' | 'fund'>,
): RuleVersion {
  return {
    version: `5/50 + 2/${starMax}`,
    from,
    main: { pick: 5, max: 50 },
    chosenBonus: { count: 2, max: starMax },
    drawnBonus: { count: 2, max: starMax, pool: 'own' },
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

export const eurojackpotVersions: readonly RuleVersion[] = [
  euroVersion(8, '2013-02-01', { drawDays: ['fri'], tiers: olderEuroTiers, fund: null }),
  euroVersion(10, '2014-10-10', { drawDays: ['fri'], tiers: olderEuroTiers, fund: null }),
  euroVersion(12, '2022-03-25', {
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
  }),
];
