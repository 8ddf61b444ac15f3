/** The football pools that are on sale, the nearest close first; each line leads to its coupon. */
import { Link } from 'react-router';
import { money } from '#texts/number.ts';
import type { PoolOnSale } from '#web/blocks/pool-pots.server.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { useText } from '#web/text/text.tsx';
import { Section } from '#web/ui/section.tsx';
import { WayList, type WayOn } from '#web/ui/way-list.tsx';

export function PoolGames({ pools }: { pools: readonly PoolOnSale[] }) {
  const { t, format, locale } = useText();
  const { now } = useShell();
  const paths = pathsFor(locale);
  const wayOf = ({ gameId, name, closeDate, pot }: PoolOnSale): WayOn => ({
    to: paths.playPools(gameId),
    title: name,
    text: t('home.poolCloses', {
      kind: gameId === 'xg' ? 'goals' : 'signs',
      date: format.nearDateTime(closeDate, now),
    }),
    game: gameId,
    ...(pot > 0 && { aside: t('home.poolPot', { amount: money(pot) }) }),
  });
  return (
    <Section title={t('nav.poolGames')} aside={<Link to={paths.poolGames()}>{t('common.showAll')}</Link>}>
      <WayList ways={pools.map(wayOf)} />
    </Section>
  );
}
