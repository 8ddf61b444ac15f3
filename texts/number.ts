/** Numbers as they are written in both languages: dots group, a comma parts decimals in Icelandic. */
import { readTyped } from '#rules/values/typed.ts';

export const noBreakSpace = '\u00a0';
export const minusSign = '\u2212';

/** 1234567 → `1.234.567`. Whole numbers; the sign is a true minus. */
export function groupDigits(value: number): string {
  const digits = String(Math.abs(Math.trunc(value)));
  const grouped = digits.replace(/\B(?=(\d{3})+$)/g, '.');
  return value < 0 ? minusSign + grouped : grouped;
}

/** Whole krónur: `1.234 kr.` with a space that does not break. */
export function money(amount: number): string {
  return `${groupDigits(amount)}${noBreakSpace}kr.`;
}

/** `8,6`, in English `8.6`: the decimals that a number has. */
export function decimal(locale: 'is' | 'en', value: number): string {
  return locale === 'is' ? String(value).replace('.', ',') : String(value);
}

/** Odds in hundredths: `2,20`, in English `2.20`. */
export function odds(locale: 'is' | 'en', hundredths: number): string {
  const text = (hundredths / 100).toFixed(2);
  return locale === 'is' ? text.replace('.', ',') : text;
}

const amountShape = /^(0|[1-9]\d{0,11}|[1-9]\d{0,2}(?:\.\d{3}){1,3})(?: *kr\.?)?$/i;

/**
 * What somebody typed as an amount: `1234`, `1.234`, `1.234 kr.`, dots only as exact groups of three.
 *
 * @returns whole krónur; null for anything else, which is never read as another number
 */
export function readMoney(typed: string): number | null {
  const [, digits] = amountShape.exec(readTyped(typed)) ?? [];
  return digits === undefined ? null : Number(digits.replaceAll('.', ''));
}
