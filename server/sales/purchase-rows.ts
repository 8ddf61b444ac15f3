/** Purchases as the text of an array of the type `purchase` (db/migrations/007_sales.sql). */
import type { Purchase, Word } from './purchase.ts';

/** The columns of the type, in its order. */
const columns: readonly ((purchase: Purchase) => string | number)[] = [
  (p) => p.playerId,
  (p) => p.ticketId ?? missing,
  (p) => text(p.game),
  (p) => list(p.coupons.map(({ drawId }) => drawId)),
  (p) => list(p.coupons.map(({ couponId }) => couponId)),
  (p) => p.stake,
  (p) => list(p.rowMasks),
  (p) => list(p.secondMasks),
  (p) => p.quickPicks,
  (p) => p.system,
  (p) => p.rowCount,
  (p) => text(p.side),
  (p) => text(p.channel),
  (p) => text(p.ip),
  (p) => p.affiliateId ?? missing,
  (p) => text(p.key),
  (p) => bytes(p.inputHash),
  (p) => bytes(p.session?.toString('hex') ?? null),
  (p) => p.supportId ?? missing,
];

export function purchaseRows(batch: readonly Purchase[]): string {
  const rows = batch.map((purchase) => `"(${columns.map((write) => write(purchase)).join()})"`);
  return `{${rows.join()}}`;
}

/** What stands between two quotes is read twice, as an element and as a column: so many backslashes. */
const missing = '';
const list = (elements: readonly (string | Word)[] | null) =>
  elements === null ? missing : `\\"{${elements.join()}}\\"`;
const text = (value: string | null) =>
  value === null ? missing : `\\"${value.replace(/[\\"]/g, '\\\\\\$&')}\\"`;
const bytes = (hex: string | null) => (hex === null ? missing : `\\"\\\\\\\\x${hex}\\"`);
