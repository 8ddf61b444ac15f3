import { describe, expect, it } from 'vitest';
import type { Coupon } from './coupon.ts';
import { parseSigns } from './panels.ts';
import type { Picks } from './picks.ts';
import { type Known, rowsByMisses, standingOf } from './standing.ts';

const known = (text: string): Known => [...text].map((sign) => (sign === '-' ? null : '1X2'.indexOf(sign)));
const open = (panel: string): Coupon => ({ system: 1, rows: [parseSigns(panel) as Picks] });
const rights = [13, 12, 11, 10];

describe('the ticket of six doubles in the middle of its matches', () => {
  // Played 1A2BXA1A2C2A1: two matches over, eight running, three to come.
  const coupon = open('1A2BXA1A2C2A1');
  const final = known('1------X-----');
  const now = known('1XX22--X-22X1');

  it('has so many rows alive, and so many in a tier if the scores hold', () => {
    const standing = standingOf(coupon, { final, now }, rights);
    expect(standing.begun).toBe(10);
    expect(standing.right).toBe(8);
    expect(standing.reachable).toBe(13);
    expect(standing.tiers).toEqual([
      { right: 13, alive: 32, holds: 0, atBest: 32 },
      { right: 12, alive: 64, holds: 0, atBest: 32 },
      { right: 11, alive: 64, holds: 2, atBest: 0 },
      { right: 10, alive: 64, holds: 12, atBest: 0 },
    ]);
  });
});

it('before the first match everything is alive, after the last nothing changes', () => {
  const coupon = open('DA11111111111');
  const nothing = known('-------------');
  const before = standingOf(coupon, { final: nothing, now: nothing }, rights);
  expect([before.begun, before.right, before.reachable]).toEqual([0, 0, 13]);
  expect(before.tiers.map(({ alive }) => alive)).toEqual([6, 6, 6, 6]);
  const all = known('2211111111111');
  const after = standingOf(coupon, { final: all, now: all }, rights);
  expect([after.begun, after.right, after.reachable]).toEqual([13, 12, 12]);
  expect(after.tiers.map(({ alive, holds }) => [alive, holds])).toEqual([
    [0, 0],
    [2, 2],
    [6, 6],
    [6, 6],
  ]);
});

it('misses are counted among the known outcomes alone', () => {
  expect(rowsByMisses(open('DA11111111111'), known('2-1X---------'))).toEqual([
    0,
    2,
    4,
    ...new Array(11).fill(0),
  ]);
});
