/**
 * What the two signatures of a draw stand for: one line a field, so that anyone can write them down from the
 * evidence (docs/rules/verify.md).
 */
import type { PublishedTier } from './published-tiers.ts';

export type SealFields = {
  game: string;
  number: number;
  rulesId: string;
  /** Null in seals made before the rules' hash was part of them. */
  rulesHash: Buffer | null;
  /** Of the terms fixed at the release; null in games without terms beside their rules. */
  termsHash: Buffer | null;
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
  const { game, number, rulesId, rulesHash, termsHash, sealedAt, coupons, rows, stakes } = seal;
  return linesOf(
    termsHash ? 'seal 5' : rulesHash ? 'seal 4' : 'seal 3',
    `${game} ${number}`,
    rulesId,
    ...(rulesHash ? [`rules ${rulesHash.toString('hex')}`] : []),
    ...(termsHash ? [`terms ${termsHash.toString('hex')}`] : []),
    sealedAt,
    `${coupons} coupons`,
    `${rows} rows`,
    `${stakes} kr`,
    seal.merkleRoot,
    `book ${seal.bookHash}`,
  );
}

export type SettlementFields = {
  game: string;
  number: number;
  rulesId: string;
  rulesHash: Buffer;
  sealSignature: Buffer;
  /** As the kind of game writes it down, a line each. */
  outcome: readonly string[];
  /** SHA-256 of the file of those with whom pools are shared, where they are. */
  figures: Buffer | null;
  /** The settlement whose carry this one took; null for the first of its game. */
  before: { number: number; signature: Buffer } | null;
  tiers: readonly PublishedTier[];
  /** ISO 8601 with milliseconds. */
  settledAt: string;
  engineA: Buffer;
  engineB: Buffer;
};

/** Signed when the prizes are posted. */
export function settlementText(settlement: SettlementFields): string {
  const { game, number, rulesId, rulesHash, sealSignature, outcome, figures, before } = settlement;
  return linesOf(
    'settlement 3',
    `${game} ${number}`,
    rulesId,
    `rules ${rulesHash.toString('hex')}`,
    `seal ${sealSignature.toString('base64')}`,
    ...outcome,
    `figures ${figures?.toString('hex') ?? '-'}`,
    `before ${before ? `${before.number} ${before.signature.toString('base64')}` : '-'}`,
    ...settlement.tiers.map(tierLine),
    settlement.settledAt,
    `engine A ${settlement.engineA.toString('hex')}`,
    `engine B ${settlement.engineB.toString('hex')}`,
  );
}

function tierLine(tier: PublishedTier): string {
  const { part, condition, carryIn = '-', opened = '-', pool = '-', carryOut = '-' } = tier;
  return [
    `${part} ${tier.tier} ${condition}`,
    `carryIn=${carryIn} opened=${opened} pool=${pool} carryOut=${carryOut}`,
    `winners=${tier.winners} winnersLocal=${tier.winnersLocal} amount=${tier.amount}`,
  ].join(' ');
}

function linesOf(...lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
