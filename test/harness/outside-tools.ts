/** The functions of the programs that anybody may run, as the programs themselves call them. */
import type { ApiAnswer } from '#contract/api.ts';

type Evidence = ApiAnswer<'lotto.evidence'>;
type Checks = Record<string, boolean>;
/** Evidence of the draw before, and the program of a football pool. */
type Beside = { before?: Evidence | undefined; program?: object | undefined };
type Book = { head: string; coupons: readonly unknown[] };

type CheckProof = {
  check(evidence: Evidence, proof: ApiAnswer<'lotto.proof'>, keys: readonly string[]): Checks;
  readJson(text: string): unknown;
  sealText(evidence: Evidence): string;
  settlementText(evidence: Evidence): string;
  unsigned(evidence: Evidence): string[];
};

type VerifyDraw = {
  verify(evidence: Evidence, rules: object, book: Book, keys: readonly string[], beside?: Beside): Checks;
  unproven(evidence: Evidence, beside?: Beside): string[];
  readBookOf(rules: object, text: string): Book;
};

type CountBook = { readBook(text: string): Book; unpack(bytes: Buffer): string };

const load = (name: string) => import(new URL(`../../tools/${name}`, import.meta.url).href);

export const checkProof: CheckProof = await load('check-proof.mjs');
export const verifyDraw: VerifyDraw = await load('verify-draw.mjs');
export const countBook: CountBook = await load('count-book.mjs');

/** Names of the checks that fail; a program that throws refuses all. */
export function failing(check: () => Checks): string[] {
  try {
    const checks = Object.entries(check());
    return checks.filter(([, good]) => !good).map(([name]) => name);
  } catch (error) {
    return [`throws: ${(error as Error).message}`];
  }
}
