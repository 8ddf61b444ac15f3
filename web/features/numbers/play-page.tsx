import { type ComponentProps, lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { money } from '#texts/number.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { pageUrl, pathsFor } from '#web/page/paths.ts';
import { ServerClock } from '#web/page/server-clock.tsx';
import { useShell } from '#web/page/shell.ts';
import { useFlag, useNoSale } from '#web/page/site.ts';
import { OnBreak, useIsOnBreak } from '#web/shared/account/on-break.tsx';
import { DrawNews } from '#web/shared/games/draw-news.tsx';
import { useDrawNews } from '#web/shared/games/use-draw-news.ts';
import * as playFrameCss from '#web/shared/purchase/play-frame.module.css';
import { TotalSpoken } from '#web/shared/purchase/total-spoken.tsx';
import { useReviewCode } from '#web/shared/purchase/use-review-code.ts';
import { useText } from '#web/text/text.tsx';
import { useHasCome } from '#web/ui/domain-clock.ts';
import { GameSymbol, Scene } from '#web/ui/icon.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import { LazyIsland, lazyIsland } from '#web/ui/lazy-island.tsx';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Board } from './board.tsx';
import type { BoardParts } from './board-parts.ts';
import { DrawClosed } from './draw-closed.tsx';
import { drawOnSale, raffleOf } from './draw-on-sale.server.ts';
import { MissingNumbers } from './missing-numbers.tsx';
import { ModeField } from './mode-field.tsx';
import { drawOptions, gameFacts, givenBy, playDraw } from './play-data.server.ts';
import * as playPageCss from './play-page.module.css';
import texts from './play-page.tsx?texts';
import { type PlayDraw, type Quote, quote } from './quote.ts';
import { fetchReviewCode } from './review-code.ts';
import * as slips from './slip.ts';
import { SlipBar, SlipCard } from './slip-card.tsx';
import type { SubscriptionProps } from './subscription-board.tsx';
import { useGivenSlip } from './use-given-slip.ts';
import { useNumbersReview } from './use-numbers-review.ts';

const Promotion = lazyIsland(() => import('./promotion.tsx').then(({ Promotion }) => Promotion));

const SubscriptionBoard = lazy(() =>
  import('./subscription-board.tsx').then(({ SubscriptionBoard }) => ({ default: SubscriptionBoard })),
);

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const url = pageUrl(request);
  const draw = playDraw(await drawOnSale({ request, context, params }));
  const { multiDrawOptions, ...rules } = gameFacts(draw);
  return {
    texts: textsFor({ request, context }, texts),
    ...rules,
    draw,
    raffle: await raffleOf({ request, context, params }, draw.gameId, draw.draw),
    options: drawOptions(draw, multiDrawOptions),
    isLimited: draw.rollDown !== undefined && draw.rollDownDraw < Math.max(...multiDrawOptions),
    given: givenBy(draw, url.searchParams),
  };
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

/** Each game has a page of its own: nothing of one goes with the way to another. */
export default function PlayPage() {
  const { draw } = useLoaderData<typeof loader>();
  return <Play key={draw.gameId} />;
}

function Play() {
  const data = useLoaderData<typeof loader>();
  const { draw, raffle, matrix, options, isLimited, chances } = data;
  const { notToPrizes } = chances;
  const { t, format } = useText();
  const { now } = useShell();
  const { revalidate } = useRevalidator();
  const { given, desk, current } = useQuotedSlip(data);
  const { isOver, noSale, isOnBreak, isClosed, news } = useSale(draw);
  const hasSubscription = useFlag('subscriptions');
  const { review, parts, missing } = useSlipReview({ desk, draw, matrix }, current, isClosed);
  const closes = t('play.salesClose', { date: format.nearDateTime(draw.closeDate, now) });
  const { isOpen: open, isChanged, state, buy: onBuy, check: onCheck, close: onClose } = review;
  const { code, isLost } = useReviewCode(fetchReviewCode, current.total > 0, review);
  const notesAt = (isInSlip: boolean) =>
    code && <code.PriceNotes {...parts} quote={current} options={options} isInSlip={isInSlip} />;
  const way = { quote: current, isClosed, isLost, missing, onReview: review.open, onSignIn: review.signIn };

  const onSwitch = () => void revalidate();
  const acts = { onBuy, onCheck, onClose, onPay: review.pay, onSwitch };
  const reviewed = { open, quote: current, draw, raffle, notToPrizes, state, isChanged, isOver, ...acts };

  return (
    <>
      <div className="wrap" data-game={draw.gameId}>
        <PlayMeta draw={draw} hasQuery={given.slip !== null || given.quick > 0} />
        <PlayHead draw={draw} closes={isOnBreak ? null : closes}>
          {!isOnBreak && <ModeField desk={desk} matrix={matrix} hasSubscription={hasSubscription} />}
        </PlayHead>
        {isOnBreak ? (
          <OnBreak />
        ) : (
          <>
            <NeedsScript />
            <AddressNotices
              leftOut={given.leftOut}
              joker={given.isJokerIncomplete && current.jokerLeft > 0}
            />
            <SaleNotice noSale={noSale} isOver={isOver} onSwitch={onSwitch} />
            <DrawNews gameId={draw.gameId} news={news?.hasResult ? news : null} />
            <div className={`${layoutCss.columns} ${playFrameCss.columns}`}>
              <SlipForm {...parts} quote={current} options={options} isLimited={isLimited} />
              <div className={playFrameCss.wideOnly}>
                <SlipCard {...way} gameId={draw.gameId} closes={closes}>
                  {notesAt(true)}
                </SlipCard>
              </div>
            </div>
            <div className={playFrameCss.narrowOnly}>{notesAt(false)}</div>
            <Below raffle={raffle} />
            <TotalSpoken total={current.total} />
          </>
        )}
      </div>
      {!isOnBreak && <SlipBar {...way} gameId={draw.gameId} />}
      {code && <code.ReviewDialog {...reviewed} />}
    </>
  );
}

function useQuotedSlip({ draw, matrix, given: givenNow }: Data) {
  // What the address asked for when the page came: it is asked for once.
  const [given] = useState(givenNow);
  const desk = useGivenSlip(draw, matrix, given);
  const current = useMemo(() => quote(desk.slip, draw, matrix), [desk.slip, draw, matrix]);
  return { given, desk, current };
}

/** The review of the slip, and the notices at board and button about missing numbers. */
function useSlipReview(board: BoardParts, quote: Quote, isClosed: boolean) {
  const { desk, draw, matrix } = board;
  const onLack = () => desk.update((old) => slips.activateUnfinished(old, matrix));
  const review = useNumbersReview({ quote, draw, isClosed, clear: desk.clear, onLack });
  const { isRowAsked } = review;
  return {
    review,
    parts: { ...board, isRowAsked, isJokerAsked: review.isJokerAsked || desk.isPickOff },
    missing: isRowAsked && <MissingNumbers {...board} quote={quote} />,
  };
}

/** Whether the draw can be bought now, and what prevents it. */
function useSale({ gameId, closeDate, draw, drawDate }: PlayDraw) {
  const hasCome = useHasCome(closeDate, useShell().now);
  const news = useDrawNews(gameId, [{ draw, drawDate, isClosed: false }]);
  const isOver = hasCome || news !== null;
  const noSale = useNoSale(gameId);
  const isOnBreak = useIsOnBreak();
  return { isOver, noSale, isOnBreak, isClosed: isOver || noSale !== null || isOnBreak, news };
}

type FormProps = SubscriptionProps & { options: readonly number[]; isLimited: boolean };

function SlipForm({ quote, options, isLimited, ...parts }: FormProps) {
  const { t } = useText();
  const { rollDown, rollDownDraw } = parts.draw;
  if (parts.desk.slip.days === null) {
    const limit = isLimited && rollDown ? { draws: rollDownDraw, rollDown } : null;
    return <Board {...parts} options={options} limit={limit} />;
  }
  return (
    <Suspense fallback={<p>{t('loading.page')}</p>}>
      <SubscriptionBoard {...parts} quote={quote} />
    </Suspense>
  );
}

function Below(promotion: ComponentProps<typeof Promotion>) {
  return (
    <>
      <LazyIsland>
        <Promotion {...promotion} />
      </LazyIsland>
      <ServerClock />
    </>
  );
}

/** @param closes null in a break: nothing is played for */
function PlayHead({
  draw,
  closes,
  children,
}: {
  draw: PlayDraw;
  closes: string | null;
  children: ReactNode;
}) {
  const { t } = useText();
  return (
    <div className={playPageCss.playHead}>
      <div className={layoutCss.titleRow}>
        <GameSymbol game={draw.gameId} />
        <div>
          <h1>{t('play.title', { gameAcc: t(`games.${draw.gameId}.nameAcc`) })}</h1>
          {closes !== null && (
            <p className="soft">
              {t('home.potLabel')} <b className="money">{money(draw.firstPrize)}</b>
              {'\u00a0· '}
              {closes}
            </p>
          )}
        </div>
      </div>
      <div className={playPageCss.strip}>
        <Scene game={draw.gameId} />
      </div>
      {children}
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
  if (noSale !== null) return <Notice kind="warn">{noSale}</Notice>;
  return isOver ? <DrawClosed onSwitch={onSwitch} /> : null;
}

function PlayMeta({ draw, hasQuery }: { draw: PlayDraw; hasQuery: boolean }) {
  const { t, format } = useText();
  const description = t('seo.play.description', {
    game: t(`games.${draw.gameId}.name`),
    matrix: t(`games.${draw.gameId}.matrix`),
    amount: money(draw.firstPrize),
    date: format.date(draw.closeDate),
    time: draw.closeDate.slice(11, 16),
  });
  const title = t('seo.play.title', { gameAcc: t(`games.${draw.gameId}.nameAcc`) });
  return (
    <PageMeta
      title={title}
      description={description}
      picture={pathsFor('is').game(draw.gameId).slice(1)}
      {...(!hasQuery && { path: pathsFor('is').play(draw.gameId) })}
    />
  );
}
