/** The pieces of work that are compared, and by how much each may grow between two histories. */
import type { Cost } from './cost.ts';

/** The most that each figure may be multiplied by; one that is left out is shown only. */
export type Marks = Partial<Record<keyof Cost, number>>;

/** `cost` is that of `count` tickets, coupons or calls, as `per` says; `remark` tells of answers but 200. */
export type Piece = {
  name: string;
  per: string;
  count: number;
  cost: Cost;
  marks: Marks;
  remark?: string;
};

export const flat: Marks = { postgresMs: 1.2, programMs: 1.2, buffers: 1.3 };
export const ofPurchases: Marks = { postgresMs: 1.3, programMs: 1.3, buffers: 1.3, walBytes: 1.3 };
/** PostgreSQL writes each page whole into the WAL when it is first changed. */
export const afterCheckpoint: Marks = { ...ofPurchases, walBytes: 2 };
/** Straight after a start: what must be read. */
export const cold: Marks = { read: 1.3 };
