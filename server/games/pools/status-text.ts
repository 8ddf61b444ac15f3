/** The names of the states of a program. */
import type { DrawState } from '#server/draws/draw.ts';

export type Language = 'is' | 'en';
type Named = Readonly<Record<Language, string>>;

const open: Named = { is: 'Opið fyrir sölu', en: 'On sale' };
const confirmed: Named = { is: 'Úrslit staðfest', en: 'Results confirmed' };
const settled: Named = { is: 'Uppgert', en: 'Settled' };

const names: Readonly<Record<DrawState, Named>> = {
  created: { is: 'Væntanlegt', en: 'Coming' },
  released: { is: 'Lokað fyrir sölu', en: 'Sale closed' },
  results: { is: 'Úrslit skráð', en: 'Results entered' },
  confirmed,
  winsel: confirmed,
  payout: settled,
  closed: settled,
  settled,
  cancelled: { is: 'Umferð felld niður', en: 'Round cancelled' },
};

export const statusText = (state: DrawState, isOpen: boolean, language: Language): string =>
  (isOpen ? open : names[state])[language];
