/** The football pools that are on sale, the nearest close first; each line leads to its coupon. */
import { Link } from 'react-router';
import { type PoolPage, pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { useText } from '#web/text/text.tsx';
import { Section } from '#web/ui/section.tsx';
import { WayList } from '#web/ui/way-list.tsx';

export type PoolOnSale = { gameId: PoolPage; name: string; closeDate: string };

export function PoolGames({ pools }: { pools: readonly PoolOnSale[] }) {
  const { t, format, locale } = useText();
  const { now } = useShell();
  const paths = pathsFor(locale);
  return (
    <Section title={t('nav.poolGames')} aside={<Link to={paths.poolGames()}>{t('common.showAll')}</Link>}>
      <WayList
        ways={pools.map(({ gameId, name, closeDate }) => ({
          to: paths.playPools(gameId),
          title: name,
          text: t('home.poolCloses', {
            kind: gameId === 'xg' ? 'goals' : 'signs',
            date: format.nearDateTime(closeDate, now),
          }),
          game: gameId,
        }))}
      />
    </Section>
  );
}
