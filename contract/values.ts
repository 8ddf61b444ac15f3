/** Value types that several calls share. Amounts are whole krónur, times ISO 8601 UTC (decisions, head). */
import { z } from 'zod';
import { birthDate, parseKennitala } from '#rules/values/kennitala.ts';
import { hasPasswordLength } from '#rules/values/password.ts';

export const amount = z.int().describe('Whole krónur');
export const instant = z.iso.datetime().describe('UTC, ISO 8601 with Z');
export const day = z.iso.date();
export const id = z.string().min(1).max(64);
export const page = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .describe('Page number from 1, digits');
export const digits = z.array(z.int().min(0).max(9)).length(5).describe('Five Joker digits');
export const channel = z.enum(['web', 'mobile']);
export const affiliateId = z.int().min(1);

/** Of a person, born on a day that exists; with its dash or without, read as ten digits (accounts §5). */
export const nationalId = z
  .string()
  .transform((text, context) => {
    const kennitala = parseKennitala(text);
    if (kennitala && birthDate(kennitala) !== null) return kennitala;
    context.issues.push({ code: 'custom', message: 'invalidNationalId', input: text });
    return z.NEVER;
  })
  .describe('Ten digits, with or without a dash after the sixth');
/** A user name as somebody types it who has one. */
export const typedUsername = z
  .string()
  .trim()
  .min(1, 'usernameRequired')
  .max(12, 'usernameLengthMax')
  .regex(/^\P{C}*$/u, 'onlyLettersAndNumbers');
/** Any 8 to 30 characters, none of them cut off or changed (checklist 8). */
export const newPassword = z.string().refine(hasPasswordLength, 'passwordLength');

export const ticketStatuses = ['pending', 'lost', 'paid', 'won', 'cancelled'] as const;
export const ticketStatus = z.enum(ticketStatuses);
export const gameIds = [
  'lotto',
  'vikinglotto',
  'eurojackpot',
  'totoeng',
  'totoeur',
  'xg',
  'lengjan',
  'lengjanlive',
] as const;
export const drawDays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
