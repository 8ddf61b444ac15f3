/** Passwords that people choose. Accounts specification §5. */

/** 8 to 30 characters as a person counts them, whatever they are. */
export function hasPasswordLength(password: string): boolean {
  const { length } = [...password.normalize('NFC')];
  return length >= 8 && length <= 30;
}
