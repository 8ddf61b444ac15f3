/** What came back through the browser: claims (docs/rules/payments.md, Return). */
import { type Authentication, mayContinue } from '#integrations/card-gateway/face.ts';
import type { Tx } from '#server/platform/database.ts';
import { secondsSince } from '#server/platform/deadlines.ts';
import { returnMinutes } from './parts.ts';

/** The issuer could not answer, or could not be reached: it is asked once more. */
const askAgain: readonly number[] = [5, 6, 91, 92, 99];

export function verdictOf({ mdStatus }: Authentication, round: number) {
  if (mayContinue.includes(mdStatus)) return 'proven';
  return askAgain.includes(mdStatus) && round === 0 ? 'again' : 'failed';
}

/** Names of `mdStatus` that clients of the protocol know beside its numbers. */
const named: Readonly<Record<string, number>> = { MdFullyAuthenticated: 1, MdAttempt: 4 };

export type ReturnFields = {
  mdStatus?: string | number | undefined;
  xid?: string | undefined;
  cavv?: string | undefined;
  eci?: string | undefined;
  'TDS2.dsTransID'?: string | undefined;
};

/** What is missing is not authenticated. */
export function readReturned(fields: ReturnFields): Authentication {
  const { mdStatus, xid = '', cavv = '', eci } = fields;
  const text = String(mdStatus ?? '');
  const dsTransId = fields['TDS2.dsTransID'];
  return {
    mdStatus: named[text] ?? (/^\d{1,2}$/.test(text) ? Number(text) : 0),
    xid,
    cavv,
    ...(eci !== undefined && { eci }),
    ...(dsTransId !== undefined && { dsTransId }),
  };
}

/** Whether the holder brings no proof, so that nothing is asked outside. */
export const isGivenUp = (fields: ReturnFields): boolean => verdictOf(readReturned(fields), 0) === 'failed';

export async function isLate(tx: Tx, askedAt: Date): Promise<boolean> {
  return (await secondsSince(tx, askedAt)) >= returnMinutes * 60;
}
