/** Input attributes and checks of phone and e-mail fields. */
import { parseEmail } from '#rules/values/email.ts';
import { isMobile, isPhoneTooLong, parsePhone } from '#rules/values/phone.ts';

export const phoneInput = { type: 'tel', inputMode: 'tel', autoComplete: 'tel' } as const;

export const emailInput = {
  type: 'email',
  inputMode: 'email',
  autoComplete: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;

// Each check returns a key below `validation`, as the contract names it, or null.

export function phoneFault(text: string) {
  if (isPhoneTooLong(text)) return 'phoneLengthMax';
  return parsePhone(text) === null ? 'invalidPhone' : null;
}

export function mobileFault(text: string) {
  const phone = parsePhone(text);
  return phone !== null && isMobile(phone) ? null : 'invalidMobile';
}

export function emailFault(text: string) {
  if (text.trim() === '') return 'emailRequired';
  return parseEmail(text) === null ? 'invalidEmail' : null;
}
