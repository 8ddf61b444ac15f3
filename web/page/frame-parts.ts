/**
 * What the frame of every page shows, whoever looks at it: menus, footer, texts. It travels in a file of its
 * own, one for each language and version, which browsers keep; a page only says which.
 */
import type { SentTexts } from '#texts/text-key.ts';

/** A site on its way to the browser: one JSON text, which no page has to encode again. */
export type SentSite = string & { readonly sentSite: true };

export type FrameParts = { site: SentSite; texts: SentTexts };

const versionsMax = 8;
const known = new Map<string, FrameParts | Promise<FrameParts>>();

export function rememberFrame(address: string, parts: FrameParts | Promise<FrameParts>): void {
  const [oldest] = known.keys();
  if (known.size >= versionsMax && oldest !== undefined) known.delete(oldest);
  known.set(address, parts);
}

/** Also a former version, as long as this process remembers it. */
export function frameIfKnown(address: string): FrameParts | Promise<FrameParts> | undefined {
  return known.get(address);
}

/** In the browser a version that is not there yet is fetched; the one shown last stands in if it is lost. */
export function frameAt(address: string): FrameParts | Promise<FrameParts> {
  const found = known.get(address);
  if (found !== undefined || typeof window === 'undefined') {
    if (found === undefined) throw new Error(`No frame was made at ${address}`);
    return found;
  }
  const before = [...known.values()].at(-1);
  const fetched = fetchFrame(address).catch((error: unknown) => before ?? Promise.reject(error));
  rememberFrame(address, fetched);
  return fetched;
}

/** The one of this page, for `hydrateRoot`: from then on it is there at once. */
export async function loadFrame(): Promise<void> {
  const address = document.querySelector('link[data-frame]')?.getAttribute('href');
  if (address) rememberFrame(address, await fetchFrame(address));
}

async function fetchFrame(address: string): Promise<FrameParts> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return (await answer.json()) as FrameParts;
}
