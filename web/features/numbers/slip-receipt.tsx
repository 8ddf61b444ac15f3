/** Of numbers just bought: rows and Joker, when the result comes, and what one may want of them. */
import { type ComponentType, lazy, Suspense } from 'react';
import { time } from '#texts/format.ts';
import { BoughtCode } from '#web/shared/purchase/bought-code.tsx';
import type { Bought } from '#web/shared/purchase/moves.ts';
import { Receipt, ReceiptLines } from '#web/shared/purchase/receipt.tsx';
import { NumbersPlayed } from '#web/shared/tickets/numbers-played.tsx';
import { TicketPaper } from '#web/shared/tickets/ticket-paper.tsx';
import { ticketNameOf } from '#web/shared/tickets/ticket-words.ts';
import { useText } from '#web/text/text.tsx';
import type { Raffle } from './promotion.tsx';
import type { PlayDraw, Quote } from './quote.ts';
import { ReceiptRaffle } from './receipt-raffle.tsx';
import { averageCostOf } from './slip-true-price.tsx';
import { chargedNow, NextCharges, SubscriptionTerm, useCharges } from './subscription-terms.tsx';

/** Nothing of a purchase hangs on its script: where it does not come, the receipt is whole without it. */
const ReceiptWays = lazy((): Promise<{ default: ComponentType<{ quote: Quote; draw: PlayDraw }> }> => {
  return import('./receipt-ways.tsx').then(
    ({ ReceiptWays }) => ({ default: ReceiptWays }),
    () => ({ default: () => null }),
  );
});

type Props = {
  /** What the ticket holds; null when only the ticket itself can tell. */
  quote: Quote | null;
  draw: PlayDraw;
  raffle: Raffle;
  bought: Bought;
  onAnother: () => void;
};

export function SlipReceipt({ quote, draw, raffle, bought, onAnother }: Props) {
  return (
    <Receipt gameId={draw.gameId} bought={bought} onAnother={onAnother}>
      {quote && <Details quote={quote} draw={draw} raffle={raffle} bought={bought} />}
    </Receipt>
  );
}

type DetailsProps = Pick<Props, 'draw' | 'raffle' | 'bought'> & { quote: Quote };

function Details({ quote, draw, raffle, bought }: DetailsProps) {
  const { t, format } = useText();
  const { type } = bought;
  // Of what was bought: the draw on sale may be another by now.
  const [first = ''] = quote.drawDates;
  const charges = useCharges(quote, { ...draw, drawDate: first });
  const gameIn = t(`games.${draw.gameId}.nameIn`);
  const drawn = t('ticket.willBeDrawn', { date: format.onDate(first), time: time(first) });
  const average = type === 'ticket' ? { averageCost: averageCostOf(quote, draw) } : {};
  const date = quote.drawDates.length === 1 ? format.onDate(first) : format.dates(quote.drawDates);
  return (
    <>
      {type === 'subscription' && <p className="lead ink">{t('subscription.done', { gameIn, date })}</p>}
      <TicketPaper
        gameId={draw.gameId}
        heading="h3"
        name={ticketNameOf(t, t(`games.${draw.gameId}.name`), quote.system)}
        when={[date]}
        state={{ label: t('status.ticket.pending'), figure: drawn, look: 'words' }}
        played={<NumbersPlayed gameId={draw.gameId} play={quote} />}
        prices={<ReceiptLines bought={bought} paid={chargedNow(quote, charges)} {...average} />}
      >
        {type === 'ticket' && <BoughtCode ticketId={bought.id} />}
      </TicketPaper>
      <NextCharges quote={quote} draw={{ ...draw, drawDate: first }} />
      <SubscriptionTerm quote={quote} draw={{ ...draw, drawDate: first }} />
      {type === 'ticket' && <ReceiptRaffle raffle={raffle} quote={quote} />}
      {type === 'ticket' && (
        <Suspense fallback={null}>
          <ReceiptWays quote={quote} draw={draw} />
        </Suspense>
      )}
    </>
  );
}
