/** The cards that demo players have from the start, as the gateway's sandbox knows them. */
type DemoCard = { virtualCard: string; number: string; initiatedBy: 'cardholder' | 'merchant' };

const cards: readonly DemoCard[] = [
  {
    virtualCard: '00000000-0000-4000-8000-0000000c0001',
    number: '4000000100000001',
    initiatedBy: 'cardholder',
  },
  {
    virtualCard: '00000000-0000-4000-8000-0000000c0002',
    number: '5100000200000006',
    initiatedBy: 'cardholder',
  },
];

/** They end three years after the first start, as those of `demo-players.ts` do. */
export const demoCards = (now: Date) =>
  cards.map((card) => ({ ...card, month: now.getUTCMonth() + 1, year: now.getUTCFullYear() + 3 }));

/** The gateway's name of the card that ends so; null for none of these. */
export const demoCardOf = (last4: string): string | null =>
  cards.find(({ number }) => number.endsWith(last4))?.virtualCard ?? null;
