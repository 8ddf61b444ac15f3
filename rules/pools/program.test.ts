import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chancesOf, chancesOfOdds, shareOut } from './chances.ts';
import { closeDateOf, groupOf, lotReason, playDateOf, resultDateOf, roundEndOf } from './program.ts';
import { poolRulesAt, poolRulesOf } from './versions.ts';

describe('chances', () => {
  it('follow the odds by largest remainder', () => {
    expect(chancesOfOdds([190, 360, 420])).toEqual([50, 27, 23]);
  });

  it('are those of the odds, else of the tipsters, else the usual ones', () => {
    const odds = [190, 360, 420];
    expect(chancesOf('totoeng', { odds, forecast: [100, 0, 0] })).toEqual([50, 27, 23]);
    expect(chancesOf('totoeng', { odds: null, forecast: [100, 0, 0] })).toEqual([100, 0, 0]);
    expect(chancesOf('totoeur', { odds: null, forecast: null })).toEqual([40, 28, 32]);
    expect(chancesOf('xg', { odds: null, forecast: null })).toEqual([7, 18, 24, 22, 15, 8, 4, 2]);
  });

  it('of equal remainders the first takes the odd unit', () => {
    expect(shareOut([1n, 1n, 1n])).toEqual([34, 33, 33]);
    expect(shareOut([0n, 1n, 1n])).toEqual([0, 50, 50]);
    expect(() => shareOut([0n, 0n])).toThrow(RangeError);
  });

  it('always sum up to 100, and no part is a whole unit off', () => {
    const weights = fc.array(fc.bigInt(0n, 10n ** 12n), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(
        weights.filter((all) => all.some((weight) => weight > 0n)),
        (all) => {
          const total = all.reduce((sum, weight) => sum + weight, 0n);
          const parts = shareOut(all);
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(100);
          for (const [index, part] of parts.entries()) {
            const off = BigInt(part) * total - 100n * (all[index] as bigint);
            expect(off < total && off > -total).toBe(true);
          }
        },
      ),
    );
  });
});

const at = (text: string) => new Date(text);

describe('a program', () => {
  const kickOffs = ['2026-11-28T15:00:00Z', '2026-11-28T12:30:00Z', '2026-11-29T17:45:00Z'].map(at);

  it('closes a minute before its first match', () => {
    expect(closeDateOf(playDateOf(kickOffs))).toEqual(at('2026-11-28T12:29:00Z'));
  });

  it('expects its results three hours after the last kick-off, at a full hour', () => {
    expect(resultDateOf(kickOffs)).toEqual(at('2026-11-29T21:00:00Z'));
    expect(resultDateOf([at('2026-11-28T15:00:00Z')])).toEqual(at('2026-11-28T18:00:00Z'));
  });

  it.each([
    ['2026-11-28T12:30:00Z', '2026-11-30T12:00:00Z'], // Saturday
    ['2026-11-29T12:30:00Z', '2026-11-30T12:00:00Z'], // Sunday
    ['2026-12-02T20:00:00Z', '2026-12-04T12:00:00Z'], // Wednesday
    ['2026-11-27T20:00:00Z', '2026-11-30T12:00:00Z'], // Friday
  ])('that begins %s has a round to %s', (first, end) => {
    expect(roundEndOf(at(first))).toEqual(at(end));
  });

  it('belongs to the group of its weekday', () => {
    expect(groupOf('totoeng', at('2026-11-28T12:30:00Z'))).toBe('sat');
    // The English coupon has one group, whatever day it is played on.
    expect(groupOf('totoeng', at('2026-12-26T12:30:00Z'))).toBe('sat');
    expect(groupOf('totoeng', at('2026-12-25T12:30:00Z'))).toBe('sat');
    expect(groupOf('totoeur', at('2026-11-29T12:30:00Z'))).toBe('sun');
    expect(groupOf('totoeur', at('2026-12-02T20:00:00Z'))).toBe('wed');
    expect(groupOf('totoeur', at('2026-12-01T20:00:00Z'))).toBeNull();
    expect(groupOf('xg', at('2026-11-28T12:30:00Z'))).toBeNull();
  });

  it('takes results of matches between its close and the end of the round alone', () => {
    const times = { closedAt: at('2026-11-28T12:29:00Z'), roundEnds: at('2026-11-30T12:00:00Z') };
    expect(lotReason({ ...times, kickOff: at('2026-11-28T12:28:00Z') })).toBe('early');
    expect(lotReason({ ...times, kickOff: at('2026-11-28T12:30:00Z') })).toBeNull();
    expect(lotReason({ ...times, kickOff: at('2026-11-30T12:00:00Z') })).toBeNull();
    expect(lotReason({ ...times, kickOff: at('2026-11-30T12:00:01Z') })).toBe('late');
  });
});

it('rules are found by date and by id', () => {
  expect(poolRulesAt('xg', '2026-11-28').id).toBe('xg-2022');
  expect(() => poolRulesAt('xg', '2016-11-28')).toThrow(RangeError);
  expect(poolRulesOf({ rulesId: 'totoeur-2022' }).shareBasisPoints).toEqual([3_900, 2_200, 1_200, 2_500]);
  expect(() => poolRulesOf({ rulesId: 'totoeur-2000' })).toThrow(RangeError);
});
