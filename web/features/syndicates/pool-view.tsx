/** One club pool: a share can be bought while it collects; then its tickets, all shares, and the split. */
import { useState } from 'react';
import { decimal, money } from '#texts/number.ts';
import { useCall } from '#web/api/use-call.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { pathsFor } from '#web/page/paths.ts';
import { useGameName } from '#web/shared/games/game-name.ts';
import { useText } from '#web/text/text.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Button } from '#web/ui/button.tsx';
import { GameSymbol } from '#web/ui/icon.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { Table } from '#web/ui/table.tsx';
import { BuyShare } from './buy-share.tsx';
import { type Means, type PoolData, type PoolTicket, shareOf } from './pool-data.ts';
import { Figure, Hundred, PoolStatus, PoolWay, ShareBlocks } from './pool-parts.tsx';
import { PoolTickets } from './pool-tickets.tsx';
import * as syndicatesCss from './syndicates.module.css';

type Props = { data: PoolData; means: Means };

export function PoolView({ data, means }: Props) {
  const { t, locale } = useText();
  const nameOf = useGameName();
  const { pool } = data;
  const paths = pathsFor(locale);
  return (
    <div className="wrap" data-game={pool.gameId}>
      <PageMeta title={pool.name} />
      <div className={layoutCss.pageHead}>
        <Breadcrumbs
          steps={[
            { name: t('clubs.title'), to: paths.clubs() },
            { name: pool.clubName, to: paths.club(pool.club) },
            { name: t('toto.clubsale.title'), to: paths.ownPools() },
          ]}
        />
        <div className={layoutCss.titleRow}>
          <GameSymbol game={pool.gameId} />
          <h1>{pool.name}</h1>
        </div>
        <p className={syndicatesCss.sub}>
          <span className="soft">
            {t('toto.clubsale.of', { game: nameOf(pool.gameId), week: pool.week })}
          </span>
          <PoolStatus status={pool.status} />
        </p>
      </div>
      {pool.status === 'collecting' ? <Collecting data={data} means={means} /> : <Placed data={data} />}
    </div>
  );
}

function Collecting({ data, means }: { data: PoolData; means: Means }) {
  const { t, format } = useText();
  const { pool, sizes, playerStake } = data;
  const [adds, setAdds] = useState(0);
  return (
    <div className={`${layoutCss.columns} ${layoutCss.pairWide} ${syndicatesCss.collecting}`}>
      <div className={syndicatesCss.part}>
        <Figure name={t('toto.clubsale.collectedSoFar')} value={money(pool.collected)} />
        <p className="soft">
          {t('toto.clubsale.holders', { count: pool.holders })}{' '}
          {t('toto.clubsale.until', { date: format.dateTime(pool.collectsUntil) })}
        </p>
        <ShareBlocks sizes={sizes} mine={playerStake} adds={adds} label={t('toto.clubsale.bar')} />
      </div>
      <div className={syndicatesCss.buy}>
        <BuyShare data={data} means={means} onTyped={setAdds} />
      </div>
      <div className={syndicatesCss.stack}>
        <OwnShares data={data} />
        <PoolWay pool={pool} />
        <Hundred pool={pool} />
      </div>
    </div>
  );
}

/** What was bought today goes back with one press. */
function OwnShares({ data }: { data: PoolData }) {
  const { t, error, format } = useText();
  const { call, isBusy, refused } = useCall('clubsale.cancelShare');
  const open = data.shares.filter(({ cancelUntil }) => cancelUntil !== undefined);
  if (open.length === 0) return null;
  return (
    <Section title={t('toto.clubsale.today')}>
      <ul className={syndicatesCss.shares}>
        {open.map(({ shareId, stake, boughtAt }) => (
          <li key={shareId}>
            <span>
              <b>{money(stake)}</b> <span className="soft">{format.dateTime(boughtAt)}</span>
            </span>
            <Button kind="plain" busy={isBusy} onClick={() => call({ params: { shareId } })}>
              {t('toto.clubsale.giveBack', { amount: money(stake) })}
            </Button>
          </li>
        ))}
      </ul>
      {refused && (
        <Notice kind="danger" role="alert">
          {error(refused, 'share')}
        </Notice>
      )}
    </Section>
  );
}

function Placed({ data }: { data: PoolData }) {
  const { t } = useText();
  const { pool } = data;
  return (
    <div className={`${layoutCss.columns} ${layoutCss.pairWide}`}>
      <div className={syndicatesCss.stack}>
        {pool.status === 'void' ? <Returned data={data} /> : <PoolTickets data={data} />}
        {pool.status !== 'void' && pool.status !== 'ended' && <PoolWay pool={pool} />}
      </div>
      <div className={syndicatesCss.stack}>
        {data.playerStake > 0 && pool.status !== 'void' && <Mine data={data} />}
        <Split data={data} />
        {data.playerStake === 0 && <p className="soft">{t('toto.clubsale.noShare')}</p>}
      </div>
    </div>
  );
}

function Mine({ data }: { data: PoolData }) {
  const { t, locale, format } = useText();
  const { pool, sizes, playerStake, playerReturned, playerWin, unused } = data;
  return (
    <Section title={t('toto.clubsale.mine.title')}>
      <p className={syndicatesCss.amount}>
        <b>{money(playerStake)}</b>
        <span className="soft">
          {t('toto.clubsale.mine.of', {
            amount: money(pool.collected),
            value: decimal(locale, shareOf(playerStake, pool.collected)),
          })}
        </span>
      </p>
      <ShareBlocks sizes={sizes} mine={playerStake} label={t('toto.clubsale.bar')} />
      <dl className={syndicatesCss.ledger}>
        <Line name={t('toto.clubsale.used')} value={money(pool.placed)} />
        {unused && (
          <Line
            name={t('toto.clubsale.unused', { date: format.dateTime(unused.at) })}
            value={money(unused.amount)}
          />
        )}
        {playerReturned > 0 && <Line name={t('toto.clubsale.unusedMine')} value={money(playerReturned)} />}
        {playerWin > 0 && <Line name={t('toto.clubsale.winMine')} value={money(playerWin)} isEnd />}
      </dl>
    </Section>
  );
}

type LineProps = { name: string; value: string; isEnd?: boolean };

function Line({ name, value, isEnd = false }: LineProps) {
  return (
    <div className={isEnd ? syndicatesCss.end : undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Void: what went out and came back, which ends at nothing. */
function Returned({ data }: { data: PoolData }) {
  const { t, format } = useText();
  const { playerStake, playerReturned, shares } = data;
  const back = shares
    .flatMap(({ returned }) => returned)
    .filter(({ reason }) => reason !== 'player')
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
  return (
    <div className={syndicatesCss.part}>
      <Figure name={t('toto.clubsale.void.title')} value={money(playerReturned)} />
      <p>{t('toto.clubsale.void.why')}</p>
      <dl className={syndicatesCss.ledger}>
        <Line name={t('toto.clubsale.void.bought')} value={money(-playerStake)} />
        {back.map(({ reason, amount, at }, place) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: shares of one player return at one time.
            key={place}
            name={t(`toto.clubsale.void.${reason === 'unused' ? 'unused' : 'used'}`, {
              date: format.dateTime(at),
            })}
            value={money(amount)}
          />
        ))}
        <Line name={t('toto.clubsale.void.end')} value={money(playerReturned - playerStake)} isEnd />
      </dl>
    </div>
  );
}

/** More rows are added up in one. */
const rowsMax = 50;

/** Lost, or its prize is divided. */
const isDecided = ({ amountWin, playerWin }: PoolTicket) => amountWin === 0 || playerWin > 0;

/** All shares without names, and what each won. */
function Split({ data }: { data: PoolData }) {
  const { t, locale } = useText();
  const { pool, sizes, playerStake, tickets, rest } = data;
  const isDivided = tickets.some(({ playerWin }) => playerWin > 0);
  const wonBy = (stake: number) =>
    tickets.reduce(
      (sum, ticket) =>
        sum + (ticket.playerWin > 0 ? Math.floor((ticket.amountWin * stake) / pool.collected) : 0),
      0,
    );
  const each = sizes.flatMap(({ stake, count }) =>
    Array.from({ length: Math.min(count, rowsMax + 1) }, () => stake),
  );
  const own = each.indexOf(playerStake);
  const percent = (stake: number) => `${decimal(locale, shareOf(stake, pool.collected))}%`;
  const row = (stake: number, place: number) => ({
    key: String(place),
    cells: [
      <span key="stake">
        {money(stake)}
        {place === own && <b> {t('toto.clubsale.all.yours')}</b>}
      </span>,
      percent(stake),
      ...(isDivided ? [money(wonBy(stake))] : []),
    ],
  });
  const shown = each.slice(0, rowsMax).map(row);
  if (own >= rowsMax) shown.push(row(playerStake, own));
  const divided = sizes.reduce((sum, { stake, count }) => sum + wonBy(stake) * count, 0);
  if (isDivided && tickets.every(isDecided) && pool.amountWin > divided)
    shown.push({ key: 'rest', cells: [t('toto.clubsale.all.rest'), '', money(pool.amountWin - divided)] });
  const columns = [
    { name: t('toto.clubsale.all.share') },
    { name: t('toto.clubsale.all.percent'), align: 'end' as const },
    ...(isDivided ? [{ name: t('toto.clubsale.all.win'), align: 'end' as const }] : []),
  ];
  const sum = t('toto.clubsale.all.sum', { count: pool.holders, amount: money(pool.collected) });
  return (
    <Section title={t(isDivided ? 'toto.clubsale.all.split' : 'toto.clubsale.all.title')}>
      <Table
        caption={t('toto.clubsale.all.title')}
        isCaptionHidden
        columns={columns}
        rows={shown}
        foot={[sum, '100%', ...(isDivided ? [money(pool.amountWin)] : [])]}
        note={t('toto.clubsale.all.note', { rest: money(rest ?? 0), hasRest: rest ? 'yes' : 'no' })}
      />
      {pool.holders > rowsMax && (
        <p className="meta">{t('toto.clubsale.all.more', { count: pool.holders - rowsMax })}</p>
      )}
    </Section>
  );
}
