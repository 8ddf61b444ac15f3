/** Ways about a page, and paper. */
import { money } from '#texts/number.ts';
import { useShell } from '#web/page/shell.ts';
import * as slipCss from '#web/shared/tickets/slip.module.css';
import { TicketList } from '#web/shared/tickets/ticket-list.tsx';
import { useText } from '#web/text/text.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { FilterLinks } from '#web/ui/filter-links.tsx';
import * as iconCss from '#web/ui/icon.module.css';
import * as listsCss from '#web/ui/lists.module.css';
import { Pages } from '#web/ui/pages.tsx';
import { Section } from '#web/ui/section.tsx';
import { Sample } from './sample.tsx';

const games = ['lotto', 'vikinglotto', 'eurojackpot'] as const;

export function WaySamples({ here }: { here: string }) {
  const { t } = useText();
  return (
    <Sample name="Breadcrumbs, FilterLinks, Pages, Disclosure">
      {(theme) => (
        <>
          <Breadcrumbs
            label={`${t('nav.breadcrumbs')} ${theme}`}
            steps={[
              { name: t('nav.home'), to: here },
              { name: t('nav.results'), to: `${here}?a` },
            ]}
          />
          <FilterLinks
            label={`${t('common.game')} ${theme}`}
            chosen="lotto"
            links={games.map((name) => ({ name, label: t(`games.${name}.name`), to: `${here}?${name}` }))}
          />
          {[1, 4, 9].map((page) => (
            <Pages
              key={page}
              label={`${t('a11y.pagination')} ${page} ${theme}`}
              page={page}
              pageCount={9}
              to={(to) => `${here}?page=${to}`}
            />
          ))}
          <div>
            <Disclosure name={t('gamePage.howTo')}>{t('howTo.choose')}</Disclosure>
            <Disclosure name={t('chances.title')}>{t('chances.note')}</Disclosure>
          </div>
        </>
      )}
    </Sample>
  );
}

const ticket = { gameId: 'lotto' as const, stake: 750, rowCount: 5 };

export function ListSamples() {
  const { t } = useText();
  const { now } = useShell();
  const tickets = (['pending', 'lost', 'paid'] as const).map((status, place) => ({
    ...ticket,
    status,
    ticketId: `${place}`,
    couponId: `${place}`,
    purchaseDate: now,
    drawDate: now,
    amountWin: status === 'paid' ? 1_240 : 0,
  }));
  return (
    <Sample name="Section, TicketList">
      {(theme) => (
        <Section title={`${t('myPages.tickets.title')} (${theme})`}>
          <TicketList tickets={tickets} now={now} />
        </Section>
      )}
    </Sample>
  );
}

export function PaperSamples() {
  const { t } = useText();
  return (
    <Sample name="slip">
      {() => (
        <div className={slipCss.slip} data-game="lotto">
          <div className={slipCss.paper}>
            <span className={iconCss.band} aria-hidden="true" />
            <div className={slipCss.inside}>
              <h3>{t('games.lotto.name')}</h3>
              <p className="soft">{t('slip.empty')}</p>
            </div>
            <hr className={slipCss.tear} />
            <div className={slipCss.inside}>
              <dl className={listsCss.keyValues}>
                <div className={listsCss.sum}>
                  <dt>{t('slip.total')}</dt>
                  <dd>{money(750)}</dd>
                </div>
              </dl>
            </div>
          </div>
        </div>
      )}
    </Sample>
  );
}
