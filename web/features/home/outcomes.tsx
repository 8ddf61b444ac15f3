/** The outcome of the last draws beside the cost of this month. A loss is as large as a win. */
import { Link } from 'react-router';
import type { OwnPage } from '#contract/own-page.ts';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { ownPart, useOwn } from '#web/personal/own-part.ts';
import { useGameName } from '#web/shared/games/game-name.ts';
import { useText } from '#web/text/text.tsx';
import { GameSymbol } from '#web/ui/icon.tsx';
import * as homeCss from './home.module.css';

type DrawOutcome = OwnPage['outcomes'][number];

export const Outcomes = ownPart(() => {
  const { t } = useText();
  const own = useOwn();
  if (!own) return null;
  return (
    <section className={homeCss.outcomes} aria-label={t('home.outcomes')}>
      {own.outcomes.map((outcome) => (
        <Outcome key={outcome.couponId} outcome={outcome} />
      ))}
      <Month month={own.account.month} />
    </section>
  );
});

function Outcome({ outcome }: { outcome: DrawOutcome }) {
  const { t, format, locale } = useText();
  const nameOf = useGameName();
  const { gameId, drawDate, ticketId, couponId, amountWin, stake, tickets, winning } = outcome;
  return (
    <Link data-game={gameId} to={pathsFor(locale).ticket(ticketId, couponId)}>
      <span className={homeCss.outcomeOf}>
        <GameSymbol game={gameId} small />
        {nameOf(gameId)}
      </span>
      <b className={homeCss.outcomeSum}>{money(amountWin)}</b>
      <span>
        {t('home.cameBack', { how: amountWin === 0 ? 'none' : amountWin < stake ? 'less' : 'won' })}
      </span>
      {tickets > 1 && winning > 0 && (
        <span>{t('home.outcomeWinning', { winning, tickets, best: money(outcome.amountBest) })}</span>
      )}
      <span className="soft">{format.date(drawDate)}</span>
      <span className="soft">{t('home.ticketsCost', { tickets, stake: money(stake) })}</span>
    </Link>
  );
}

/** The cost of this month, shown to every player, and the link to limits (must-hold 33, 42). */
function Month({ month: { spent, won, net } }: { month: OwnPage['account']['month'] }) {
  const { t, format, locale } = useText();
  const month = format.month(useShell().now);
  return (
    <div className={homeCss.month}>
      <span className={homeCss.outcomeOf}>{t('home.netIn', { month })}</span>
      <b className={homeCss.outcomeSum}>{money(net)}</b>
      <span>{t('home.boughtFor', { amount: money(spent) })}</span>
      <span className="soft">{t('home.wonBack', { amount: money(won) })}</span>
      <Link to={pathsFor(locale).limits()}>{t('responsible.setLimits')}</Link>
    </div>
  );
}
