/** The ticket before it is bought: the game and when, what each row costs, the parts of the price. */
import type { ReactNode } from 'react';
import { TicketPaper } from '#web/shared/tickets/ticket-paper.tsx';
import * as listsCss from '#web/ui/lists.module.css';

type Props = {
  gameId: string;
  name: string;
  /** When it is drawn, and until when it is sold. */
  when: readonly string[];
  children: ReactNode;
  /** A `Line` for each part of the price, and the `Sum`. */
  prices: ReactNode;
};

export function ReviewPaper({ children, ...ticket }: Props) {
  return <TicketPaper {...ticket} heading="h3" state={null} played={children} />;
}

export function Sum({ label, value }: { label: string; value: string }) {
  return (
    <div className={listsCss.sum}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
