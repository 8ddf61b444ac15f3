/** Numbers of payment cards (docs/rules/payments.md, Cards). */

export type CardBrand = 'visa' | 'mastercard';

/** The brand that digits begin like, as soon as they tell; for people who type. */
export function brandOf(digits: string): CardBrand | null {
  if (digits.startsWith('4')) return 'visa';
  return /^5[1-5]/.test(digits) ? 'mastercard' : null;
}

/** Sixteen digits of a brand we take, the last of which checks the others. */
export function isCardNumber(digits: string): boolean {
  return /^\d{16}$/.test(digits) && brandOf(digits) !== null && luhnSum(digits) % 10 === 0;
}

/** The digit that is to follow these, so that it checks them. */
export function luhnDigit(digits: string): string {
  return String((10 - (luhnSum(`${digits}0`) % 10)) % 10);
}

/** Every second digit from the right counts twice, by its digits' sum (ISO/IEC 7812, annex B). */
function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
}

const dayText = /^\d{4}-\d\d-\d\d/;
const timeText = /^T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/;
const halfDayMs = 12 * 3_600_000;

/**
 * The 10th of a card's last month as `YYYY-MM-DD`, or null for any other text. In UTC with a time it is the
 * nearest midnight that counts: a client abroad writes the midnight of its own zone.
 */
export function parseCardExpiry(text: string): string | null {
  const day = dayText.exec(text)?.[0] ?? '';
  const time = text.slice(day.length);
  if (Number.isNaN(Date.parse(day)) || (time !== '' && !timeText.test(time))) return null;
  const moment = time.endsWith('Z') ? Date.parse(text) + halfDayMs : Date.parse(day);
  const expiry = Number.isNaN(moment) ? '' : new Date(moment).toISOString().slice(0, 10);
  return expiry.endsWith('-10') ? expiry : null;
}

/** Years that a card may end in, beginning with the current one. */
export const expiryYears = 16;

/** Good to the end of its last month; `today` as `YYYY-MM-DD`. */
export function isExpired({ month, year }: { month: number; year: number }, today: string): boolean {
  return year * 12 + month < Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7));
}
