/**
 * The proof that a cardholder was asked (cavv), which issuer and gateway can check and nobody else can make:
 * ten bytes over transaction, card and status, ten more over the amount as well.
 */
import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { WireVerificationData } from '../wire.ts';

export type Proofs = {
  /** A card's name that says nothing of its number. */
  fingerprint(number: string): string;
  /** What a form carried is what was given to it. */
  digest(text: string): string;
  newXid(): string;
  cavv(of: Proved): string;
  check(data: WireVerificationData, card: string, amount: number): 'right' | 'otherAmount' | 'forged';
};

type Proved = { xid: string; card: string; mdStatus: number; amount: number };

export function createProofs(secret: KeyObject): Proofs {
  const key = secret.export({ type: 'pkcs8', format: 'der' });
  const mac = (...parts: readonly (string | number)[]): Buffer =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  const cavvOf = ({ xid, card, mdStatus, amount }: Proved): Buffer =>
    Buffer.concat([
      mac('cavv', xid, card, mdStatus).subarray(0, 10),
      mac('amount', xid, card, mdStatus, amount).subarray(0, 10),
    ]);
  return {
    fingerprint: (number) => mac('card', number).toString('base64url'),
    digest: (text) => mac('digest', text).toString('base64'),
    newXid: () => randomBytes(20).toString('base64'),
    cavv: (of) => cavvOf(of).toString('base64'),
    check({ xid, cavv, mdStatus }, card, amount) {
      const given = Buffer.from(cavv, 'base64');
      const right = cavvOf({ xid, card, mdStatus, amount });
      if (given.length !== right.length) return 'forged';
      if (timingSafeEqual(given, right)) return 'right';
      const isOfThisCard = timingSafeEqual(given.subarray(0, 10), right.subarray(0, 10));
      return isOfThisCard ? 'otherAmount' : 'forged';
    },
  };
}
