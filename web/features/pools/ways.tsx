/** The ways to fill a 1X2 coupon: marks, a system, rows of a file. Each has an address. */
import { Link } from 'react-router';
import type { PoolId } from '#rules/pools/games.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import * as optionsCss from '#web/ui/options.module.css';
import * as poolPlayCss from './pool-play.module.css';

const ways = ['merki', 'kerfi', 'skra'] as const;
/** As the address has it. */
export type Way = (typeof ways)[number];

export function wayOf(gameId: PoolId, tab: string | null): Way {
  return gameId === 'xg' ? 'merki' : (ways.find((way) => way === tab) ?? 'merki');
}

type Props = { gameId: PoolId; groupId: string | undefined; chosen: Way };

export function Ways({ gameId, groupId, chosen }: Props) {
  const { t, locale } = useText();
  const to = (way: Way) =>
    pathsFor(locale).playPools(gameId, { groupId, tab: way === 'merki' ? undefined : way });
  return (
    <nav className={`${optionsCss.choiceLine} ${poolPlayCss.ways}`} aria-label={t('pools.ways')}>
      {ways.map((way) => (
        <Link key={way} to={to(way)} aria-current={way === chosen ? 'page' : undefined} preventScrollReset>
          {t(`pools.way.${way}`)}
        </Link>
      ))}
    </nav>
  );
}
