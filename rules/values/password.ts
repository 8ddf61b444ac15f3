/** Passwords that people choose (docs/rules/accounts.md, Opening one). */

/** 8 to 30 characters as a person counts them, whatever they are. */
export function hasPasswordLength(password: string): boolean {
  return hasLength(password, 8);
}

/** At sign-in, 6 to 30: there are passwords from before that limit. */
export function hasTypedPasswordLength(password: string): boolean {
  return hasLength(password, 6);
}

function hasLength(password: string, least: number): boolean {
  const { length } = [...password.normalize('NFC')];
  return length >= least && length <= 30;
}
