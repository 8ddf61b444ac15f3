/** State of a ticket: icon and word, never colour alone. */
import { useText } from '#web/text/text.tsx';
import { Icon } from '#web/ui/icon.tsx';

export type TicketStatus = 'pending' | 'lost' | 'paid' | 'won' | 'cancelled';
/** Of a large prize until it is paid. */
export type LargePrizeStatus = 'highwind' | 'claimed';
/** As shown: a ticket is lost too when its prize was not claimed in time. */
type Shown = TicketStatus | LargePrizeStatus | 'lapsed';

const looks = {
  pending: ['pill-waiting', 'hour'],
  won: ['pill-won', 'check'],
  highwind: ['pill-won', 'hour'],
  claimed: ['pill-won', 'hour'],
  paid: ['pill-won', 'check'],
  lost: ['pill-none', 'minus'],
  lapsed: ['pill-none', 'minus'],
  cancelled: ['pill-none', 'x'],
} as const;

export function StatusPill({ status, large = false }: { status: Shown; large?: boolean }) {
  const { t } = useText();
  const [look, icon] = looks[status];
  return (
    <span className={`pill ${large ? 'pill-large ' : ''}${look}`}>
      <Icon name={icon} small={!large} />
      {t(`status.ticket.${status}`)}
    </span>
  );
}
