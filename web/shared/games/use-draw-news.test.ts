import { expect, test } from 'vitest';
import { newsOf } from './use-draw-news.ts';

const awaited = (draw: number, isClosed = false) => ({ draw, drawDate: '2026-11-28T19:00:00Z', isClosed });
const told = (...draws: [string, number, boolean][]) =>
  JSON.stringify({ draws: draws.map(([gameId, draw, hasResult]) => ({ gameId, draw, hasResult })) });
const news = (text: string, ...draws: ReturnType<typeof awaited>[]) => {
  const found = newsOf(text, 'lotto', draws);
  return found && [found.draw.draw, found.hasResult];
};

test('a draw that closes, and one that gets its result', () => {
  expect(news(told(['lotto', 7, false]), awaited(7))).toEqual([7, false]);
  expect(news(told(['lotto', 7, true]), awaited(7))).toEqual([7, true]);
});

test('what the page shows already is no news', () => {
  expect(news(told(['lotto', 7, false]), awaited(7, true))).toBeNull();
  expect(news(told(['lotto', 6, true], ['vikinglotto', 7, true]), awaited(7))).toBeNull();
});

test('of several the result comes first', () => {
  const text = told(['lotto', 8, false], ['lotto', 7, true]);
  expect(news(text, awaited(8), awaited(7, true))).toEqual([7, true]);
});
