import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { money } from '#texts/number.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { pageUrl, pathsFor, poolAt } from '#web/page/paths.ts';
import { ServerClock } from '#web/page/server-clock.tsx';
import { useShell } from '#web/page/shell.ts';
import { useNoSale } from '#web/page/site.ts';
import { OnBreak, useIsOnBreak } from '#web/shared/account/on-break.tsx';
import * as playFrameCss from '#web/shared/purchase/play-frame.module.css';
import { TotalSpoken } from '#web/shared/purchase/total-spoken.tsx';
import { useReviewCode } from '#web/shared/purchase/use-review-code.ts';
import { useText } from '#web/text/text.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { useHasCome } from '#web/ui/domain-clock.ts';
import { GameSymbol, Scene } from '#web/ui/icon.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as optionsCss from '#web/ui/options.module.css';
import { Board } from './board.tsx';
import { type Given, givenIn, isLeftOut, useDroppedQuery } from './given.ts';
import { programsOnSale } from './play-data.server.ts';
import texts from './play-page.tsx?texts';
import * as poolPlayCss from './pool-play.module.css';
import type { PlayProgram } from './program.ts';
import { ProgramClosed } from './program-closed.tsx';
import { quote, quoteFile } from './quote.ts';
import { fetchReviewCode } from './review-code.ts';
import type { RowsFile } from './rows-file.ts';
import { SlipBar, SlipCard } from './slip-card.tsx';
import { useNextStep } from './use-next-step.ts';
import { usePoolReview } from './use-pool-review.ts';
import { usePoolSlip } from './use-pool-slip.ts';
import { type Way, Ways, wayOf } from './ways.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = pageUrl(request);
  const gameId = poolAt(url.pathname);
  return {
    texts: textsFor({ request, context }, texts),
    gameId,
    way: wayOf(gameId, url.searchParams.get('tab')),
    given: givenIn(gameId, url.searchParams),
    ...(await programsOnSale({ request, context }, gameId)),
  };
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export default function PlayPage() {
  const data = useLoaderData<typeof loader>();
  const { program, gameId } = data;
  // Each program has marks of its own.
  return program === null ? (
    <NothingOpen gameId={gameId} />
  ) : (
    <Play key={`${gameId} ${program.programId}`} {...data} program={program} />
  );
}

type PlayProps = Data & { program: PlayProgram };

function Play({ program, groups, way, given }: PlayProps) {
  const { t, format } = useText();
  const { now } = useShell();
  const { revalidate } = useRevalidator();
  const { desk, file, setFile, onMark, ...sold } = useQuotedSlip(program, way, given);
  const { isOver, noSale, isOnBreak, isClosed } = useSale(program);
  const review = usePoolReview({ ...sold, program, file, isClosed });
  const { code, isLost } = useReviewCode(fetchReviewCode, sold.quote.total > 0, review);
  const next = useNextStep({ desk, quote: sold.quote, way, onMark });
  const closes = t('play.salesClose', { date: format.nearDateTime(program.closeDate, now) });
  const onSwitch = () => void revalidate();
  const bought = { quote: sold.quote, program, file };
  const { isOpen: open, isChanged, state, buy: onBuy, check: onCheck, close: onClose } = review;
  const acts = { onBuy, onCheck, onClose, onPay: review.pay, onSwitch };
  const wayOn = { quote: sold.quote, isClosed, isLost, next, onReview: review.open, onSignIn: review.signIn };
  const notesAt = (isInSlip: boolean) => code && <code.PriceNotes {...bought} isInSlip={isInSlip} />;
  return (
    <>
      <div className="wrap" data-game={program.gameId}>
        <PlayMeta program={program} />
        <Head program={program} closes={isOnBreak ? null : closes}>
          {!isOnBreak && <Choices program={program} groups={groups} way={way} />}
        </Head>
        {isOnBreak ? (
          <OnBreak />
        ) : (
          <>
            <NeedsScript />
            {isLeftOut(given, program) && <Notice kind="warn">{t('pools.linkLeftOut')}</Notice>}
            {noSale !== null && <Notice kind="warn">{noSale}</Notice>}
            {noSale === null && isOver && <ProgramClosed onSwitch={onSwitch} />}
            <div className={`${layoutCss.columns} ${playFrameCss.columns}`}>
              <Board desk={desk} program={program} way={way} file={file} onFile={setFile} onMark={onMark} />
              <div className={playFrameCss.wideOnly}>
                <SlipCard {...wayOn} slip={desk.slip} program={program} closes={closes}>
                  {notesAt(true)}
                </SlipCard>
              </div>
            </div>
            <div className={playFrameCss.narrowOnly}>{notesAt(false)}</div>
            <ServerClock />
            <TotalSpoken total={sold.quote.total} />
          </>
        )}
      </div>
      {!isOnBreak && <SlipBar {...wayOn} />}
      {code && <code.ReviewDialog {...bought} {...{ open, state, isChanged, isOver }} {...acts} />}
    </>
  );
}

/** What is chosen, and what it costs: the marks, or the rows of a file where the address says so. */
function useQuotedSlip(program: PlayProgram, way: Way, given: Given) {
  const { locale } = useText();
  const navigate = useNavigate();
  const desk = usePoolSlip(program, given);
  useDroppedQuery();
  const [file, setFile] = useState<RowsFile | null>(null);
  const { slip, clear: clearMarks } = desk;
  const current = useMemo(() => {
    return way === 'skra' ? quoteFile(file, slip.club, program) : quote(slip, program);
  }, [way, file, slip, program]);
  const clear = useCallback(() => {
    clearMarks();
    setFile(null);
  }, [clearMarks]);
  const onMark = (): void => {
    const to = pathsFor(locale).playPools(program.gameId, { groupId: program.groupId || undefined });
    void navigate(to, { preventScrollReset: true });
  };
  return { desk, file, setFile, quote: current, clear, onMark };
}

/** Whether the program can be bought now, and what prevents it. */
function useSale({ gameId, closeDate }: PlayProgram) {
  const isOver = useHasCome(closeDate, useShell().now);
  const noSale = useNoSale(gameId);
  const isOnBreak = useIsOnBreak();
  return { isOver, noSale, isOnBreak, isClosed: isOver || noSale !== null || isOnBreak };
}

type HeadProps = { program: PlayProgram; closes: string | null; children: ReactNode };

/** @param closes null in a break: nothing is played for */
function Head({ program: { gameId, week, carry, isSample }, closes, children }: HeadProps) {
  const { t } = useText();
  return (
    <div className={poolPlayCss.head}>
      <div className={layoutCss.titleRow}>
        <GameSymbol game={gameId} />
        <div>
          <h1>{t(`games.${gameId}.name`)}</h1>
          {closes !== null && (
            <p className="soft">
              {t('toto.week', { week })} · {closes}
              {carry > 0 && (
                <>
                  {' · '}
                  {t('pools.carried')} <b className="money">{money(carry)}</b>
                </>
              )}
            </p>
          )}
          {isSample && <p className="meta">{t('pools.sample')}</p>}
        </div>
      </div>
      {gameId === 'xg' && (
        <div className={poolPlayCss.strip}>
          <Scene game="xg" />
        </div>
      )}
      {children}
    </div>
  );
}

type ChoicesProps = Pick<PlayProps, 'program' | 'groups' | 'way'>;

/** Which coupon, where several are open, and the way to fill it. */
function Choices({ program: { gameId, groupId }, groups, way }: ChoicesProps) {
  const { t, format, locale } = useText();
  if (gameId === 'xg') return null;
  return (
    <div className={poolPlayCss.choices}>
      {groups.length > 1 && (
        <nav className={`${optionsCss.choiceLine} ${poolPlayCss.ways}`} aria-label={t('pools.coupon')}>
          {groups.map((group) => (
            <Link
              key={group.groupId}
              to={pathsFor(locale).playPools(gameId, { groupId: group.groupId })}
              aria-current={group.groupId === groupId ? 'page' : undefined}
            >
              {t(`toto.groups.${group.groupId}`)}, {format.dayMonthShort(group.closeDate)}
            </Link>
          ))}
        </nav>
      )}
      <Ways gameId={gameId} groupId={groups.length > 1 ? groupId : undefined} chosen={way} />
    </div>
  );
}

function NothingOpen({ gameId }: Pick<Data, 'gameId'>) {
  const { t, locale } = useText();
  const noSale = useNoSale(gameId);
  const name = t(`games.${gameId}.name`);
  return (
    <div className="wrap" data-game={gameId}>
      <PageMeta title={name} path={pathsFor('is').playPools(gameId)} />
      <div className={poolPlayCss.head}>
        <div className={layoutCss.titleRow}>
          <GameSymbol game={gameId} />
          <h1>{name}</h1>
        </div>
        <div className={poolPlayCss.strip}>
          <Scene game={gameId} />
        </div>
      </div>
      <div className="stack measure">
        <p className="lead">{noSale ?? t('pools.nothingOpen')}</p>
        {noSale === null && <p className="soft">{t('pools.opensHere')}</p>}
        <p>
          <Link className={buttonClass({})} to={pathsFor(locale).poolGames()}>
            {t('gamesList.betting')}
          </Link>
        </p>
      </div>
    </div>
  );
}

function PlayMeta({ program: { gameId, programId, amountRow, closeDate } }: { program: PlayProgram }) {
  const { t, format } = useText();
  const date = format.date(closeDate);
  return (
    <PageMeta
      title={t('seo.play.title', { gameAcc: t(`games.${gameId}.nameAcc`) })}
      description={t('pools.description', { price: money(amountRow), date, time: closeDate.slice(11, 16) })}
      path={pathsFor('is').playPools(gameId)}
      picture={`${pathsFor('is').playPools(gameId).slice(1)}/${programId}`}
    />
  );
}
