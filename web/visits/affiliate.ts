/** The affiliate of the address is kept for the browser session and sent with purchases. */
import { tabStore } from '#web/ui/browser-store.ts';

const key = 'hending.affiliate';

/** Reads `affiliateId` from the address; anything but an integer from 1 is passed over. */
export function keepAffiliate(): void {
  const value = new URLSearchParams(window.location.search).get('affiliateId');
  if (value !== null && /^[1-9]\d{0,14}$/.test(value)) tabStore.write(key, value);
}

export function affiliateId(): number | undefined {
  const value = tabStore.read(key);
  return value === null ? undefined : Number(value);
}
