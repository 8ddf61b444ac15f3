import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { NumbersResult } from '#contract/games/numbers.ts';
import { jokerLength } from '#rules/numbers/joker.ts';
import { tierOdds } from '#rules/numbers/odds.ts';
import { subscriptionTotal } from '#rules/numbers/price.ts';
import { isk } from '#rules/values/money.ts';
import type { Locale } from '#texts/evaluate.ts';
import { decimal, groupDigits, money } from '#texts/number.ts';
import { isApiError } from '#web/api/api-error.ts';
import { loadGames } from '#web/blocks/game-lines.server.ts';
import * as gamePanelCss from '#web/blocks/game-panel.module.css';
import { orNull } from '#web/blocks/section-data.server.ts';
import { apiContext } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { localeOf, pageUrl, pathsFor } from '#web/page/paths.ts';
import { ServerClock } from '#web/page/server-clock.tsx';
import { useShell } from '#web/page/shell.ts';
import { useFlag, useNoSale } from '#web/page/site.ts';
import { OnBreak, useIsOnBreak } from '#web/shared/account/on-break.tsx';
import { DrawOnSale } from '#web/shared/games/draw-on-sale.tsx';
import { bonusShapes } from '#web/shared/games/number-games.ts';
import * as statusPillCss from '#web/shared/tickets/status-pill.module.css';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Discs } from '#web/ui/discs.tsx';
import * as iconCss from '#web/ui/icon.module.css';
import { GameSymbol, Scene } from '#web/ui/icon.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import { LazyIsland, lazyIsland } from '#web/ui/lazy-island.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import { Section } from '#web/ui/section.tsx';
import { drawOnSale, raffleOf } from './draw-on-sale.server.ts';
import * as gamePageCss from './game-page.module.css';
import texts from './game-page.tsx?texts';
import { OddsTable } from './odds-table.tsx';
import { type GameId, gameFacts, playDraw } from './play-data.server.ts';
import type { PlayDraw } from './quote.ts';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  const gameId = params.gameId ?? '';
  const locale = localeOf(pageUrl(request).pathname);
  const [draw, result, games] = await orErrorPage(
    Promise.all([
      drawOnSale({ request, context, params }),
      api('results.lottoLatest', { query: { gameId } }).catch((error: unknown) => {
        if (isApiError(error)) return null;
        throw error;
      }),
      orNull(loadGames(api, locale)),
    ]),
  );
  const latest = result && 'lottoNumbers' in result ? result : null;
  const played = playDraw(draw);
  const version = played.rules;
  const tiers = tierOdds(version).map(({ condition, oneIn }, index) => ({
    condition,
    oneIn: groupDigits(Math.round(oneIn)),
    sharePercent: percentOf(locale, version.tiers[index]?.shareBasisPoints),
    paid: paidFor(latest?.lottoWins ?? [], condition),
  }));
  const joker = (version.sale?.joker?.tiers ?? []).map(({ condition, amount, units }) => ({
    condition,
    amount,
    oneIn: groupDigits(Math.round(10 ** jokerLength / units)),
  }));
  return {
    texts: textsFor({ request, context }, texts),
    draw: played,
    raffle: await raffleOf({ request, context, params }, gameId, draw.draw),
    potMultiple: draw.potMultiple,
    latest: latest && {
      drawDate: latest.drawDate,
      lottoNumbers: latest.lottoNumbers,
      bonusNumbers: latest.bonusNumbers,
      isRolled: latest.lottoWins[0]?.winners === 0,
      isSample: latest.sample === true,
    },
    tiers,
    joker,
    chances: gameFacts(played).chances,
    rowMonth: subscriptionTotal(isk(draw.amountRow), version.drawDays.length),
    rulesSlug: games?.find((game) => game.gameId === gameId)?.rulesSlug ?? null,
  };
}

/** Null for a share that is no part of a fund of our own. */
function percentOf(locale: Locale, basisPoints: number | null | undefined): string | null {
  return typeof basisPoints === 'number' ? decimal(locale, basisPoints / 100) : null;
}

type Wins = NumbersResult['lottoWins'];

/** What each winner of a tier got; null where nobody won it, undefined where that is not known. */
function paidFor(wins: Wins, condition: string): number | null | undefined {
  const won = wins.find(({ name }) => name === condition);
  return won && (won.winners > 0 ? won.amount : null);
}

const Promotion = lazyIsland(() => import('./promotion.tsx').then(({ Promotion }) => Promotion));

const quickRows = 5;

export default function GamePage() {
  const { draw, raffle, potMultiple, latest, tiers, joker, chances, rowMonth, rulesSlug } =
    useLoaderData<typeof loader>();
  const { t } = useText();
  const { gameId } = draw;
  return (
    <div className="wrap" data-game={draw.gameId}>
      <GameMeta gameId={gameId} />
      <div className={layoutCss.pageHead}>
        <div className={layoutCss.titleRow}>
          <GameSymbol game={draw.gameId} />
          <h1>{t(`games.${gameId}.name`)}</h1>
        </div>
        <p className="lead measure">{t(`games.${gameId}.about`)}</p>
      </div>
      <div className={`${layoutCss.columns} ${gamePageCss.columnsGame}`}>
        <BuyPanel draw={draw} potMultiple={potMultiple} rowMonth={rowMonth} />
        <div>
          <HowTo jokerPrice={draw.amountJoker} rulesSlug={rulesSlug} />
          <LatestDraw gameId={gameId} latest={latest} />
          <LazyIsland>
            <Promotion raffle={raffle} />
          </LazyIsland>
        </div>
      </div>
      <Section title={t('chances.title')}>
        <OddsTable gameId={gameId} tiers={tiers} joker={joker} paidOn={latest} />
        <Chances draw={draw} {...chances} />
      </Section>
    </div>
  );
}

function GameMeta({ gameId }: { gameId: GameId }) {
  const { t } = useText();
  const name = t(`games.${gameId}.name`);
  const path = pathsFor('is').game(gameId);
  return (
    <PageMeta
      title={t('seo.game.title', { game: name })}
      description={t('seo.game.description', { about: t(`games.${gameId}.about`) })}
      path={path}
      picture={path.slice(1)}
      crumbs={[
        { name: t('gamesList.numbers'), path: '/lottoleikir' },
        { name, path },
      ]}
    />
  );
}

type ChancesProps = { draw: PlayDraw } & ReturnType<typeof gameFacts>['chances'];

function Chances({ draw, any, notToPrizes }: ChancesProps) {
  const { t } = useText();
  return (
    <>
      <dl className={`${listsCss.facts} ${gamePageCss.gameFacts}`}>
        <Fact name={t('gamePage.price')} value={money(draw.amountRow)} />
        <Fact name={t('gamePage.drawDays')} value={t(`games.${draw.gameId}.drawDay`)} />
        <Fact name={t('gamePage.chanceAny')} value={t('units.odds', { value: any })} />
        <Fact name={t('gamePage.toPrizes')} value={t('units.percent', { value: 100 - notToPrizes })} />
      </dl>
      <p className="measure">
        {t('review.edge', { amount: money(notToPrizes) })} {t('responsible.odds')} {t('common.taxFree')}
      </p>
    </>
  );
}

type BuyProps = {
  draw: PlayDraw;
  potMultiple: number;
  /** What a row costs in a month of a subscription. */
  rowMonth: number;
};

function BuyPanel(sale: BuyProps) {
  const { t } = useText();
  const isOnBreak = useIsOnBreak();
  return (
    <article className={`${gamePanelCss.game} ${gamePanelCss.buy}`} aria-label={t('gamePage.play')}>
      <span className={iconCss.band} aria-hidden="true" />
      <div className={gamePanelCss.inside}>{isOnBreak ? <OnBreak /> : <Sale {...sale} />}</div>
      <Scene game={sale.draw.gameId} place="broad" />
    </article>
  );
}

function Sale({ draw, potMultiple, rowMonth }: BuyProps) {
  const { t, locale } = useText();
  const { now } = useShell();
  const noSale = useNoSale(draw.gameId);
  const hasSubscription = useFlag('subscriptions');
  const paths = pathsFor(locale);
  return (
    <>
      {potMultiple > 1 && (
        <span className={`${statusPillCss.pill} soft`}>{t('home.potTimes', { times: potMultiple })}</span>
      )}
      <DrawOnSale firstPrize={draw.firstPrize} closeDate={draw.closeDate} now={now} />
      <ServerClock />
      {noSale === null ? (
        <div className="actions">
          <Link
            className={`${buttonCss.button} ${buttonCss.primary} ${buttonCss.big}`}
            to={paths.play(draw.gameId)}
          >
            {t('gamePage.playPriced', { amount: money(draw.amountRow) })}
          </Link>
          <Link
            className={`${buttonCss.button} ${buttonCss.plain}`}
            to={paths.play(draw.gameId, { quick: quickRows })}
          >
            {t('home.quickRows', { count: quickRows, price: money(quickRows * draw.amountRow) })}
          </Link>
          {hasSubscription && (
            <>
              <p className="meta">{t('gamePage.subscription', { amount: money(rowMonth) })}</p>
              <Link
                className={`${buttonCss.button} ${buttonCss.plain}`}
                to={paths.play(draw.gameId, { subscription: 'true' })}
              >
                {t('gamePage.subscribe')}
              </Link>
            </>
          )}
        </div>
      ) : (
        <p className="actions">{noSale}</p>
      )}
    </>
  );
}

function HowTo({ jokerPrice, rulesSlug }: { jokerPrice: number; rulesSlug: string | null }) {
  const { t, locale } = useText();
  const rules = rulesSlug !== null && (
    <Link to={pathsFor(locale).page(rulesSlug)}>{t('gamePage.rules')}</Link>
  );
  return (
    <Section title={t('gamePage.howTo')} aside={rules}>
      <ol className={gamePageCss.howto}>
        <li>{t('howTo.choose')}</li>
        <li>{t('howTo.extras', { price: money(jokerPrice) })}</li>
        <li>{t('howTo.wait')}</li>
      </ol>
    </Section>
  );
}

type Latest = { drawDate: string; lottoNumbers: number[]; bonusNumbers: number[]; isRolled: boolean } | null;

function LatestDraw({ gameId, latest }: { gameId: GameId; latest: Latest }) {
  const { t, format, locale } = useText();
  const aside = <Link to={pathsFor(locale).results(gameId)}>{t('nav.results')}</Link>;
  return (
    <Section title={t('gamePage.latest')} aside={aside}>
      {latest === null ? (
        <p>{t('empty.results')}</p>
      ) : (
        <div className="stack">
          <p className="soft first-capital">{format.weekdayDate(latest.drawDate)}</p>
          <Discs
            numbers={latest.lottoNumbers}
            bonus={latest.bonusNumbers}
            bonusName={t(`games.${gameId}.bonusName`)}
            shape={bonusShapes[gameId]}
          />
          {latest.isRolled && <p className="meta">{t('home.firstNotWon')}</p>}
        </div>
      )}
    </Section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
