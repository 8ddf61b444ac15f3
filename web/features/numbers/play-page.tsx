import { useCallback, useEffect, useMemo, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { money } from '#texts/number.ts';
import { affiliateId } from '#web/affiliate.ts';
import { textsFor } from '#web/page-texts.server.ts';
import { pageUrl, pathsFor } from '#web/paths.ts';
import { useNoSale } from '#web/site.ts';
import { useText } from '#web/text/text.tsx';
import { useHasCome } from '#web/ui/domain-clock.ts';
import { GameSymbol, Scene } from '#web/ui/icon.tsx';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageMeta } from '#web/ui/page-meta.tsx';
import { useShell } from '#web/ui/shell.ts';
import { Board } from './board.tsx';
import { drawOnSale } from './draw-on-sale.server.ts';
import { focusGrid, focusJoker } from './focus-grid.ts';
import { drawOptions, gameFacts, givenBy, playDraw } from './play-data.server.ts';
import texts from './play-page.tsx?texts';
import type { Wager } from './purchase.ts';
import { type PlayDraw, type Quote, quote } from './quote.ts';
import { ReviewDialog } from './review-dialog.tsx';
import { emptySlip } from './slip.ts';
import { SlipBar, SlipCard } from './slip-card.tsx';
import { useGivenSlip } from './use-given-slip.ts';
import { usePurchase } from './use-purchase.ts';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const url = pageUrl(request);
  const draw = playDraw('lotto', await drawOnSale({ request, context, params }));
  const { multiDrawOptions, ...rules } = gameFacts(draw);
  return {
    texts: textsFor({ request, context }, texts),
    ...rules,
    draw,
    options: drawOptions(draw, multiDrawOptions),
    isLimited: draw.rollDown !== undefined && draw.rollDownDraw < Math.max(...multiDrawOptions),
    given: givenBy(draw, url.searchParams),
  };
}

export default function PlayPage() {
  const { draw, matrix, options, isLimited, chances, given } = useLoaderData<typeof loader>();
  const { t, format } = useText();
  const { now } = useShell();
  const { revalidate } = useRevalidator();
  const { slip, update, notice, leftOut, isJokerIncomplete } = useGivenSlip(draw, matrix, given);
  const current = useMemo(() => quote(slip, draw, matrix), [slip, draw, matrix]);
  const isOver = useHasCome(draw.closeDate, now);
  const noSale = useNoSale(draw.gameId);
  const isClosed = isOver || noSale !== null;
  const clear = useCallback(() => update(() => emptySlip), [update]);
  const review = useReview(current, draw, clear);
  const closes = t('play.salesClose', { date: format.nearDateTime(draw.closeDate, now) });

  return (
    <>
      <div className="wrap" data-game={draw.gameId}>
        <PlayMeta draw={draw} hasQuery={given.slip !== null || given.quick > 0} />
        <PlayHead draw={draw} closes={closes} />
        <NeedsScript />
        <AddressNotices leftOut={leftOut} joker={isJokerIncomplete && current.jokerLeft > 0} />
        <SaleNotice noSale={noSale} isOver={isOver} onSwitch={() => void revalidate()} />
        <div className="columns columns-slip">
          <Board
            slip={slip}
            update={update}
            draw={draw}
            matrix={matrix}
            options={options}
            notice={notice}
            isJokerAsked={review.isJokerAsked}
            limit={isLimited && draw.rollDown ? { draws: draw.rollDownDraw, rollDown: draw.rollDown } : null}
          />
          <div className="wide-only">
            <SlipCard
              quote={current}
              gameId={draw.gameId}
              closes={closes}
              isClosed={isClosed}
              onReview={review.open}
            />
          </div>
        </div>
      </div>
      <SlipBar quote={current} isClosed={isClosed} onReview={review.open} />
      <ReviewDialog
        open={review.isOpen}
        quote={current}
        draw={draw}
        pick={matrix.pick}
        chances={chances}
        state={review.state}
        onBuy={review.buy}
        onCheck={review.check}
        onClose={review.close}
      />
    </>
  );
}

function PlayHead({ draw, closes }: { draw: PlayDraw; closes: string }) {
  const { t } = useText();
  return (
    <div className="play-head">
      <div className="title-row">
        <GameSymbol game={draw.gameId} />
        <div>
          <h1>{t('play.title', { gameAcc: t('games.lotto.nameAcc') })}</h1>
          <p className="soft">
            {t('home.potLabel')} <b className="money">{money(draw.firstPrize)}</b>
            <span className="wide-inline"> · {closes}</span>
          </p>
        </div>
      </div>
      <div className="strip">
        <Scene game={draw.gameId} />
      </div>
    </div>
  );
}

/** What of the address could not be read, or has to be completed. */
function AddressNotices({ leftOut, joker }: { leftOut: boolean; joker: boolean }) {
  const { t } = useText();
  return (
    <>
      {leftOut && <Notice kind="warn">{t('play.leftOut')}</Notice>}
      {joker && <Notice kind="warn">{t('play.jokerIncomplete')}</Notice>}
    </>
  );
}

type NoticeProps = { noSale: string | null; isOver: boolean; onSwitch: () => void };

/** Why nothing can be bought now. */
function SaleNotice({ noSale, isOver, onSwitch }: NoticeProps) {
  const { t } = useText();
  if (noSale !== null) return <Notice kind="warn">{noSale}</Notice>;
  return isOver ? (
    <Notice kind="warn" role="alert">
      {t('play.drawClosed')}{' '}
      <button type="button" className="button button-plain" onClick={onSwitch}>
        {t('play.switchDraw')}
      </button>
    </Notice>
  ) : null;
}

function PlayMeta({ draw, hasQuery }: { draw: PlayDraw; hasQuery: boolean }) {
  const { t, format } = useText();
  const description = t('seo.play.description', {
    game: t('games.lotto.name'),
    matrix: t('games.lotto.matrix'),
    amount: money(draw.firstPrize),
    date: format.date(draw.closeDate),
    time: draw.closeDate.slice(11, 16),
  });
  const title = t('seo.play.title', { gameAcc: t('games.lotto.nameAcc') });
  return (
    <PageMeta
      title={title}
      description={description}
      picture={pathsFor('is').game('lotto').slice(1)}
      {...(!hasQuery && { path: pathsFor('is').play('lotto') })}
    />
  );
}

/** The review dialog: opens for this slip, buys, and opens again where an answer comes later. */
function useReview(current: Quote, draw: PlayDraw, clear: () => void) {
  const { revalidate } = useRevalidator();
  const { player } = useShell();
  const [isOpen, setOpen] = useState(false);
  const [isJokerAsked, setJokerAsked] = useState(false);
  const { state, purchase } = usePurchase(player?.playerId ?? null);
  const { step } = state;
  const code = state.step === 'refused' ? state.code : null;
  const isSlipBought = state.step === 'done' && JSON.stringify(state.quote) === JSON.stringify(current);

  useEffect(() => {
    if (step === 'lost' || step === 'nothing' || step === 'done') setOpen(true);
    if (step === 'done') void revalidate();
  }, [step, revalidate]);

  // What was bought is not left lying there to be bought again.
  useEffect(() => {
    if (isSlipBought) clear();
  }, [isSlipBought, clear]);

  useEffect(() => {
    // The session ended meanwhile, and the frame says so; slip and key are kept.
    if (code === 'EC_AUTH_FAIL') {
      setOpen(false);
      purchase.reset();
    }
    if (code === 'EC_SALE_CLOSED') void revalidate();
  }, [code, revalidate, purchase]);

  return {
    state,
    isOpen,
    isJokerAsked,
    open: () => {
      // Nothing to review yet: to the numbers, where the row says how many it lacks.
      if (current.total === 0) return focusGrid();
      setJokerAsked(current.jokerLeft > 0);
      if (current.jokerLeft > 0) return focusJoker();
      purchase.open(wagerOf(current, draw), current);
      setOpen(true);
    },
    buy: () => void purchase.buy(),
    check: () => void purchase.check(),
    close: () => {
      setOpen(false);
      purchase.reset();
    },
  };
}

function wagerOf({ rows, joker, draws, total }: Quote, draw: PlayDraw): Wager {
  const affiliate = affiliateId();
  return {
    gameId: draw.gameId,
    draw: draw.draw,
    rows: rows.map(({ numbers, isQuickPick }) => ({ numbers: [...numbers], isQuickPick })),
    stake: total,
    drawCount: draws,
    channel: window.innerWidth <= 1024 ? 'mobile' : 'web',
    ...(joker && { joker }),
    ...(affiliate !== undefined && { affiliateId: affiliate }),
  };
}
