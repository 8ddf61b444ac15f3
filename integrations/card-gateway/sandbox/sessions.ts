/** Authentications under way: in memory, for a quarter of an hour, which is as long as anybody is asked. */
import { randomUUID } from 'node:crypto';
import type { Proofs } from './proofs.ts';
import type { StoredCard } from './stored-cards.ts';
import type { TestCard } from './test-cards.ts';

export type AskedCard = TestCard & Pick<StoredCard, 'fingerprint' | 'masked'>;

export type Session = {
  txid: string;
  serverId: string;
  directoryId: string;
  acsId: string;
  card: AskedCard;
  /** Hundredths. */
  amount: number;
  returnUrl: string;
  md: string;
  merchant: string;
  at: Date;
  /** What the browser told of itself. */
  browser: Readonly<Record<string, string>>;
  /** Codes typed that were wrong. */
  wrongCodes: number;
  /** Once the issuer has decided. */
  result: Result | null;
};

export type Result = {
  mdStatus: number;
  transStatus: 'Y' | 'A' | 'U' | 'N' | 'R' | '';
  mdErrorMsg: string;
  xid: string;
  cavv: string;
  eci: string;
};

export type Sessions = {
  begin(of: Pick<Session, 'card' | 'amount' | 'returnUrl' | 'md' | 'merchant'>): Session;
  byTxid(txid: string): Session | undefined;
  byAcsId(acsId: string): Session | undefined;
  all(): readonly Session[];
  /** What the directory and the issuer say before anybody is asked; null: somebody is to be asked. */
  decide(session: Session): Result | null;
  /** The issuer's last word; the first one holds. */
  end(session: Session, as: Ending): Result;
};

export type Ending =
  | 'full'
  | 'attempt'
  | 'unavailable'
  | 'refused'
  | 'cancelled'
  | 'directoryError'
  | 'mpiError';

const endings: Readonly<Record<Ending, Omit<Result, 'xid' | 'cavv' | 'eci'>>> = {
  full: { mdStatus: 1, transStatus: 'Y', mdErrorMsg: 'Authenticated' },
  attempt: { mdStatus: 4, transStatus: 'A', mdErrorMsg: 'Attempt processed' },
  unavailable: { mdStatus: 5, transStatus: 'U', mdErrorMsg: 'Authentication unavailable' },
  refused: { mdStatus: 0, transStatus: 'N', mdErrorMsg: 'Not authenticated' },
  cancelled: { mdStatus: 0, transStatus: 'N', mdErrorMsg: 'Cancelled by the cardholder' },
  directoryError: { mdStatus: 6, transStatus: '', mdErrorMsg: 'Error from the directory' },
  mpiError: { mdStatus: 7, transStatus: '', mdErrorMsg: 'Error of the MPI' },
};

/** Full, attempt, none. */
const indicators = { visa: ['05', '06', '07'], mastercard: ['02', '01', '00'] } as const;

const keptMs = 15 * 60_000;
const sessionsMax = 20_000;

export function createSessions(proofs: Proofs, now: () => Date): Sessions {
  const sessions = new Map<string, Session>();
  const byAcs = new Map<string, Session>();
  /** Cards whose directory failed once, and works the next time. */
  const failed = new Set<string>();

  function drop(session: Session): void {
    sessions.delete(session.txid);
    byAcs.delete(session.acsId);
  }
  const living = (session: Session | undefined) =>
    session && now().getTime() - session.at.getTime() < keptMs ? session : undefined;

  function end(session: Session, as: Ending): Result {
    session.result ??= resultOf(session, as, proofs);
    return session.result;
  }

  return {
    begin(of) {
      for (const old of sessions.values()) {
        if (living(old) && sessions.size < sessionsMax) break;
        drop(old);
      }
      const ids = {
        txid: randomUUID(),
        serverId: randomUUID(),
        directoryId: randomUUID(),
        acsId: randomUUID(),
      };
      const session: Session = { ...of, ...ids, at: now(), browser: {}, wrongCodes: 0, result: null };
      sessions.set(session.txid, session);
      byAcs.set(session.acsId, session);
      return session;
    },
    byTxid: (txid) => living(sessions.get(txid)),
    byAcsId: (acsId) => living(byAcs.get(acsId)),
    all: () => [...sessions.values()],
    decide(session) {
      if (session.result) return session.result;
      const { threeD, fingerprint } = session.card;
      if (threeD === 'frictionless') return end(session, 'full');
      if (threeD === 'errorOnce') {
        if (failed.delete(fingerprint)) return end(session, 'full');
        failed.add(fingerprint);
        return end(session, 'directoryError');
      }
      const attempted =
        threeD === 'attempt' || threeD === 'unavailable' || threeD === 'refused' || threeD === 'mpiError';
      return attempted ? end(session, threeD) : null;
    },
    end,
  };
}

function resultOf({ card, amount }: Session, as: Ending, proofs: Proofs): Result {
  const [full, attempt, none] = indicators[card.scheme];
  const { mdStatus } = endings[as];
  const xid = proofs.newXid();
  const isProved = as === 'full' || as === 'attempt';
  return {
    ...endings[as],
    xid,
    cavv: isProved ? proofs.cavv({ xid, card: card.fingerprint, mdStatus, amount }) : '',
    eci: as === 'full' ? full : as === 'attempt' ? attempt : none,
  };
}
