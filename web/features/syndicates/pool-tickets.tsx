/** The tickets of a club pool on paper, each with its price or its prize, and its proof. */
import { money } from '#texts/number.ts';
import * as slipCss from '#web/shared/tickets/slip.module.css';
import { useText } from '#web/text/text.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import * as iconCss from '#web/ui/icon.module.css';
import type { PoolData, PoolTicket } from './pool-data.ts';
import { Figure } from './pool-parts.tsx';
import * as syndicatesCss from './syndicates.module.css';

export function PoolTickets({ data }: { data: PoolData }) {
  const { t } = useText();
  const { pool, tickets, playerStake, playerWin } = data;
  if (tickets.length === 0) {
    return (
      <p className="soft">
        {t(playerStake === 0 ? 'toto.clubsale.holdersSee' : `toto.clubsale.noTickets.${waitOf(pool.status)}`)}
      </p>
    );
  }
  const rows = tickets.reduce((sum, { rowCount }) => sum + rowCount, 0);
  return (
    <div className={slipCss.slip}>
      <div className={slipCss.paper}>
        <span className={iconCss.band} aria-hidden="true" />
        <div className={slipCss.inside}>
          {playerWin > 0 ? (
            <Figure name={t('toto.clubsale.won')} value={money(playerWin)} />
          ) : (
            <Figure name={t('toto.clubsale.placedFor')} value={money(pool.placed)} />
          )}
          <p className="soft">{t('toto.clubsale.rows', { rows, count: tickets.length })}</p>
          {pool.amountWin > 0 && (
            <p className="soft">{t('toto.clubsale.wonAll', { amount: money(pool.amountWin) })}</p>
          )}
        </div>
        {tickets.map((ticket) => (
          <Ticket key={ticket.id} ticket={ticket} isSealed={pool.status !== 'placing'} />
        ))}
      </div>
    </div>
  );
}

const waitOf = (status: PoolData['pool']['status']) => (status === 'placing' ? 'yet' : 'none');

function Ticket({ ticket, isSealed }: { ticket: PoolTicket; isSealed: boolean }) {
  const { t } = useText();
  const { id, system, selections, rowCount, stake, amountWin, status } = ticket;
  const panels = selections.panels.split('|');
  const [panel = ''] = panels;
  const kind = system === '' ? 'single' : system === 'O' ? 'open' : 'system';
  return (
    <>
      <hr className={slipCss.tear} />
      <div className={`${slipCss.inside} ${syndicatesCss.ticket}`}>
        <div>
          <b>{t(`toto.clubsale.kind.${kind}`, { system })}</b>
          {isSealed && (
            <a href={`/api/proxy/toto/clubsale/proof/${id}`} download={`${id}.json`}>
              {t('toto.clubsale.proof')}
            </a>
          )}
        </div>
        <p>
          {t('toto.clubsale.rowCount', { count: rowCount })}
          <b>
            {amountWin > 0
              ? t('toto.clubsale.ticketWon', { amount: money(amountWin) })
              : status === 'lost'
                ? t('status.ticket.lost')
                : money(stake)}
          </b>
        </p>
        {panels.length > 1 && <Rows panels={panels} />}
        {panels.length === 1 && (
          <ol className={syndicatesCss.signs}>
            {[...panel].map((letter, match) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a match is its place.
              <li key={match}>{signs[letter] ?? letter}</li>
            ))}
          </ol>
        )}
      </div>
    </>
  );
}

const rowsShown = 200;

function Rows({ panels }: { panels: readonly string[] }) {
  const { t } = useText();
  return (
    <div className={syndicatesCss.rows}>
      <Disclosure name={t('toto.clubsale.seeRows')}>
        <ol>
          {panels.slice(0, rowsShown).map((panel, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal rows differ in their place alone.
            <li key={place}>{panel}</li>
          ))}
        </ol>
        {panels.length > rowsShown && (
          <p className="meta">{t('toto.clubsale.moreRows', { count: panels.length - rowsShown })}</p>
        )}
      </Disclosure>
    </div>
  );
}

/** As players read the letters of a panel. */
const signs: Readonly<Record<string, string>> = { A: '1X', B: '12', C: 'X2', D: '1X2', '0': '–' };
