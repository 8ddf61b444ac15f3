/** Value types that several calls share. Amounts are whole krónur, times ISO 8601 UTC (decisions, head). */
import { z } from 'zod';

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
