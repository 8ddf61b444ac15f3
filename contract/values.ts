/** Value types that several calls share. Amounts are whole krónur, times ISO 8601 UTC (decisions, head). */

import { z } from 'zod';
import { allGameIds } from '#rules/games.ts';
import { parseAddress, parsePostalCode as toPostalCode } from '#rules/values/address.ts';
import { parseBankAccount } from '#rules/values/bank-account.ts';
import { parseCardExpiry } from '#rules/values/card-number.ts';
import { parseEmail as toEmail } from '#rules/values/email.ts';
import { parsePersonKennitala as toKennitala } from '#rules/values/kennitala.ts';
import { hasPasswordLength, hasTypedPasswordLength } from '#rules/values/password.ts';
import { isMobile, isPhoneTooLong, parsePhone as toPhone } from '#rules/values/phone.ts';
import { readTyped } from '#rules/values/typed.ts';
import { usernameFault } from '#rules/values/username.ts';

export const amount = z.int('amountWholeOnly').describe('Whole krónur');
export const instant = z.iso.datetime().describe('UTC, ISO 8601 with Z');
export const day = z.iso.date();
export const id = z.string().min(1).max(64);
/** No list is so long; the number of the first entry is still exact. */
const pageMax = 100_000_000_000_000;
export const page = z
  .string()
  .regex(/^\d+$/)
  .transform((digits) => Math.min(Number(digits), pageMax))
  .describe('Page number from 1, digits; 0 and past the end are empty');
/** A list that may be left out; an empty one is the same as none. */
export const optionalList = <T extends z.ZodType>(item: T, fault?: string) =>
  z
    .array(item, fault)
    .transform((list) => (list.length === 0 ? undefined : list))
    .optional();
export const drawNumber = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .describe('Number of a draw, digits');
export const digits = z.array(z.int().min(0).max(9)).length(5).describe('Five Joker digits');
export const channel = z.enum(['web', 'mobile']);
export const affiliateId = z.int().min(1);

/** Text that a person types or pastes, normalised and without invisible characters. */
export const typed = (message?: string) => z.string(message).overwrite(readTyped);

/** The user name of an existing account, as typed at sign-in. */
export const typedUsername = typed('usernameRequired')
  .min(1, 'usernameRequired')
  .max(12, 'usernameLengthMax')
  .regex(/^\P{C}*$/u, 'onlyLettersAndNumbers');
export const typedPassword = z
  .string('passwordRequired')
  .min(1, 'passwordRequired')
  .refine((text) => text === '' || hasTypedPasswordLength(text), 'passwordLengthShort');
/** Any 8 to 30 characters, none of them cut off or changed (must-hold 8). */
export const newPassword = z.string('passwordLength').refine(hasPasswordLength, 'passwordLength');

export const ticketStatuses = ['pending', 'lost', 'paid', 'won', 'cancelled'] as const;
export const ticketStatus = z.enum(ticketStatuses);
/** A large prize waits for its claim, then for its payment; lists across games show both as won. */
export const largePrizeStatuses = ['highwind', 'claimed'] as const;
export const couponStatus = z.enum([...ticketStatuses, ...largePrizeStatuses]);
export const gameIds = allGameIds;
export const drawDays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** Text that `parse` understands, as it spells it; otherwise an issue with this validation key. */
function read(parse: (text: string) => string | null, key: string) {
  return z.string(key).transform((text, context) => {
    const value = parse(text);
    if (value !== null) return value;
    context.issues.push({ code: 'custom', message: key, input: text });
    return z.NEVER;
  });
}

export const nationalId = read(toKennitala, 'invalidNationalId').describe('Ten digits of a person');
export const email = read(toEmail, 'invalidEmail').describe('Trimmed and in small letters');
export const phone = z
  .string('invalidPhone')
  .refine((text) => !isPhoneTooLong(text), 'phoneLengthMax')
  .pipe(read(toPhone, 'invalidPhone'))
  .describe('Seven Icelandic digits, or + and the number');
export const mobile = read((text) => {
  const number = toPhone(text);
  return number !== null && isMobile(number) ? number : null;
}, 'invalidMobile').describe('Seven digits of an Icelandic mobile');
export const address = read(parseAddress, 'invalidAddress').describe('Street and number');
export const postalCode = read(toPostalCode, 'invalidPostalCode').describe('Digits');
export const cardExpiry = read(parseCardExpiry, 'invalidExpirationDate').describe(
  'ISO date, with or without a time: the 10th of the last month in which the card is good',
);
export const bankAccount = read(parseBankAccount, 'invalidBankAccount').describe('0000-00-000000');
export const newUsername = typed('usernameLength')
  .check(({ value, issues }) => {
    const message = usernameFault(value);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  })
  .describe('6 to 12 of a–z and 0–9, whatever their case');
/** Of a challenge that was solved: see `GET /auth/challenge`. Without one only a few calls an hour pass. */
export const proof = z.string().max(200, 'genericForm').optional().describe('salt.ends.number.signature');
