/** The sandbox's organiser: sales abroad, winners everywhere, pools carried from draw to draw. */
import { type KeyObject, sign } from 'node:crypto';
import { type CommonCarry, type CommonTable, commonTable } from '#rules/numbers/common-pools.ts';
import { rulesOf } from '#rules/numbers/games.ts';
import { tierOdds } from '#rules/numbers/odds.ts';
import type { RuleVersion } from '#rules/numbers/versions.ts';
import { type EuroMilliCent, formatEuro, parseEuro } from '#rules/values/euro.ts';
import { poisson } from '#rules/values/poisson.ts';
import { type NextUint32, randomBelow } from '#rules/values/random.ts';
import { openRecord } from '../../sandbox-record.ts';
import type { SignedProtocol } from '../../signed-protocol.ts';
import type { WireParticipation } from '../wire.ts';
import { type KeptCarry, keptCarry, readCarry } from './carry.ts';

/** What a tester wants of the next draw; what is left out is drawn. */
export type Wanted = { winnersAbroad?: Record<number, number> | undefined; euroRate?: string | undefined };

type Published = { game: string; draw: number; asked: string; answer: SignedProtocol; carry: KeptCarry };

export type Pools = {
  /** Null when the figures were made for another participation. */
  figures(participation: WireParticipation, wanted: Wanted): SignedProtocol | null;
  /** The files, oldest first. */
  published(): readonly string[];
};

type Parts = { key: KeyObject; file: string; opening: (game: string) => CommonCarry; random: NextUint32 };

export function createPools({ key, file, opening, random }: Parts): Pools {
  const { entries, add } = openRecord<Published>(file);
  return {
    figures(participation, wanted) {
      const { game, draw } = participation;
      const asked = JSON.stringify(participation);
      const earlier = entries.find((each) => each.game === game && each.draw === draw);
      if (earlier) return earlier.asked === asked ? earlier.answer : null;
      const last = entries.findLast((each) => each.game === game);
      const carry = last ? readCarry(last.carry) : opening(game);
      const { protocol, table } = figuresOf(participation, carry, wanted, random);
      const signature = sign(null, Buffer.from(protocol), key).toString('base64url');
      const made = { game, draw, asked, answer: { protocol, signature }, carry: keptCarry(table.next) };
      add(made);
      return made.answer;
    },
    published: () => entries.map(({ answer }) => answer.protocol),
  };
}

/** Rows sold abroad on an ordinary day; then a tenth up or down. */
const rowsAbroad: Readonly<Record<string, number>> = { vikinglotto: 7_500_000, eurojackpot: 31_000_000 };

function figuresOf(
  { game, draw, rulesId, rows, winners }: WireParticipation,
  carry: CommonCarry,
  wanted: Wanted,
  random: NextUint32,
): { protocol: string; table: CommonTable } {
  const { winnersAbroad, euroRate = rateOfTheDay(random) } = wanted;
  const version = rulesOf({ rulesId });
  const abroad = Math.round(((rowsAbroad[game] ?? 0) * (900 + randomBelow(201, random))) / 1000);
  const lines = tierOdds(version)
    .filter((_, index) => version.tiers[index]?.scope === 'common')
    .map(({ tier, outcomes, of }) => {
      const own = winners.find((each) => each.part !== 'side' && each.tier === tier)?.winners ?? 0;
      return { tier, own, all: own + (winnersAbroad?.[tier] ?? poisson((abroad * outcomes) / of, random)) };
    });
  const rowsAll = rows + abroad;
  const counts = Object.fromEntries(lines.map(({ tier, all }) => [tier, all]));
  const table = commonTable(version, { rows: rowsAll, carry, winners: counts });
  const amountOf = (tier: number) =>
    table.lines.find((line) => line.tier === tier)?.amountWinner ?? parseEuro('0');
  const figures = {
    game,
    draw,
    euroRate,
    rowsAll,
    tiers: lines.map(({ tier, own, all }) => {
      return { tier, winners: all, winnersIceland: own, amountEuro: formatEuro(amountOf(tier)) };
    }),
    nextFirstPrizeEuro: formatEuro(nextFirstPrize(version, table)),
  };
  return { protocol: JSON.stringify(figures), table };
}

const rateOfTheDay = (random: NextUint32) =>
  `${145 + randomBelow(10, random)}.${10 + randomBelow(90, random)}`;

/** What is left and the share of as many rows again, in whole hundred thousands; at least the guarantee. */
function nextFirstPrize({ fund }: RuleVersion, { lines, next }: CommonTable): EuroMilliCent {
  if (!fund || fund.kind === 'local') throw new RangeError('no pool is shared');
  const step = parseEuro('100000');
  const expected = (next.tiers[1] ?? 0n) + (lines[0]?.share ?? 0n);
  const [least, most] = [parseEuro(fund.tier1MinEuro), parseEuro(fund.capEuro)];
  const whole = expected - (expected % step);
  return (whole < least ? least : whole > most ? most : whole) as EuroMilliCent;
}
