/** The player's club pools, newest first. */
import { Link } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { decimal, money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { AccountFrame } from '#web/shared/account/account-frame.tsx';
import { useGameName } from '#web/shared/games/game-name.ts';
import { useText } from '#web/text/text.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import { Pages } from '#web/ui/pages.tsx';
import { shareOf } from './pool-data.ts';
import { PoolStatus } from './pool-parts.tsx';
import * as syndicatesCss from './syndicates.module.css';

type Listed = ApiAnswer<'clubsale.shares'>;

export function PoolList({ pools, page, pageCount }: Listed) {
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  return (
    <AccountFrame title={t('toto.clubsale.title')}>
      <p className="soft measure">{t('toto.clubsale.intro')}</p>
      {pools.length === 0 ? (
        <div className={listsCss.empty}>
          <p>{t('toto.clubsale.empty')}</p>
          <p className="soft">{t('toto.clubsale.emptyHint')}</p>
          <Link className={buttonClass({})} to={paths.clubs()}>
            {t('toto.clubsale.toClubs')}
          </Link>
        </div>
      ) : (
        <ul className={syndicatesCss.pools}>
          {pools.map((pool) => (
            <Line key={pool.poolId} pool={pool} />
          ))}
        </ul>
      )}
      <Pages page={page} pageCount={pageCount} to={(number) => paths.ownPools({ page: number })} />
    </AccountFrame>
  );
}

function Line({ pool }: { pool: Listed['pools'][number] }) {
  const { t, locale, format } = useText();
  const nameOf = useGameName();
  const percent = decimal(locale, shareOf(pool.playerStake, pool.collected));
  return (
    <li data-game={pool.gameId}>
      <div>
        <Link to={pathsFor(locale).ownPools({ kerfi: pool.poolId })}>{pool.name}</Link>
        <span className="soft">
          {pool.clubName} · {nameOf(pool.gameId)} · {format.date(pool.playDate)}
        </span>
        <PoolStatus status={pool.status} />
      </div>
      <dl>
        <div>
          <dt>{t('toto.clubsale.mine.title')}</dt>
          <dd>
            <b>{money(pool.playerStake)}</b> <span className="soft">{percent}%</span>
          </dd>
        </div>
        {pool.playerReturned > 0 && (
          <div>
            <dt>{t('toto.clubsale.returned')}</dt>
            <dd>{money(pool.playerReturned)}</dd>
          </div>
        )}
        {pool.playerWin > 0 && (
          <div>
            <dt>{t('toto.clubsale.all.win')}</dt>
            <dd>
              <b>{money(pool.playerWin)}</b>
            </dd>
          </div>
        )}
      </dl>
    </li>
  );
}
