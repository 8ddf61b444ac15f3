/** Rows and marks that players keep under a name in their account, to play later; they are no tickets. */
import { z } from 'zod';
import type { Call } from './call.ts';
import * as v from './values.ts';

export const savedRowsMax = 50;
export const savedNameMax = 40;

const name = v
  .typed('nameRequired')
  .transform((text) => text.replace(/\s+/g, ' ').trim())
  .refine((text) => text.length >= 1 && [...text].length <= savedNameMax, 'savedName');

const numbers = z.array(z.int('Invalid wager'), 'Invalid wager').max(20, 'Invalid wager');

/** What a wager has beside its draws and price. */
const content = z.object({
  gameId: z.string(),
  rows: z.array(z.object({ numbers, bonusNumbers: numbers.optional() }), 'Invalid wager'),
  joker: v.digits.optional(),
  system: z.int().optional(),
});

/** The marks of a coupon, as a purchase has them; they are of no program. */
const marks = z.object({
  gameId: z.string(),
  panels: z.string().max(4_000, 'Invalid wager'),
  /** O, or the id of a system. */
  system: z.string().optional(),
  panelU: z.string().optional(),
});

/** Of what is put back after a deletion: its earlier time, which gives it its place. */
const savedAt = v.instant.optional();

const saved = z.object({
  id: z.string(),
  name: z.string(),
  gameId: z.string(),
  rows: z.array(z.object({ numbers: z.array(z.int()), bonusNumbers: z.array(z.int()) })),
  joker: v.digits.optional(),
  /** How many numbers a system holds; absent for rows. */
  system: z.int().optional(),
  savedAt: v.instant,
});

const savedMarks = marks.extend({ id: z.string(), name: z.string(), savedAt: v.instant });

export const savedRowsCalls = {
  'savedRows.list': {
    method: 'GET',
    path: '/user/saved-rows',
    access: 'player',
    summary: 'Rows and marks that the caller has saved, oldest first',
    answer: { status: 200, body: z.object({ saved: z.array(z.union([saved, savedMarks])) }) },
    refusals: [],
  },
  'savedRows.save': {
    method: 'POST',
    path: '/user/saved-rows',
    access: 'player',
    summary: `Saves rows of a number lottery under a name, at most ${savedRowsMax}`,
    body: content.extend({ name, savedAt }),
    answer: { status: 201, body: z.object({ id: z.string() }) },
    refusals: [
      'EC_ROW_LIMIT',
      'EC_TICKET_INVALID_SELECTIONS',
      'EC_INVALID_COMBINATION',
      'EC_PRODUCTTYPE_NOT_FOUND',
      'EC_ACCOUNT_CLOSED',
    ],
  },
  'savedRows.saveMarks': {
    method: 'POST',
    path: '/user/saved-rows/marks',
    access: 'player',
    summary: `Saves the marks of a pools coupon under a name; at most ${savedRowsMax} with the saved rows`,
    body: marks.extend({ name, savedAt }),
    answer: { status: 201, body: z.object({ id: z.string() }) },
    refusals: [
      ...(['EC_ROW_LIMIT', 'EC_TICKET_INVALID_SELECTIONS', 'EC_INVALID_COMBINATION'] as const),
      ...(['EC_INVALID_FIELD', 'EC_MISSING_FIELD', 'EC_PRODUCTTYPE_NOT_FOUND'] as const),
      'EC_ACCOUNT_CLOSED',
    ],
  },
  'savedRows.rename': {
    method: 'POST',
    path: '/user/saved-rows/{savedId}/name',
    access: 'player',
    summary: 'Gives saved rows another name',
    params: z.object({ savedId: v.id }),
    body: z.object({ name }),
    answer: { status: 204, body: null },
    refusals: ['EC_NO_DATA_FOUND'],
  },
  'savedRows.remove': {
    method: 'POST',
    path: '/user/saved-rows/{savedId}/remove',
    access: 'player',
    summary: 'Deletes saved rows',
    params: z.object({ savedId: v.id }),
    answer: { status: 204, body: null },
    refusals: ['EC_NO_DATA_FOUND'],
  },
} as const satisfies Record<string, Call>;
