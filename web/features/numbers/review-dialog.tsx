/**
 * Between slip and purchase, always: everything that is bought, what it costs, the chances, then
 * one priced button.
 */

import { Link } from 'react-router';
import { time } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { useOwn } from '#web/personal/own-part.ts';
import { available } from '#web/shared/payments/available.ts';
import type { PaymentWish } from '#web/shared/payments/payments-context.ts';
import * as slipCss from '#web/shared/tickets/slip.module.css';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import * as iconCss from '#web/ui/icon.module.css';
import { GameSymbol } from '#web/ui/icon.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import * as listsCss from '#web/ui/lists.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { BoughtRows } from './bought-rows.tsx';
import { DrawClosed } from './draw-closed.tsx';
import { depositWish, type Payer, PayerNote, usePayer, wishOf } from './payer.tsx';
import { OverLimit, useOverLimit } from './price-notes.tsx';
import type { Raffle } from './promotion.tsx';
import type { Bought, PurchaseState } from './purchase.ts';
import type { PlayDraw, Quote } from './quote.ts';
import { Receipt } from './receipt.tsx';
import * as reviewCss from './review.module.css';
import { Line, SlipNotes, useLimitLeft } from './slip-card.tsx';
import { ChargeLines, Terms, useCharges } from './subscription-terms.tsx';
import { TruePrice } from './true-price.tsx';
import { useAcceptance } from './use-acceptance.ts';

type Charges = ReturnType<typeof useCharges>;

export type ReviewProps = {
  open: boolean;
  quote: Quote;
  draw: PlayDraw;
  raffle: Raffle;
  /** Of each 100 kr. */
  notToPrizes: number;
  state: PurchaseState;
  /** The money came, and something else is on sale by now. */
  isChanged: boolean;
  /** The sale of the draw has ended. */
  isOver: boolean;
  /** Chooses the next draw. */
  onSwitch: () => void;
  onBuy: () => void;
  /** Brings what has to be there first, and buys then. */
  onPay: (wish: PaymentWish) => Promise<void>;
  onCheck: () => void;
  onClose: () => void;
};

export function ReviewDialog({ open, draw, raffle, notToPrizes, state, onClose, ...props }: ReviewProps) {
  const { t } = useText();
  // What is being bought stays as it was when it was sent, also while its answer is owed.
  const quote = ('quote' in state && state.quote) || props.quote;
  const isDone = state.step === 'done';
  const charges = useCharges(quote, draw);
  const { isAccepted, isAsked, onAccept, whenAccepted } = useAcceptance(open, quote.days !== null);
  const title = quote.days === null ? 'review.title' : 'review.subscriptionTitle';
  return (
    <Dialog
      open={open}
      title={isDone ? doneTitle(t, state.bought) : t(title)}
      closeLabel={t(isDone ? 'a11y.closeDialog' : 'review.back')}
      onClose={onClose}
      closesOutside={false}
      held={state.step === 'buying'}
      game={draw.gameId}
    >
      {isDone ? (
        <Receipt quote={state.quote} draw={draw} raffle={raffle} bought={state.bought} onAnother={onClose} />
      ) : (
        <>
          <div className={dialogCss.body}>
            <ReviewPaper quote={quote} draw={draw} charges={charges} />
            <TruePrice quote={quote} draw={draw} heading="h3" />
            <p className={`soft ${reviewCss.edge}`}>
              {t('review.edge', { amount: money(notToPrizes) })}{' '}
              {t(charges === null ? 'review.cancelInfo' : 'subscription.from')}
            </p>
            {charges !== null && <Terms isAccepted={isAccepted} isAsked={isAsked} onAccept={onAccept} />}
          </div>
          <ReviewFoot
            state={state}
            draw={draw}
            quote={quote}
            charges={charges}
            isChanged={props.isChanged}
            isOver={open && props.isOver}
            onSwitch={props.onSwitch}
            onBuy={() => whenAccepted(props.onBuy)}
            onPay={async (wish) => whenAccepted(() => void props.onPay(wish))}
            onCheck={props.onCheck}
            onClose={onClose}
          />
        </>
      )}
    </Dialog>
  );
}

type FootProps = Pick<ReviewProps, 'state' | 'draw' | 'quote' | 'isChanged' | 'isOver' | 'onSwitch'> &
  Pick<ReviewProps, 'onBuy' | 'onPay' | 'onCheck' | 'onClose'> & { charges: Charges };

/** What is happening to the money and the one thing to do about it: always in view. */
function ReviewFoot({ state, draw, quote, charges, isChanged, isOver, onBuy, onPay, ...acts }: FootProps) {
  const { t } = useText();
  const isClosed = isOver && (state.step === 'idle' || state.step === 'refused');
  const over = useOverLimit(quote, draw);
  const { onCheck, onClose, onSwitch } = acts;
  const isLost = state.step === 'lost';
  const charged = charges === null ? quote.total : charges[0].amount;
  const isBusy = state.step === 'buying' || (isLost && state.asking);
  const isFresh = state.step === 'nothing' && state.isFresh;
  const found = usePayer(state, charged, charges !== null);
  const payer = over === null ? found : ({ by: 'balance' } as const);
  const wish = wishOf(payer, charged);
  return (
    <div className={dialogCss.foot}>
      {isChanged && state.step === 'idle' && (
        <Notice kind="warn" role="alert">
          {t('deposit.thenBought')}
        </Notice>
      )}
      {over && state.step === 'idle' && <OverLimit {...over} />}
      {isClosed ? <DrawClosed onSwitch={onSwitch} /> : <Progress state={state} total={charged} />}
      {state.step === 'idle' && <PayerNote payer={payer} price={charged} />}
      <div className={dialogCss.reviewActions}>
        <Button
          kind="primary"
          big
          block
          busy={isBusy}
          off={quote.total === 0 || isFresh || isClosed}
          onClick={isLost ? onCheck : wish === null ? onBuy : () => void onPay(wish)}
        >
          {wish === null ? buttonText(t, state, charged, charges !== null) : payText(t, payer, charged)}
        </Button>
        {payer.by === 'newCard' && (
          <Button block onClick={() => void onPay(depositWish(payer, charged))}>
            {t('subscription.depositInstead', { amount: money(payer.deposited) })}
          </Button>
        )}
        <div className={dialogCss.reviewMore}>
          <Button kind="plain" off={state.step === 'buying'} onClick={onClose}>
            {t(isLost ? 'common.close' : 'review.back')}
          </Button>
          {!isLost && <BalanceAfter total={charged} payer={payer} />}
        </div>
      </div>
    </div>
  );
}

function payText(t: T, payer: Payer, price: number): string {
  if (payer.by === 'deposit') return t('deposit.thenBuy', { amount: money(payer.deposited) });
  const isOther = payer.by === 'newCard' && payer.isOther;
  return t(isOther ? 'subscription.otherCard' : 'subscription.cardThenStart', { amount: money(price) });
}

type T = ReturnType<typeof useText>['t'];

function doneTitle(t: T, { type }: Bought): string {
  return t(type === 'ticket' ? 'purchase.doneTitle' : 'subscription.doneTitle');
}

function buttonText(t: T, state: PurchaseState, total: number, isSubscription: boolean): string {
  if (state.step === 'buying') return t('loading.buyingShort');
  if (state.step === 'lost') return t(state.asking ? 'loading.checkingPurchase' : 'review.checkAgain');
  return t(isSubscription ? 'subscription.startToday' : 'review.buy', { amount: money(total) });
}

function BalanceAfter({ total, payer }: { total: number; payer: Payer }) {
  const { t } = useText();
  const account = useOwn()?.account;
  if (!account) return null;
  const short = total - available(account);
  if (payer.by === 'card') return <p className="meta">{t('subscription.balanceStays')}</p>;
  return (
    <p className="meta">
      {short > 0
        ? t('slip.shortBy', { amount: money(short) })
        : t('slip.balanceAfter', { amount: money(available(account) - total) })}
    </p>
  );
}

type PaperProps = { quote: Quote; draw: PlayDraw; charges: Charges };

function ReviewPaper({ quote, draw, charges }: PaperProps) {
  const { t, format } = useText();
  const { now } = useShell();
  const { draws } = quote;
  const when = { date: format.dates(quote.drawDates), time: time(draw.drawDate) };
  return (
    <div className={slipCss.slip}>
      <div className={slipCss.paper}>
        <span className={iconCss.band} aria-hidden="true" />
        <div className={slipCss.inside}>
          <div className={layoutCss.titleRow}>
            <GameSymbol game={draw.gameId} />
            <div>
              <h3>{t(`games.${draw.gameId}.name`)}</h3>
              <p className="soft">
                {charges === null
                  ? t('review.drawOn', { date: t('calendar.dateTime', when) })
                  : t('subscription.firstDraw', { date: format.dates(quote.drawDates) })}
              </p>
              <p className="soft">
                {t('play.salesClose', { date: format.nearDateTime(draw.closeDate, now) })}
              </p>
            </div>
          </div>
          <BoughtRows gameId={draw.gameId} quote={quote} letters={quote.letters} />
          <SlipNotes quote={quote} />
        </div>
        <hr className={slipCss.tear} />
        <div className={slipCss.inside}>
          <dl className={listsCss.keyValues}>
            <Line
              label={t('review.breakdown', {
                rows: quote.rowCount,
                rowPrice: money(draw.amountRow),
                draws,
              })}
              value={money(quote.rowsPrice)}
            />
            {quote.joker && (
              <Line
                label={t('review.jokerLine', { price: money(draw.amountJoker), draws })}
                value={money(quote.jokerPrice)}
              />
            )}
            {charges === null ? (
              <div className={listsCss.sum}>
                <dt>{t('slip.total')}</dt>
                <dd>{money(quote.total)}</dd>
              </div>
            ) : (
              <ChargeLines charges={charges} quote={quote} />
            )}
          </dl>
        </div>
      </div>
    </div>
  );
}

/** What is happening, what happened to the money, what to do now. Inside the dialog: outside all is inert. */
function Progress({ state, total }: { state: PurchaseState; total: number }) {
  const { t, error, locale } = useText();
  const account = useOwn()?.account;
  const left = useLimitLeft() ?? 0;
  if (state.step === 'refused') {
    const lacks = Math.max(0, total - (account ? available(account) : 0));
    const amount = money(state.code === 'EC_PLAYER_SALES_LIMIT' ? left : lacks);
    return (
      <Notice kind="danger" role="alert" title={t('errors.common.title')}>
        {error(state.code, 'buy', { time: time(state.closeDate), amount })}
      </Notice>
    );
  }
  if (state.step === 'lost' && !state.asking) {
    return (
      <Notice
        kind="warn"
        role="alert"
        secondary={<Link to={pathsFor(locale).tickets()}>{t('myPages.tickets.title')}</Link>}
      >
        {t('review.answerLost')}
      </Notice>
    );
  }
  if (state.step === 'nothing') {
    return (
      <Notice kind="info" role="alert" title={t('review.nothingBought')}>
        {t('errors.byCall.buy.notFound')}
      </Notice>
    );
  }
  const text =
    state.step === 'lost'
      ? t('errors.byCall.buy.lostAnswer')
      : state.step === 'buying' && state.slow
        ? t('loading.buyingSlow')
        : '';
  return (
    <div role="status" className={text === '' ? 'visually-hidden' : undefined}>
      {text !== '' && <Notice kind="info">{text}</Notice>}
    </div>
  );
}
