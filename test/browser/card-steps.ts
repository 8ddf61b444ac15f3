/** A card is typed, and its practice bank asked. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Language, languages } from './steps.ts';

const kinds = { challenge: 0, frictionless: 1, declined: 2 } as const;

/** Fills the open form with one of the cards that the sandbox lends. @returns its digits */
export async function fillCard(page: Page, language: Language, kind: keyof typeof kinds): Promise<string> {
  const { card } = languages[language].texts;
  const lent = page.locator('.payment-steps_testCards dt').nth(kinds[kind]);
  const digits = ((await lent.textContent()) ?? '').replaceAll(' ', '');
  // Pasted as some write it.
  await page.getByLabel(card.number).fill(digits.replace(/(\d{4})(?=\d)/g, '$1-'));
  expect(await page.getByLabel(card.number).inputValue()).toBe(digits.replace(/(\d{4})(?=\d)/g, '$1 '));
  await page.getByText(card.brands.visa, { exact: true }).waitFor();
  await page.getByLabel(card.month).selectOption('05');
  await page.getByLabel(card.year).selectOption('2031');
  await page.getByLabel(card.cvd).fill('123');
  return digits;
}

export const issuer = (page: Page) => page.frameLocator('iframe[name^=issuer]');

export async function confirm(page: Page): Promise<void> {
  await issuer(page).locator('#code').fill('1234');
  await issuer(page).getByRole('button', { name: 'Staðfesta' }).click();
}
