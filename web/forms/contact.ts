/** Ways to reach a person: how their fields are typed into, and what is wrong with what was typed. */
import { parseEmail } from '#rules/values/email.ts';
import { isMobile, parsePhone, phoneLengthMax } from '#rules/values/phone.ts';
import { withoutMarks } from '#rules/values/typed.ts';

export const phoneInput = { type: 'tel', inputMode: 'tel', autoComplete: 'tel' } as const;

export const emailInput = {
  ...({ type: 'email', inputMode: 'email', autoComplete: 'email' } as const),
  ...({ autoCapitalize: 'none', spellCheck: false } as const),
};

// Keys below `validation`, as the contract names them; null when nothing is wrong.

export function phoneFault(text: string) {
  if (withoutMarks(text).length > phoneLengthMax) return 'phoneLengthMax';
  return parsePhone(text) === null ? 'invalidPhone' : null;
}

export function mobileFault(text: string) {
  const phone = parsePhone(text);
  return phone !== null && isMobile(phone) ? null : 'invalidMobile';
}

export const emailFault = (text: string) => (parseEmail(text) === null ? 'invalidEmail' : null);
