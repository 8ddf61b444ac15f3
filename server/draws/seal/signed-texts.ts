/**
 * What the two signatures of a draw stand for: one line a field, so that anyone can write them down from the
 * evidence (docs/rules/number-lotteries.md, Proof).
 */
export type SealFields = {
  game: string;
  number: number;
  rulesId: string;
  /** ISO 8601 with milliseconds. */
  sealedAt: string;
  coupons: number;
  rows: number;
  stakes: number;
  merkleRoot: string;
  /** SHA-256 of the sales book, hexadecimal. */
  bookHash: string;
};

/** Signed before the draw; what is published then never changes. */
export function sealText(seal: SealFields): string {
  const { game, number, rulesId, sealedAt, coupons, rows, stakes, merkleRoot, bookHash } = seal;
  return linesOf(
    'seal 3',
    `${game} ${number}`,
    rulesId,
    sealedAt,
    `${coupons} coupons`,
    `${rows} rows`,
    `${stakes} kr`,
    merkleRoot,
    `book ${bookHash}`,
  );
}

export type SettlementFields = {
  game: string;
  number: number;
  rulesId: string;
  sealSignature: Buffer;
  /** As the kind of game writes it down, a line each. */
  outcome: readonly string[];
  /** SHA-256 of the file of those with whom pools are shared, where they are. */
  figures: Buffer | null;
  /** ISO 8601 with milliseconds. */
  settledAt: string;
  engineA: Buffer;
  engineB: Buffer;
};

/** Signed when the prizes are posted. */
export function settlementText(settlement: SettlementFields): string {
  const { game, number, rulesId, sealSignature, outcome, figures, settledAt } = settlement;
  return linesOf(
    'settlement 2',
    `${game} ${number}`,
    rulesId,
    `seal ${sealSignature.toString('base64')}`,
    ...outcome,
    `figures ${figures?.toString('hex') ?? '-'}`,
    settledAt,
    `engine A ${settlement.engineA.toString('hex')}`,
    `engine B ${settlement.engineB.toString('hex')}`,
  );
}

function linesOf(...lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
