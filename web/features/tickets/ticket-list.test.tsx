import { expect, test } from 'vitest';
import { render } from '#web/blocks/render-fixture.tsx';
import { type Shell, ShellContext } from '#web/page/shell.ts';
import { type TicketLine, TicketList } from '#web/shared/tickets/ticket-list.tsx';

const line = {
  ticketId: 'a1',
  gameId: 'lotto',
  status: 'pending',
  purchaseDate: '2026-11-16T09:30:00Z',
  amountWin: 0,
  stake: 700,
} as const satisfies TicketLine;
/** No game is named beside those of the texts. */
const shell: Pick<Shell, 'site'> = { site: '{}' as Shell['site'] };
const shown = (ticket: TicketLine) =>
  render(
    <ShellContext value={shell as Shell}>
      <TicketList tickets={[ticket]} now="2026-11-16T10:00:00Z" />
    </ShellContext>,
  ).replaceAll(/<!-- -->|&nbsp;|\u00a0/g, ' ');

test('a ticket of rows tells how many they are and when they are drawn', () => {
  const html = shown({ ...line, couponId: 'c1', rowCount: 5, drawDate: '2026-11-21T18:54:00Z' });
  expect(html).toContain('5 raðir');
  expect(html).toContain('21. nóv');
  expect(html).toContain('couponId=c1');
});

test('a ticket without a draw tells when it was bought, and nothing of rows', () => {
  const html = shown(line);
  expect(html).toContain('09:30');
  expect(html).toContain('ticketId=a1');
  expect(html).not.toMatch(/rað|röð|couponId/);
});
