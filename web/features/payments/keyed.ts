/**
 * Calls that move money, each under the key of one intention: a lost answer is asked for again with the same
 * key, which never moves money twice.
 */
import { isApiError } from '#web/api/api-error.ts';
import { type ApiRequestOf, browserApi } from '#web/api/browser-api.ts';
import { pagePlayer } from '#web/api/page-player.ts';

type MoneyCall = 'account.deposit' | 'account.depositInsufficientBalance' | 'account.withdraw';

type BodyOf<K extends MoneyCall> = ApiRequestOf<K> extends { body: infer B } ? B : never;

/** What was asked for under a key. */
export type Intention<K extends MoneyCall = MoneyCall> = { name: K; key: string; body: BodyOf<K> };

const answerMs = 30_000;
const againAfterMs = [1_000, 2_000, 4_000, 8_000] as const;
/** Answers after which it is not known whether anything was moved. */
const unknownCodes: readonly string[] = ['EC_NETWORK_ERROR', 'EC_INTERNAL_ERROR', 'EC_EXCEPTION', 'UNKNOWN'];

/**
 * @param onLost an answer was lost, and it is asked for again
 * @returns the answer, or `lost` when none came; throws what was refused
 */
export async function sendKeyed<K extends MoneyCall>({ name, key, body }: Intention<K>, onLost: () => void) {
  // Retries name the player of the first attempt, even if another one signed in since.
  const playerId = pagePlayer();
  const options = { idempotencyKey: key, timeoutMs: answerMs, ...(playerId !== null && { playerId }) };
  for (let attempt = 0; ; attempt += 1) {
    try {
      const request = { body } as ApiRequestOf<K>;
      return await browserApi(name, request, options);
    } catch (error) {
      if (!isApiError(error) || !unknownCodes.includes(error.code)) throw error;
      const wait = againAfterMs[attempt];
      if (wait === undefined) return 'lost' as const;
      onLost();
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
