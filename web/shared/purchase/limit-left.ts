import { useOwn } from '#web/personal/own-part.ts';

/** The amount that all purchase and loss limits still allow, in whole krónur; null when signed out. */
export function useLimitLeft(): number | null {
  return useOwn()?.account.stakeLeft ?? null;
}
