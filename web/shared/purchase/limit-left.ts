import { useOwn } from '#web/personal/own-part.ts';

/** What all purchase and loss limits leave, in whole krónur; null when signed out. */
export function useLimitLeft(): number | null {
  return useOwn()?.account.stakeLeft ?? null;
}
