/** Solves the product's challenges as a browser does. */
import { hash } from 'node:crypto';
import type { ApiAnswer } from '#contract/api.ts';
import { get } from './client.ts';

type Challenge = ApiAnswer<'auth.challenge'>;

/** A fresh proof, good for one call. */
export async function solvedProof(app: Parameters<typeof get>[0]): Promise<string> {
  return solve((await get<Challenge>(app, '/auth/challenge')).body);
}

export function solve({ salt, ends, target, numberMax, signature }: Challenge): string {
  for (let number = 0; number <= numberMax; number++) {
    if (hash('sha256', `${salt}.${ends}.${number}`) === target)
      return `${salt}.${ends}.${number}.${signature}`;
  }
  throw new Error('the challenge has no solution');
}
