/**
 * Between slip and purchase, always: everything that is bought, what it costs, the chances, then
 * one priced button.
 */
import { Link } from 'react-router';
import { time } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { GameSymbol } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useShell } from '#web/ui/shell.ts';
import { BoughtRows } from './bought-rows.tsx';
import type { PurchaseState } from './purchase.ts';
import type { PlayDraw, Quote } from './quote.ts';
import { Receipt } from './receipt.tsx';
import { Line, SlipNotes } from './slip-card.tsx';
import { TruePrice } from './true-price.tsx';

export type ReviewProps = {
  open: boolean;
  quote: Quote;
  draw: PlayDraw;
  /** Of each 100 kr. */
  notToPrizes: number;
  state: PurchaseState;
  onBuy: () => void;
  onCheck: () => void;
  onClose: () => void;
};

export function ReviewDialog({
  open,
  draw,
  notToPrizes,
  state,
  onBuy,
  onCheck,
  onClose,
  ...props
}: ReviewProps) {
  const { t } = useText();
  // What is being bought stays as it was when it was sent, also while its answer is owed.
  const quote = ('quote' in state && state.quote) || props.quote;
  const isDone = state.step === 'done';
  return (
    <Dialog
      open={open}
      title={t(isDone ? 'purchase.doneTitle' : 'review.title')}
      closeLabel={t(isDone ? 'a11y.closeDialog' : 'review.back')}
      onClose={onClose}
      closesOutside={false}
      held={state.step === 'buying'}
      game={draw.gameId}
    >
      {isDone ? (
        <Receipt quote={state.quote} draw={draw} ticketId={state.ticketId} onAnother={onClose} />
      ) : (
        <>
          <div className="body">
            <ReviewPaper quote={quote} draw={draw} />
            <TruePrice quote={quote} draw={draw} />
            <p className="soft edge">
              {t('review.edge', { amount: money(notToPrizes) })} {t('review.cancelInfo')}
            </p>
          </div>
          <ReviewFoot
            state={state}
            draw={draw}
            quote={quote}
            onBuy={onBuy}
            onCheck={onCheck}
            onClose={onClose}
          />
        </>
      )}
    </Dialog>
  );
}

type FootProps = Pick<ReviewProps, 'state' | 'draw' | 'quote' | 'onBuy' | 'onCheck' | 'onClose'>;

/** What is happening to the money and the one thing to do about it: always in view. */
function ReviewFoot({ state, draw, quote, onBuy, onCheck, onClose }: FootProps) {
  const { t } = useText();
  const isLost = state.step === 'lost';
  const isBusy = state.step === 'buying' || (isLost && state.asking);
  const isFresh = state.step === 'nothing' && state.isFresh;
  return (
    <div className="foot">
      <Progress state={state} draw={draw} total={quote.total} />
      <div className="review-actions">
        <Button
          kind="primary"
          big
          block
          busy={isBusy}
          off={quote.total === 0 || isFresh}
          onClick={isLost ? onCheck : onBuy}
        >
          {buttonText(t, state, quote.total)}
        </Button>
        <div className="review-more">
          <Button kind="plain" off={state.step === 'buying'} onClick={onClose}>
            {t(isLost ? 'common.close' : 'review.back')}
          </Button>
          {!isLost && <BalanceAfter total={quote.total} />}
        </div>
      </div>
    </div>
  );
}

function buttonText(t: ReturnType<typeof useText>['t'], state: PurchaseState, total: number): string {
  if (state.step === 'buying') return t('loading.buyingShort');
  if (state.step === 'lost') return t(state.asking ? 'loading.checkingPurchase' : 'review.checkAgain');
  return t('review.buy', { amount: money(total) });
}

function BalanceAfter({ total }: { total: number }) {
  const { t } = useText();
  const { account } = useShell();
  if (account === null) return null;
  const short = total - account.balance;
  return (
    <p className="meta">
      {short > 0
        ? t('slip.shortBy', { amount: money(short) })
        : t('slip.balanceAfter', { amount: money(account.balance - total) })}
    </p>
  );
}

function ReviewPaper({ quote, draw }: { quote: Quote; draw: PlayDraw }) {
  const { t, format } = useText();
  const { draws } = quote;
  const when = { date: format.dates(quote.drawDates), time: time(draw.drawDate) };
  return (
    <div className="slip">
      <div className="slip-paper">
        <span className="band" aria-hidden="true" />
        <div className="slip-inside">
          <div className="title-row">
            <GameSymbol game={draw.gameId} />
            <div>
              <h3>{t(`games.${draw.gameId}.name`)}</h3>
              <p className="soft">{t('review.drawOn', { date: t('calendar.dateTime', when) })}</p>
            </div>
          </div>
          <BoughtRows gameId={draw.gameId} quote={quote} letters={quote.letters} />
          <SlipNotes quote={quote} />
        </div>
        <hr className="tear" />
        <div className="slip-inside">
          <dl className="key-values">
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
            <div className="sum">
              <dt>{t('slip.total')}</dt>
              <dd>{money(quote.total)}</dd>
            </div>
          </dl>
        </div>
      </div>
    </div>
  );
}

/** What is happening, what happened to the money, what to do now. Inside the dialog: outside all is inert. */
function Progress({ state, draw, total }: { state: PurchaseState; draw: PlayDraw; total: number }) {
  const { t, error, locale } = useText();
  const { account } = useShell();
  const values = {
    time: time(draw.closeDate),
    amount: money(Math.max(0, total - (account?.balance ?? 0))),
  };
  if (state.step === 'refused') {
    const left = money(Math.max(0, (account?.stakeLimitDay ?? 0) - (account?.stakedToday ?? 0)));
    const filled = state.code === 'EC_PLAYER_SALES_LIMIT' ? { ...values, amount: left } : values;
    return (
      <Notice kind="danger" role="alert" title={t('errors.common.title')}>
        {error(state.code, 'buy', filled)}
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
