/** Texts of what is shown later than its page, fetched once in each language. */
import type { SentTexts } from '#texts/text-key.ts';

const known = new Map<string, Promise<SentTexts>>();

/** @param address answers with texts as JSON; rejects when it does not, and is asked anew then */
export function laterTexts(address: string): Promise<SentTexts> {
  const asked = known.get(address) ?? ask(address);
  known.set(address, asked);
  asked.catch(() => known.delete(address));
  return asked;
}

async function ask(address: string): Promise<SentTexts> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`Texts answered ${answer.status}`);
  return (await answer.text()) as SentTexts;
}
