/** Virtual cards, kept in DATA_DIR without their numbers. */
import { randomUUID } from 'node:crypto';
import { openRecord } from '../../sandbox-record.ts';
import type { WireInitiator } from '../wire.ts';
import type { Proofs } from './proofs.ts';
import { masked, readTestCard, type TestCard } from './test-cards.ts';

/** A card that is known from the start: of a demo player. */
export type RegisteredCard = {
  virtualCard: string;
  number: string;
  month: number;
  year: number;
  initiatedBy: 'cardholder' | 'merchant';
};

export type StoredCard = TestCard & {
  virtualCard: string;
  fingerprint: string;
  masked: string;
  month: number;
  year: number;
  initiator: WireInitiator;
  /** Of the call that stored it; by it a repeat is known. */
  correlationId: string | null;
  cavv: string | null;
  at: string;
};

/** The last entry of a virtual card counts. */
type Entry = { card: StoredCard } | { forgotten: string };

export type StoredCards = {
  find(virtualCard: string): StoredCard | undefined;
  findByCorrelationId(correlationId: string): StoredCard | undefined;
  /** Whether a card was stored by this proof. */
  isUsed(cavv: string): boolean;
  all(): readonly StoredCard[];
  add(card: Omit<StoredCard, 'virtualCard'>): StoredCard;
  replace(card: StoredCard): void;
  forget(virtualCard: string): void;
};

type Parts = {
  file: string;
  registered: readonly RegisteredCard[];
  proofs: Proofs;
  now: () => Date;
};

export function openStoredCards({ file, registered, proofs, now }: Parts): StoredCards {
  const record = openRecord<Entry>(file, { flush: false });
  const cards = new Map<string, StoredCard>();
  const known = new Set<string>();
  const byCorrelationId = new Map<string, StoredCard>();
  const used = new Set<string>();
  const take = (entry: Entry) => {
    if ('forgotten' in entry) {
      cards.delete(entry.forgotten);
      return;
    }
    known.add(entry.card.virtualCard);
    cards.set(entry.card.virtualCard, entry.card);
    const { correlationId, cavv } = entry.card;
    if (correlationId !== null) byCorrelationId.set(correlationId, entry.card);
    if (cavv !== null) used.add(cavv);
  };
  const write = (entry: Entry) => {
    record.add(entry);
    take(entry);
  };
  for (const entry of record.entries) take(entry);
  for (const card of registered) {
    if (!known.has(card.virtualCard)) write({ card: firstOf(card, proofs, now()) });
  }
  return {
    find: (virtualCard) => cards.get(virtualCard),
    findByCorrelationId: (id) => byCorrelationId.get(id),
    isUsed: (cavv) => used.has(cavv),
    all: () => [...cards.values()],
    add(fields) {
      const card = { ...fields, virtualCard: randomUUID() };
      write({ card });
      return card;
    },
    replace: (card) => write({ card }),
    forget: (forgotten) => write({ forgotten }),
  };
}

function firstOf(
  { virtualCard, number, month, year, initiatedBy }: RegisteredCard,
  proofs: Proofs,
  now: Date,
) {
  const card = readTestCard(number);
  if (!card) throw new TypeError('only test cards are registered');
  const byCardholder = initiatedBy === 'cardholder';
  return {
    ...card,
    virtualCard,
    fingerprint: proofs.fingerprint(number),
    masked: masked(number),
    month,
    year,
    initiator: byCardholder
      ? ('CardholderInitiatedCredentialOnFile' as const)
      : ('MerchantInitiatedRecurring' as const),
    correlationId: null,
    cavv: null,
    at: now.toISOString(),
  };
}
