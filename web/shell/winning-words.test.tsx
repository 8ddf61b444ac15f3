/** Only a ticket whose prize is credited, or waits for its owner, uses the words and colours of winning. */
import { expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { createFormat } from '#texts/format.ts';
import { render } from '#web/blocks/render-fixture.tsx';
import { checkedState } from '#web/features/check/checked-state.ts';
import { PastWins } from '#web/features/check/past-wins.tsx';
import { Compare } from '#web/features/results/compare.tsx';
import type { Compared } from '#web/features/results/compared.server.ts';
import type { Ticket } from '#web/features/tickets/ticket-data.server.ts';
import { ticketState } from '#web/features/tickets/ticket-state.ts';
import { type Shell, ShellContext } from '#web/page/shell.ts';
import { type TicketLine, TicketList } from '#web/shared/tickets/ticket-list.tsx';

const now = '2026-11-16T10:00:00Z';
const day = '2026-11-14T18:54:00Z';
const row = { numbers: [1, 9, 19, 26, 40], bonusNumbers: [] };
const t = (key: string) => key;
const words = { t, format: createFormat('is', t) } as Parameters<typeof ticketState>[0];
const shell = { site: '{}' as Shell['site'] } as Shell;

/** The text without markup, with single spaces. */
const heard = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const none = { drawDate: day, row, verdict: 'none' } as const;
const drawn = { numbers: [1, 9, 19, 38, 45], bonus: [33] };
const compared: [string, Compared][] = [
  ['nothing drawn', { drawDate: day, row, verdict: 'unknown' }],
  ['nothing right', { ...none, drawn }],
  ['a tier', { ...none, drawn, verdict: 'win', tier: '3', oneIn: 150, amount: 1770 }],
  ['a tier that nobody won', { ...none, drawn, verdict: 'win', tier: '5', oneIn: 1_221_759 }],
];

test.each(compared)('compared numbers, %s: no ticket', (_, each) => {
  const boxes = { numbers: [], bonus: [], fault: null, max: 45, bonusMax: 0 };
  for (const locale of ['is', 'en'] as const) {
    const html = render(
      <Compare gameId="lotto" shown={{ year: 2026, week: 46 }} boxes={boxes} compared={[each]} />,
      locale,
    );
    const answer = html.slice(html.indexOf('not-ticket_notTicket'));
    expect(heard(answer.slice(answer.indexOf('>')))).toMatch(
      locale === 'is' ? /^> Ekki miði\./ : /^> Not a ticket\./,
    );
    expect(answer).not.toMatch(/ticket-paper_|slip_|pot_light/);
  }
});

type WhatIf = ApiAnswer<'lotto.whatIf'>;
const past = {
  draws: 2,
  imported: 2,
  leftOut: 0,
  from: day,
  to: day,
  summed: { draws: 2, paid: 300, won: 0 },
  rows: [row],
  steps: [],
  tiers: [],
  wins: [],
} as unknown as WhatIf;
const win = { draw: 1, drawDate: day, name: '3', rows: 1, amount: 1770, year: 2026, week: 46 };

test.each<[string, WhatIf]>([
  ['no draws', { ...past, draws: 0, imported: 0, summed: { draws: 0, paid: 0, won: 0 } }],
  ['never', past],
  [
    'a tier',
    {
      ...past,
      summed: { draws: 2, paid: 300, won: 1770 },
      wins: [win],
      tiers: [{ name: '3', wins: 1, unsummed: 0 }],
    } as WhatIf,
  ],
  [
    'a tier of unknown amount',
    {
      ...past,
      summed: { draws: 0, paid: 0, won: 0 },
      tiers: [{ name: '3', wins: 1, unsummed: 1 }],
    } as WhatIf,
  ],
])('numbers over past draws, %s: no ticket', (_, whatIf) => {
  const html = render(<PastWins gameId="lotto" whatIf={whatIf} toPrizes={45} />);
  expect(heard(html)).toMatch(/^Ekki miði\./);
  expect(heard(html)).not.toMatch(/vinningur\b|þú vannst|greiddur/i);
});

const ticket = (status: string, amountWin = 1770) =>
  ({
    status,
    amountWin,
    stake: 150,
    drawDate: day,
    cancelled: status === 'cancelled' ? { by: 'draw', at: day } : undefined,
    rows: [row],
    results: drawn,
  }) as unknown as Ticket;

test.each([
  ['paid', 'proof.paidToAccount', 'money'],
  ['highwind', 'proof.wonWaiting', 'money'],
  ['claimed', 'proof.wonClaimed', 'money'],
  ['won', 'status.ticket.pending', 'words'],
  ['pending', 'status.ticket.pending', 'words'],
  ['lost', 'status.ticket.lost', 'amount'],
  ['cancelled', 'status.ticket.cancelled', 'words'],
])('a ticket that is %s', (status, label, look) => {
  const state = ticketState(words, ticket(status, status === 'lost' ? 0 : 1770), now);
  expect(state).toMatchObject({ label, look });
  if (look === 'words') expect(state.figure).not.toContain('1.770');
});

test.each([
  ['win', 'paid', 'check.winPaid', 'money'],
  ['win', 'highwind', 'check.winWaits', 'money'],
  ['none', 'lost', 'check.verdict.none', 'amount'],
  ['none', 'cancelled', 'status.ticket.cancelled', 'words'],
  ['unknown', 'pending', 'check.verdict.unknown', 'words'],
] as const)('a code that tells %s of a ticket that is %s', (verdict, status, label, look) => {
  const amountWin = verdict === 'win' ? 1770 : 0;
  const draws = [{ draw: 1, drawDate: day, status, rows: [row], isSystemTicket: false, amountWin }];
  const answer = { verdict, stake: 150, raffleWin: 0, ticket: { gameId: 'lotto', draws } };
  const checked = { answer: answer as unknown as ApiAnswer<'lotto.check'>, pool: null };
  expect(checkedState(words, checked, now)).toMatchObject({ label, look });
});

test('in a list a prize that is not credited yet is no prize', () => {
  const line = { ticketId: 'a1', gameId: 'lotto', purchaseDate: day, amountWin: 1770, stake: 700 } as const;
  const shown = (status: TicketLine['status']) =>
    render(
      <ShellContext value={shell}>
        <TicketList tickets={[{ ...line, status }]} now={now} />
      </ShellContext>,
    );
  expect(heard(shown('won'))).not.toMatch(/vinningur|1\.770/i);
  expect(heard(shown('paid'))).toMatch(/1\.770/);
});
