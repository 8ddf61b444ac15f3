/** The review of a pools slip: marks, what they cost, what they may give. */
import { time } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import { useShell } from '#web/page/shell.ts';
import type { PaymentWish } from '#web/shared/payments/payments-context.ts';
import { type Bought, type Purchase, sentQuote } from '#web/shared/purchase/moves.ts';
import { useOverLimit } from '#web/shared/purchase/over-limit.tsx';
import { Receipt, ReceiptLines } from '#web/shared/purchase/receipt.tsx';
import * as reviewCss from '#web/shared/purchase/review.module.css';
import { Review } from '#web/shared/purchase/review.tsx';
import { ReviewPaper, Sum } from '#web/shared/purchase/review-paper.tsx';
import { PoolNext } from '#web/shared/tickets/pool-next.tsx';
import { TicketPaper } from '#web/shared/tickets/ticket-paper.tsx';
import { useText } from '#web/text/text.tsx';
import { BoughtMarks } from './bought-marks.tsx';
import { ClubLine } from './club-line.tsx';
import type { PlayProgram } from './program.ts';
import { ProgramClosed } from './program-closed.tsx';
import type { Quote } from './quote.ts';
import type { RowsFile } from './rows-file.ts';
import { PriceLines } from './slip-lines.tsx';
import { averageBack, PoolTruePrice } from './true-price.tsx';

type Props = {
  open: boolean;
  quote: Quote;
  program: PlayProgram;
  file: RowsFile | null;
  state: Purchase<Quote>;
  /** The money came, and something else is on sale by now. */
  isChanged: boolean;
  /** The sale of the program has ended. */
  isOver: boolean;
  /** Reads which program is on sale now. */
  onSwitch: () => void;
  onBuy: () => void;
  onPay: (wish: PaymentWish) => Promise<void>;
  onCheck: () => void;
  onClose: () => void;
};

export function ReviewDialog({ quote: onSlip, program, file, isOver, onSwitch, onPay, ...review }: Props) {
  const { t } = useText();
  const { state, onClose } = review;
  // What is being bought stays as it was when it was sent, also while its answer is owed.
  const quote = sentQuote(state) ?? onSlip;
  const over = useOverLimit(quote.total, null);
  const notToPrizes = 100 - Math.floor(program.prizeShare / 100);
  return (
    <Review
      {...review}
      over={over}
      gameId={program.gameId}
      price={quote.total}
      isSubscription={false}
      isEmpty={quote.total === 0}
      closed={isOver ? <ProgramClosed onSwitch={onSwitch} /> : null}
      onPay={(wish) => void onPay(wish)}
      receipt={state.receipt && <PoolReceipt {...state.receipt} program={program} onAnother={onClose} />}
    >
      <Paper quote={quote} program={program} />
      <PoolTruePrice quote={quote} program={program} file={file} heading="h3" />
      <p className={`soft ${reviewCss.edge}`}>
        {t('review.edge', { amount: money(notToPrizes) })} {t('review.cancelInfo')}
      </p>
    </Review>
  );
}

function Paper({ quote, program }: { quote: Quote; program: PlayProgram }) {
  const { t, format } = useText();
  const { now } = useShell();
  const { gameId, week, closeDate } = program;
  return (
    <ReviewPaper
      gameId={gameId}
      name={t(`games.${gameId}.name`)}
      when={[t('toto.week', { week }), t('play.salesClose', { date: format.nearDateTime(closeDate, now) })]}
      prices={
        <>
          <PriceLines quote={quote} program={program} />
          <Sum label={t('slip.total')} value={money(quote.total)} />
          <ClubLine chosen={quote.club} />
        </>
      }
    >
      <BoughtMarks quote={quote} program={program} />
    </ReviewPaper>
  );
}

type ReceiptProps = { quote: Quote | null; bought: Bought; program: PlayProgram; onAnother: () => void };

/** `quote` is null when only the ticket itself can tell what it holds. */
function PoolReceipt({ quote, bought, program, onAnother }: ReceiptProps) {
  const { t, format } = useText();
  const { gameId, week, closeDate, resultDate, prizeShare } = program;
  const drawn = t('pools.resultsExpected', { date: format.onDate(resultDate), time: time(resultDate) });
  return (
    <Receipt gameId={gameId} bought={bought} onAnother={onAnother}>
      {quote && (
        <TicketPaper
          gameId={gameId}
          heading="h3"
          name={t(`games.${gameId}.name`)}
          when={[t('toto.week', { week }), format.onDate(quote.playDate)]}
          state={{ label: t('status.ticket.pending'), figure: drawn, look: 'words' }}
          played={<BoughtMarks quote={quote} program={program} />}
          prices={
            <>
              <ReceiptLines
                bought={bought}
                paid={quote.total}
                averageCost={quote.total - averageBack(quote.total, prizeShare)}
              />
              <ClubLine chosen={quote.club} />
            </>
          }
        />
      )}
      {quote && (
        <PoolNext
          heading="h3"
          closeDate={closeDate}
          playDate={quote.playDate}
          resultDate={resultDate}
          isDecided={false}
        />
      )}
    </Receipt>
  );
}
