import type { Matter } from '#rules/values/matters.ts';
import { money } from '#texts/number.ts';
import { isPool, pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { useGameName } from '#web/shared/games/game-name.ts';
import { useText } from '#web/text/text.tsx';

/** Text and link of a matter that is not the first one. */
export function useQuietWords(): (matter: Matter) => { text: string; to: string } {
  const { t, format, locale } = useText();
  const { now } = useShell();
  const nameOf = useGameName();
  const paths = pathsFor(locale);
  return (matter) => {
    switch (matter.kind) {
      case 'prize': {
        const of = { game: nameOf(matter.gameId), amount: money(matter.amount) };
        const text = t(matter.isClaimed ? 'matter.claimed.short' : 'matter.prize.short', of);
        return { text, to: paths.claim(matter.ticketId, matter.couponId ?? undefined) };
      }
      case 'certificate':
        return {
          text: t('matter.certificate.short', { date: format.date(matter.lastDay) }),
          to: paths.profile(),
        };
      case 'card':
        return { text: t('matter.card.short', { date: format.date(matter.lastDay) }), to: paths.cards() };
      case 'charge': {
        const of = { amount: money(matter.amount), when: format.nearDate(matter.at, now) };
        return { text: t('matter.charge.short', of), to: paths.subscriptions() };
      }
      case 'ticket':
        return {
          text: t('matter.ticket.short', {
            game: nameOf(matter.gameId),
            of: isPool(matter.gameId) ? 'round' : 'draw',
          }),
          to: paths.ticket(matter.ticketId, matter.couponId),
        };
      case 'raise':
        return { text: t('matter.raise.short'), to: paths.limits() };
    }
  };
}
