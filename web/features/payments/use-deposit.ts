/**
 * A deposit from its amount to its final answer. What was begun is kept for this tab until then, so that a
 * page that is read again goes on with the same deposit instead of making another.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiAnswer } from '#contract/api.ts';
import { type ApiError, isApiError } from '#web/api/api-error.ts';
import { readJson, tabStore } from '#web/ui/browser-store.ts';
import { randomKey } from '#web/ui/random-key.ts';
import { type Intention, sendKeyed } from './keyed.ts';

type DepositName = 'account.deposit' | 'account.depositInsufficientBalance';
type Deposit = Intention<DepositName>;
type IssuerAnswer = Extract<ApiAnswer<'account.deposit'>, { type3D: 'redirect' }>;

export type DepositState =
  | { at: 'form' }
  | { at: 'sending'; isLost: boolean }
  | { at: 'lost' }
  | { at: 'issuer'; amount: number; answer: IssuerAnswer }
  | { at: 'aur'; amount: number; token: string }
  | { at: 'done'; amount: number }
  /** `cancelled`: given up by the player; else what the server or the gateway refused with. */
  | { at: 'failed'; amount: number; code: string; refused: ApiError | null };

export type DepositEnd = { isDone: true } | { isDone: false; code: string };

const keptAt = (playerId: string): string => `hending.deposit.${playerId}`;

export function useDeposit(playerId: string) {
  const [state, setState] = useState<DepositState>({ at: 'form' });
  const begun = useRef<Deposit | null>(null);
  const isBusy = useRef(false);

  const send = useCallback(
    async (deposit: Deposit, isResumed = false): Promise<void> => {
      if (isBusy.current) return;
      isBusy.current = true;
      begun.current = deposit;
      keep(playerId, deposit);
      setState({ at: 'sending', isLost: false });
      try {
        const answer = await sendKeyed(deposit, () => setState({ at: 'sending', isLost: true }));
        if (answer === 'lost') return setState({ at: 'lost' });
        const { amount } = deposit.body;
        if ('type3D' in answer) return setState({ at: 'issuer', amount, answer });
        if ('aurToken' in answer) return setState({ at: 'aur', amount, token: answer.aurToken });
        keep(playerId, null);
        setState({ at: 'done', amount });
      } catch (error) {
        if (!isApiError(error)) throw error;
        if (error.code !== 'otherPlayer') keep(playerId, null);
        // What was begun on an earlier page and came to nothing is not what was asked for now.
        if (isResumed) return setState({ at: 'form' });
        setState({ at: 'failed', amount: deposit.body.amount, code: error.code, refused: error });
      } finally {
        isBusy.current = false;
      }
    },
    [playerId],
  );

  useEffect(() => {
    const kept = readKept(playerId);
    if (kept !== null) void send(kept, true);
  }, [playerId, send]);

  return {
    state,
    begin: (name: DepositName, amount: number): void => {
      void send({ name, key: randomKey(), body: { amount, reentryUrl: window.location.pathname } });
    },
    /** After a lost answer: the same deposit with the same key. */
    again: (): void => {
      if (begun.current !== null) void send(begun.current);
    },
    end: (end: DepositEnd): void => {
      const amount = begun.current?.body.amount ?? 0;
      keep(playerId, null);
      setState(end.isDone ? { at: 'done', amount } : { at: 'failed', amount, code: end.code, refused: null });
    },
    toForm: (): void => setState({ at: 'form' }),
  };
}

function keep(playerId: string, deposit: Deposit | null): void {
  if (deposit === null) tabStore.remove(keptAt(playerId));
  else tabStore.write(keptAt(playerId), JSON.stringify(deposit));
}

const readKept = (playerId: string): Deposit | null => readJson<Deposit>(tabStore, keptAt(playerId));
