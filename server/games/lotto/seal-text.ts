/**
 * What the seal's signature stands for: one line a field, so that anyone can write it down from the
 * evidence.
 */
export type SealFields = {
  game: string;
  number: number;
  /** ISO 8601 with milliseconds. */
  sealedAt: string;
  coupons: number;
  rows: number;
  stakes: number;
  merkleRoot: string;
};

export function sealText({ game, number, sealedAt, coupons, rows, stakes, merkleRoot }: SealFields): string {
  const lines = ['seal 1', `${game} ${number}`, sealedAt];
  return [...lines, `${coupons} coupons`, `${rows} rows`, `${stakes} kr`, merkleRoot, ''].join('\n');
}
