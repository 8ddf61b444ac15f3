/** The ticket of the typed code, on paper: its outcome, its rows and their hits. */
import type { ReactNode } from 'react';
import type { ApiAnswer } from '#contract/api.ts';
import { money } from '#texts/number.ts';
import { useShell } from '#web/page/shell.ts';
import { useGameName } from '#web/shared/games/game-name.ts';
import { Marks } from '#web/shared/games/marks.tsx';
import type { NumberGame } from '#web/shared/games/number-games.ts';
import * as poolPlayedCss from '#web/shared/pools/pool-played.module.css';
import { DescribedPlay } from '#web/shared/tickets/described-play.tsx';
import { NumbersDrawn, NumbersPlayed, withoutSums } from '#web/shared/tickets/numbers-played.tsx';
import { TicketPaper } from '#web/shared/tickets/ticket-paper.tsx';
import { TicketPrice } from '#web/shared/tickets/ticket-parts.tsx';
import { drawDay, ticketNameOf } from '#web/shared/tickets/ticket-words.ts';
import { useText } from '#web/text/text.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { LazyIsland, lazyIsland } from '#web/ui/lazy-island.tsx';
import * as checkCss from './check.module.css';
import type { CheckedPool } from './checked-pool.server.ts';
import { checkedState } from './checked-state.ts';

type Answer = ApiAnswer<'lotto.check'>;
type Draw = Answer['ticket']['draws'][number];
type OfDraw = { gameId: string; draw: Draw };

const PoolPlayed = lazyIsland(async () => (await import('#web/shared/pools/pool-played.tsx')).PoolPlayed);

type Props = { answer: Answer; pool: CheckedPool | null };

export function CheckedTicket({ answer, pool }: Props) {
  const words = useText();
  const { t } = words;
  const { now } = useShell();
  const { ticket, stake, averageCost, raffleWin, verdict } = answer;
  const { gameId, draws } = ticket;
  const [first] = draws as [Draw, ...Draw[]];
  const isOne = draws.length === 1;
  const isVoid = draws.every(({ status }) => status === 'cancelled');
  return (
    <TicketPaper
      gameId={gameId}
      heading="h2"
      {...useHead({ answer, pool })}
      state={checkedState(words, { answer, pool }, now)}
      isVoid={isVoid}
      notes={
        <>
          {verdict === 'unknown' && <p>{t(pool ? 'pools.checkUnknown' : 'check.meaning.unknown')}</p>}
          {raffleWin > 0 && <p>{t('check.ofRaffle', { amount: money(raffleWin) })}</p>}
        </>
      }
      played={
        pool ? (
          <div className={poolPlayedCss.played}>
            <LazyIsland>
              <PoolPlayed gameId={pool.gameId} pool={pool} />
            </LazyIsland>
          </div>
        ) : (
          <Played gameId={gameId} draw={isOne ? first : undrawn(first)} isVoid={isVoid} />
        )
      }
      drawn={useDrawn({ gameId, draw: first }, isOne && !pool)}
      list={!isOne && draws.map((draw) => <OneDraw key={draw.draw} gameId={gameId} draw={draw} />)}
      prices={<TicketPrice price={stake} averageCost={isVoid ? undefined : averageCost} />}
    />
  );
}

function useHead({ answer, pool }: Props): { name: string; when: string[] } {
  const { t, format, locale } = useText();
  const { gameId, draws } = answer.ticket;
  const { now } = useShell();
  const game = useGameName()(gameId);
  const [first] = draws as [Draw, ...Draw[]];
  const name = ticketNameOf(t, game, 'play' in first ? 0 : first.system);
  if (pool && 'play' in first) {
    const { rowCount, note } = first.play;
    const rows = t('units.rows', { count: rowCount });
    return { name, when: [t('toto.week', { week: pool.week }), note ? `${rows}, ${note[locale]}` : rows] };
  }
  if (draws.length > 1) return { name, when: [t('units.draws', { count: draws.length })] };
  return { name, when: [drawDay(format, first.drawDate, now)] };
}

/** The rows without results and sums, as before the draw. */
function undrawn(draw: Draw): Draw {
  if ('play' in draw) {
    const rows = draw.play.rows.map(({ marks }) => ({ marks: marks.map(({ isRight: _, ...mark }) => mark) }));
    return { ...draw, play: { ...draw.play, rows } };
  }
  return { ...withoutSums(draw), results: undefined };
}

function Played({ gameId, draw, isVoid = false }: OfDraw & { isVoid?: boolean }) {
  if ('play' in draw) return <DescribedPlay play={draw.play} />;
  return <NumbersPlayed gameId={gameId as NumberGame} play={draw} isVoid={isVoid} />;
}

/** Null before the draw. Null for several draws too: each shows its own result. */
function useDrawn(of: OfDraw, isOne: boolean): { name: string; marks: ReactNode } | null {
  const { t, locale } = useText();
  const marks = drawnMarks(of);
  if (!isOne || marks === null) return null;
  const { draw } = of;
  const name = 'play' in draw ? draw.play.outcome?.name[locale] : undefined;
  return { name: name ?? t('ticket.drawn'), marks };
}

function drawnMarks({ gameId, draw }: OfDraw): ReactNode {
  if ('play' in draw) return draw.play.outcome ? <Marks marks={draw.play.outcome.marks} /> : null;
  return draw.results ? <NumbersDrawn gameId={gameId as NumberGame} drawn={draw.results} /> : null;
}

/** One draw of several: a line that opens to rows and result once it is drawn. */
function OneDraw({ gameId, draw }: OfDraw) {
  const { t, format } = useText();
  const { drawDate, status, amountWin } = draw;
  const sum = amountWin === undefined ? t(`status.ticket.${status}`) : money(amountWin);
  const line = (
    <span className={checkCss.drawLine}>
      <span>{format.date(drawDate)}</span>
      <span className={amountWin ? undefined : 'soft'}>{sum}</span>
    </span>
  );
  const marks = drawnMarks({ gameId, draw });
  if (marks === null || status === 'cancelled') return <p className={checkCss.drawAlone}>{line}</p>;
  return (
    <Disclosure name={line}>
      <Played gameId={gameId} draw={draw} />
      <div className={checkCss.drawMarks}>{marks}</div>
    </Disclosure>
  );
}
