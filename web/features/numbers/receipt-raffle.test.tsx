import { expect, test } from 'vitest';
import { render } from '#web/blocks/render-fixture.tsx';
import { ReceiptRaffle } from './receipt-raffle.tsx';

const raffle = {
  id: 'jokerleikur',
  name: 'Jókerleikur',
  text: 'Allir miðar með Jóker fá happdrættisnúmer.',
  condition: 'side' as const,
  from: '2026-11-28',
  until: '2026-12-26',
  prizes: [],
};
const row = { numbers: [1, 2, 3, 4, 5], bonusNumbers: [], isQuickPick: false };
const shown = (drawDates: string[], joker: number[] | undefined, held: typeof raffle | null = raffle) =>
  render(<ReceiptRaffle raffle={held} quote={{ rows: [row], system: 0, joker, drawDates }} />);
const [before, within] = ['2026-11-21T18:54:00Z', '2026-11-28T18:54:00Z'];
const joker = [0, 1, 2, 3, 4];

test('the receipt names the raffle that the ticket takes part in, and when its number comes', () => {
  const html = shown([before, within], joker);
  expect(html).toContain('Miðinn tekur þátt í happdrætti: Jókerleikur.');
  expect(html).toContain('þegar sölu lýkur');
  expect(shown(['2026-12-26T18:54:00Z'], joker)).toContain('Jókerleikur');
});

test('nothing is promised to a ticket that is not in it', () => {
  expect(shown([within], undefined)).not.toContain('Jókerleikur');
  expect(shown([before], joker)).not.toContain('Jókerleikur');
  expect(shown(['2027-01-02T18:54:00Z'], joker)).not.toContain('Jókerleikur');
  expect(shown([within], joker, null)).not.toContain('Jókerleikur');
});
