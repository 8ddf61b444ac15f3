/** `0133-26-007689` with the middle of its number hidden: `0133-26-••7689`. */
export function maskedAccount(account: string): string {
  return account.replace(/\d{2}(\d{4})$/, '••$1');
}
