import { useOwn } from '#web/personal/own-part.ts';

/** What the purchase limit of the day leaves, in whole krónur; null when signed out. */
export function useLimitLeft(): number | null {
  const account = useOwn()?.account;
  return account ? Math.max(0, account.stakeLimitDay - account.stakedToday) : null;
}
