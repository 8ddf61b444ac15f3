/**
 * The outcome of numbers that were not bought. It is not on paper, has no colours of winning, and its first
 * words say that it is no ticket.
 */
import type { ReactNode } from 'react';
import { useText } from '#web/text/text.tsx';
import * as notTicketCss from './not-ticket.module.css';

type Props = { gameId: string; heading?: 'h3' | 'h4'; answer: string; children?: ReactNode };

export function NotTicket({ gameId, heading: Heading = 'h3', answer, children }: Props) {
  const { t } = useText();
  return (
    <section className={notTicketCss.notTicket} data-game={gameId}>
      <Heading>
        <span className="soft">{t('ticket.none')}</span> {answer}
      </Heading>
      {children}
    </section>
  );
}
