/** State of a ticket: icon and word, never colour alone. */
import { useText } from '#web/text/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import * as statusPillCss from './status-pill.module.css';

export type TicketStatus = 'pending' | 'lost' | 'paid' | 'won' | 'cancelled';
/** Of a large prize until it is paid. */
export type LargePrizeStatus = 'highwind' | 'claimed';
/** As shown: a ticket is lost too when its prize was not claimed in time. */
type Shown = Exclude<TicketStatus, 'won'> | LargePrizeStatus | 'lapsed';

const looks = {
  pending: [statusPillCss.waiting, 'hour'],
  highwind: [statusPillCss.won, 'hour'],
  claimed: [statusPillCss.won, 'hour'],
  paid: [statusPillCss.won, 'check'],
  lost: [statusPillCss.none, 'minus'],
  lapsed: [statusPillCss.none, 'minus'],
  cancelled: [statusPillCss.none, 'x'],
} as const;

export function StatusPill({ status, large = false }: { status: Shown; large?: boolean }) {
  const { t } = useText();
  const [look, icon] = looks[status];
  return (
    <span className={`${statusPillCss.pill} ${large ? `${statusPillCss.large} ` : ''}${look}`}>
      <Icon name={icon} small={!large} />
      {t(`status.ticket.${status}`)}
    </span>
  );
}
