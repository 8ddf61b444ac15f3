import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { weekOf } from '#rules/values/weeks.ts';
import { apiContext, requestContext, sessionContext } from '#web/context.ts';
import { orErrorPage } from '#web/error-data.ts';
import { textsFor } from '#web/page-texts.server.ts';
import { type NumberGame, numberGames, pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { PageMeta } from '#web/ui/page-meta.tsx';
import { Section } from '#web/ui/section.tsx';
import { useShell } from '#web/ui/shell.ts';
import { TicketList } from '#web/ui/ticket-list.tsx';
import { GamePanel, type PanelDraw } from './game-panel.tsx';
import { LatestResults, type ShownResult } from './latest-results.tsx';
import { Outcome } from './outcome.tsx';
import { Threads } from './threads.tsx';

const texts = `
  common.showAll countdown empty.results gamePage.salesClose games.eurojackpot.bonusName
  games.eurojackpot.name games.lotto games.vikinglotto.bonusName games.vikinglotto.name home.clubsTeaser
  home.day home.firstNotWon home.heading home.latestResults home.noTickets home.outcomeOf home.ownNumbers
  home.potLabel home.potTimes home.prizesInAll home.quickRows home.threads home.toCause home.toPrizes
  joker.spoken myPages.tickets.draw myPages.tickets.noPrize myPages.tickets.winAmount results.joker
  seo.home status.ticket units.pot units.rows
`;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  const signedIn = context.get(sessionContext) !== null;
  const [{ draws }, latest, tickets] = await orErrorPage(
    Promise.all([
      api('lotto.currentDraws', {}),
      api('results.latest', {}),
      signedIn ? api('tickets.list', { params: { page: '1' } }) : null,
    ]),
  );
  const { now } = context.get(requestContext);
  return {
    texts: textsFor({ request, context }, texts),
    draws: [...draws].sort((a, b) => (a.closeDate < b.closeDate ? -1 : 1)).map(panelDraw),
    results: numberGames.flatMap((gameId) => {
      const result = latest[gameId];
      return result ? [shownResult(gameId, result)] : [];
    }),
    tickets: tickets?.tickets.slice(0, 5) ?? [],
    week: weekOf(now.slice(0, 10)).week,
  };
}

/** Only what the panels show: the rest would travel and be encoded for nothing. */
function panelDraw(draw: ApiAnswer<'lotto.currentDraw'>): PanelDraw {
  const { gameId, closeDate, firstPrize, potMultiple, amountRow } = draw;
  return { gameId, closeDate, firstPrize, potMultiple, amountRow };
}

function shownResult(gameId: NumberGame, result: ApiAnswer<'results.lottoLatest'>): ShownResult {
  const { drawDate, lottoNumbers, bonusNumbers, jokerNumbers, lottoWins } = result;
  return {
    ...{ gameId, drawDate, lottoNumbers, bonusNumbers, jokerNumbers },
    isFirstWon: (lottoWins[0]?.winners ?? 0) > 0,
    prizes: lottoWins.reduce((sum, { winners }) => sum + winners, 0),
  };
}

export default function HomePage() {
  const { draws, results, tickets, week } = useLoaderData<typeof loader>();
  const { t, format, locale } = useText();
  const { now, player } = useShell();
  const paths = pathsFor(locale);
  const settled = tickets.find(({ status }) => status !== 'pending' && status !== 'cancelled');
  return (
    <div className="wrap">
      <PageMeta title={t('seo.home.title')} description={t('seo.home.description')} path="" />
      <div className="hero-h">
        <h1>{t('home.heading')}</h1>
        <p className="soft cap">{t('home.day', { date: format.weekdayDate(now), week })}</p>
      </div>
      {settled && <Outcome ticket={settled} />}
      <div className={`games games-${draws.length}`}>
        {draws.map((draw, place) => (
          <GamePanel key={draw.gameId} draw={draw} first={place === 0} now={now} />
        ))}
      </div>
      <div className="two">
        {player === null ? (
          <Threads />
        ) : (
          <Section
            title={t('myPages.tickets.title')}
            aside={<Link to={paths.tickets()}>{t('common.showAll')}</Link>}
          >
            {tickets.length > 0 ? <TicketList tickets={tickets} now={now} /> : <p>{t('home.noTickets')}</p>}
          </Section>
        )}
        <LatestResults results={results} />
      </div>
      {player !== null && <Threads />}
    </div>
  );
}
