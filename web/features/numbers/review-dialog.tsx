/** The review of a slip of numbers: rows and Joker, what they cost, their chances. */

import { time } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import { useShell } from '#web/page/shell.ts';
import type { PaymentWish } from '#web/shared/payments/payments-context.ts';
import { Line } from '#web/shared/purchase/line.tsx';
import { type Purchase, sentQuote } from '#web/shared/purchase/moves.ts';
import * as reviewCss from '#web/shared/purchase/review.module.css';
import { Review } from '#web/shared/purchase/review.tsx';
import { ReviewPaper } from '#web/shared/purchase/review-paper.tsx';
import { NumbersPlayed } from '#web/shared/tickets/numbers-played.tsx';
import { ticketNameOf } from '#web/shared/tickets/ticket-words.ts';
import { useText } from '#web/text/text.tsx';
import { DrawClosed } from './draw-closed.tsx';
import { useSlipOverLimit } from './price-notes.tsx';
import type { Raffle } from './promotion.tsx';
import type { PlayDraw, Quote } from './quote.ts';
import { SlipNotes } from './slip-card.tsx';
import { SlipReceipt } from './slip-receipt.tsx';
import { averageCostOf, SlipTruePrice } from './slip-true-price.tsx';
import {
  ChargeLines,
  type Charges,
  chargedNow,
  SubscriptionTerm,
  Terms,
  useCharges,
} from './subscription-terms.tsx';
import { useAcceptance } from './use-acceptance.ts';

type Props = {
  open: boolean;
  quote: Quote;
  draw: PlayDraw;
  raffle: Raffle;
  /** Of each 100 kr. */
  notToPrizes: number;
  state: Purchase<Quote>;
  /** The money came, and something else is on sale by now. */
  isChanged: boolean;
  /** The sale of the draw has ended. */
  isOver: boolean;
  /** Chooses the next draw. */
  onSwitch: () => void;
  onBuy: () => void;
  onPay: (wish: PaymentWish) => Promise<void>;
  onCheck: () => void;
  onClose: () => void;
};

export function ReviewDialog({
  quote: onSlip,
  draw,
  raffle,
  notToPrizes,
  isOver,
  onSwitch,
  ...props
}: Props) {
  const { open, state, onBuy, onPay, onClose, ...review } = props;
  const { t } = useText();
  // What is being bought stays as it was when it was sent, also while its answer is owed.
  const quote = sentQuote(state) ?? onSlip;
  const charges = useCharges(quote, draw);
  const { isAccepted, isAsked, onAccept, whenAccepted } = useAcceptance(open, quote.days !== null);
  const over = useSlipOverLimit(quote, draw);
  return (
    <Review
      {...{ ...review, open, state, over, onClose }}
      gameId={draw.gameId}
      price={chargedNow(quote, charges)}
      {...(quote.total > 0 && { averageCost: averageCostOf(quote, draw) })}
      isSubscription={charges !== null}
      isEmpty={quote.total === 0}
      closed={isOver ? <DrawClosed onSwitch={onSwitch} /> : null}
      onBuy={() => whenAccepted(onBuy)}
      onPay={(wish) => whenAccepted(() => void onPay(wish))}
      receipt={
        state.receipt && <SlipReceipt {...state.receipt} draw={draw} raffle={raffle} onAnother={onClose} />
      }
    >
      <SlipPaper quote={quote} draw={draw} charges={charges} />
      <SlipTruePrice quote={quote} draw={draw} heading="h3" />
      <p className={`soft ${reviewCss.edge}`}>
        {t('review.edge', { amount: money(notToPrizes) })}{' '}
        {t(charges === null ? 'review.cancelInfo' : 'subscription.from')}
      </p>
      <SubscriptionTerm quote={quote} draw={draw} />
      {charges !== null && <Terms isAccepted={isAccepted} isAsked={isAsked} onAccept={onAccept} />}
    </Review>
  );
}

type PaperProps = { quote: Quote; draw: PlayDraw; charges: Charges | null };

function SlipPaper({ quote, draw, charges }: PaperProps) {
  const { t, format } = useText();
  const { now } = useShell();
  const when = { date: format.dates(quote.drawDates), time: time(draw.drawDate) };
  const drawn =
    charges === null
      ? t('review.drawOn', { date: t('calendar.dateTime', when) })
      : t('subscription.firstDraw', { date: format.dates(quote.drawDates) });
  return (
    <ReviewPaper
      gameId={draw.gameId}
      name={ticketNameOf(t, t(`games.${draw.gameId}.name`), quote.system)}
      when={[drawn, t('play.salesClose', { date: format.nearDateTime(draw.closeDate, now) })]}
      prices={<Prices quote={quote} draw={draw} charges={charges} />}
    >
      <NumbersPlayed
        gameId={draw.gameId}
        play={quote}
        letters={quote.letters}
        costs={{ row: draw.amountRow, joker: draw.amountJoker }}
      />
      <SlipNotes quote={quote} />
    </ReviewPaper>
  );
}

function Prices({ quote, draw, charges }: PaperProps) {
  const { t } = useText();
  if (charges !== null) return <ChargeLines charges={charges} quote={quote} />;
  const { draws } = quote;
  const rows = { rows: quote.rowCount, rowPrice: money(draw.amountRow), draws };
  return (
    <>
      <Line label={t('review.breakdown', rows)} value={money(quote.rowsPrice)} />
      {quote.joker && (
        <Line
          label={t('review.jokerLine', { price: money(draw.amountJoker), draws })}
          value={money(quote.jokerPrice)}
        />
      )}
    </>
  );
}
