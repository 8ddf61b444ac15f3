/** State of a ticket: icon and word, never colour alone. */
import { useText } from '#web/text/text.tsx';
import { Icon } from './icon.tsx';

export type TicketStatus = 'pending' | 'lost' | 'paid' | 'won' | 'cancelled';

const looks = {
  pending: ['p-wait', 'hour'],
  won: ['p-win', 'check'],
  paid: ['p-win', 'check'],
  lost: ['p-none', 'minus'],
  cancelled: ['p-none', 'x'],
} as const;

export function StatusPill({ status, large = false }: { status: TicketStatus; large?: boolean }) {
  const { t } = useText();
  const [look, icon] = looks[status];
  return (
    <span className={`pill ${large ? 'pill-l ' : ''}${look}`}>
      <Icon name={icon} small={!large} />
      {t(`status.ticket.${status}`)}
    </span>
  );
}
