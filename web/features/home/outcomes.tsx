/** What came back from the last draws beside what this month has cost: a loss and a win in the same size. */
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

type Known = OwnPage['outcomes'][number];

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

function Outcome({ outcome }: { outcome: Known }) {
  const { t, format, locale } = useText();
  const nameOf = useGameName();
  const { gameId, drawDate, ticketId, couponId, amountWin, stake, tickets } = outcome;
  const paths = pathsFor(locale);
  return (
    <Link data-game={gameId} to={tickets === 1 ? paths.ticket(ticketId, couponId) : paths.tickets()}>
      <span className={homeCss.outcomeOf}>
        <GameSymbol game={gameId} small />
        {nameOf(gameId)}
      </span>
      <b className={homeCss.outcomeSum}>{money(amountWin)}</b>
      <span>
        {t('home.cameBack', { how: amountWin === 0 ? 'none' : amountWin < stake ? 'less' : 'won' })}
      </span>
      <span className="soft">{format.date(drawDate)}</span>
      <span className="soft">{t('home.ticketsCost', { tickets, stake: money(stake) })}</span>
    </Link>
  );
}

/** What this month cost, unasked, and the way to limits (must-hold 33, 42). */
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
