/** Icelandic bank accounts: bank, ledger, number. */
import { readTyped } from './typed.ts';

/**
 * `0000-00-000000`; read with dashes or blanks between the parts, whose leading zeros may be left out, or as
 * twelve digits. Null when it is none.
 */
export function parseBankAccount(text: string): string | null {
  const typed = readTyped(text);
  const parts =
    /^(\d{1,4})(?: |-| - )(\d{1,2})(?: |-| - )(\d{1,6})$/.exec(typed) ??
    /^(\d{4})(\d{2})(\d{6})$/.exec(typed);
  if (parts === null) return null;
  const [, bank = '', ledger = '', number = ''] = parts;
  const isSomething = Number(bank) > 0 && Number(number) > 0;
  return isSomething
    ? [bank.padStart(4, '0'), ledger.padStart(2, '0'), number.padStart(6, '0')].join('-')
    : null;
}

/** `0133-26-007689` with the middle of its number hidden: `0133-26-••7689`. */
export function maskedAccount(account: string): string {
  return account.replace(/\d{2}(\d{4})$/, '••$1');
}
