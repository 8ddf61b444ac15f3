/** What the seal's signature stands for: one line a field, so that anyone can write it down from the evidence. */
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
  return `seal 1\n${game} ${number}\n${sealedAt}\n${coupons} coupons\n${rows} rows\n${stakes} kr\n${merkleRoot}\n`;
}
