/** What came of a ticket, as plainly for a loss as for a win; nothing that is not true in its state. */
import { time } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import type { TextKey } from '#texts/text-key.ts';
import { useShell } from '#web/page/shell.ts';
import { useGameName } from '#web/shared/games/game-name.ts';
import { StatusPill } from '#web/shared/tickets/status-pill.tsx';
import { useText } from '#web/text/text.tsx';
import { hasResult } from './has-result.ts';
import * as ticketCss from './ticket.module.css';
import type { Ticket } from './ticket-data.server.ts';

const prizeTitles: Partial<Record<Ticket['status'], TextKey>> = {
  paid: 'proof.paidToAccount',
  highwind: 'proof.wonWaiting',
  claimed: 'proof.wonClaimed',
};

export function Outcome({ ticket }: { ticket: Ticket }) {
  const { t } = useText();
  const { status, amountWin, amountLapsed, stake } = ticket;
  // A return below the stake is no celebration.
  const isLess = amountWin > 0 && amountWin < stake;
  return (
    <>
      <div className={ticketCss.won}>
        {amountWin > 0 ? (
          <>
            <span className="soft">{t(prizeTitles[status] ?? 'proof.won')}</span>
            <b
              className={
                isLess ? `${ticketCss.wonSum} ${ticketCss.wonSumPlain} money` : `${ticketCss.wonSum} money`
              }
            >
              {money(amountWin)}
            </b>
          </>
        ) : (
          <StatusPill status={amountLapsed === undefined ? status : 'lapsed'} large />
        )}
      </div>
      {isLess && <p>{t('myPages.tickets.wonLess', { amount: money(amountWin), stake: money(stake) })}</p>}
      {status === 'pending' && hasResult(ticket) && <p>{t('results.pending')}</p>}
      {amountLapsed !== undefined && <p>{t('myPages.tickets.lapsed', { amount: money(amountLapsed) })}</p>}
      <DrawLine ticket={ticket} />
    </>
  );
}

/** Which draw, and whether it was held: of one that is late neither can be said. */
function DrawLine({ ticket }: { ticket: Ticket }) {
  const { t, format } = useText();
  const { now } = useShell();
  const { status, stake, drawDate, cancelled, coupons } = ticket;
  const nameOf = useGameName();
  const names = {
    game: nameOf(ticket.gameId),
    date: format.onDate(drawDate),
    year: drawDate.slice(0, 4),
    time: time(drawDate),
  };
  if (cancelled?.by === 'player') {
    const days = coupons.map((coupon) => coupon.drawDate);
    const when = { dates: format.dates(days), year: days.at(-1)?.slice(0, 4) ?? '' };
    return <p className="soft">{t('proof.notTakingPart', { game: names.game, ...when })}</p>;
  }
  if (cancelled) return <p className="soft">{t('proof.drawCancelled', names)}</p>;
  const isAhead = status === 'pending' && now < drawDate;
  const key = hasResult(ticket) ? 'proof.wasDrawn' : isAhead ? 'proof.willBeDrawn' : 'proof.drawOn';
  return <p className="soft">{t(key, { ...names, stake: money(stake) })}</p>;
}
