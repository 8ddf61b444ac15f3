import { expect, test } from 'vitest';
import { euroMilliCent, euroToIsk, floorEuroTo, formatEuro, parseEuro, parseEuroRate } from './euro.ts';

test('euro amounts are read exactly, without floating point', () => {
  expect(parseEuro('0.185')).toBe(18_500n);
  expect(parseEuro('120000000')).toBe(12_000_000_000_000n);
  expect(parseEuro('0.00001')).toBe(1n);
  for (const bad of ['', '-1', '1,5', '1.', '.5', '0.123456', '1e3', ' 1'])
    expect(() => parseEuro(bad)).toThrow();
});

test('euro amounts are written with cents, and finer only where needed', () => {
  expect(formatEuro(parseEuro('0.185'))).toBe('0.185');
  expect(formatEuro(parseEuro('25000000'))).toBe('25000000.00');
  expect(formatEuro(parseEuro('9.90'))).toBe('9.90');
  expect(formatEuro(euroMilliCent(-5n))).toBe('-0.00005');
});

test('554,000 EUR at 150.00 kr. are 83,100,000 kr.', () => {
  expect(euroToIsk(parseEuro('554000'), parseEuroRate('150.00'))).toBe(83_100_000);
});

test('conversion rounds down to whole krónur', () => {
  expect(euroToIsk(parseEuro('0.01'), parseEuroRate('150.00'))).toBe(1);
  expect(euroToIsk(parseEuro('10'), parseEuroRate('149.9999'))).toBe(1_499);
  expect(() => euroToIsk(euroMilliCent(-1n), parseEuroRate('150'))).toThrow();
  expect(() => parseEuroRate('0')).toThrow();
});

test('amounts are cut to the unit of the organiser', () => {
  expect(floorEuroTo(parseEuro('9.98360'), parseEuro('0.10'))).toBe(parseEuro('9.90'));
});
