/** What came of the last draw one took part in, stated as plainly when it lost as when it won. */
import { Link } from 'react-router';
import type { OwnPage } from '#contract/own-page.ts';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { ownPart, useOwn } from '#web/personal/own-part.ts';
import { useGameName } from '#web/shared/games/game-name.ts';
import { useText } from '#web/text/text.tsx';
import { GameSymbol, Icon } from '#web/ui/icon.tsx';
import * as homeCss from './home.module.css';

type Known = NonNullable<OwnPage['outcome']>;

export const Outcome = ownPart(() => {
  const { t, format, locale } = useText();
  const nameOf = useGameName();
  const outcome = useOwn()?.outcome;
  if (!outcome) return null;
  const { gameId, drawDate, ticketId, couponId, tickets, winning, rowCount } = outcome;
  const of = { game: nameOf(gameId), date: format.date(drawDate), stake: money(outcome.stake) };
  const best = money(outcome.amountBest);
  return (
    <Link className={homeCss.outcomeLink} data-game={gameId} to={pathsFor(locale).ticket(ticketId, couponId)}>
      <GameSymbol game={gameId} small />
      <span>
        <b>{headline(t, outcome)}</b>
        <span className={homeCss.summary}>
          {tickets === 1
            ? t('home.outcomeOf', { ...of, rows: rowCount })
            : t('home.outcomeOfAll', { ...of, tickets })}
        </span>
        {tickets > 1 && winning > 0 && (
          <span className={homeCss.summary}>{t('home.outcomeWinning', { winning, tickets, best })}</span>
        )}
      </span>
      <Icon name="right" small />
    </Link>
  );
});

/** A return below the stake is no celebration. */
function headline(t: ReturnType<typeof useText>['t'], { amountWin, stake }: Known): string {
  if (amountWin === 0) return t('myPages.tickets.noPrize');
  const amount = money(amountWin);
  if (amountWin < stake) return t('myPages.tickets.wonLess', { amount, stake: money(stake) });
  return t('myPages.tickets.winAmount', { amount });
}
