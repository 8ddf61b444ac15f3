/**
 * Looks for the number that the product asks for, while a form is filled in: what calls of people cost who
 * are nobody yet (`GET /auth/challenge`).
 */
import { useEffect, useRef } from 'react';
import type { ApiAnswer } from '#contract/api.ts';
import { isApiError } from '#web/api/api-error.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { sha256 } from '#web/ui/sha256.ts';

type Challenge = ApiAnswer<'auth.challenge'>;
export type Proof = { proof?: string };

/** Tried in one go; the page breathes in between. */
const step = 500;

/** The proof; without a solution where the browser cannot look for one. */
export async function solve({ salt, ends, target, numberMax, signature }: Challenge): Promise<Proof> {
  const encoder = new TextEncoder();
  const sought = target.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
  const fits = async (number: number): Promise<boolean> => {
    const bytes = await sha256(encoder.encode(`${salt}.${ends}.${number}`));
    return sought.every((byte, index) => bytes[index] === byte);
  };
  for (let from = 0; from <= numberMax; from += step) {
    const numbers = Array.from({ length: step }, (_, index) => from + index);
    const at = (await Promise.all(numbers.map(fits))).indexOf(true);
    if (at >= 0) return { proof: `${salt}.${ends}.${from + at}.${signature}` };
  }
  return {};
}

/** Nothing where no challenge came: the call may go without, and says so where it may not. */
async function findProof(): Promise<Proof> {
  try {
    return await solve(await browserApi('auth.challenge', {}));
  } catch {
    return {};
  }
}

/** @returns sends with a proof, looked for from when the form is shown, and once more where it has ended */
export function useProof() {
  const next = useRef<Promise<Proof> | null>(null);
  useEffect(() => {
    next.current ??= findProof();
  }, []);
  return async <T>(send: (proof: Proof) => Promise<T>): Promise<T> => {
    const proof = await (next.current ?? findProof());
    next.current = null;
    try {
      return await send(proof);
    } catch (error) {
      if (isApiError(error) && error.details['proof'] === true) return send(await findProof());
      // For the form as it will be corrected.
      next.current = findProof();
      throw error;
    }
  };
}
