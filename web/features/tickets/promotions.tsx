/** The raffle that a ticket takes part in: its number once there is one, and what came of it. */
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import * as sectionCss from '#web/ui/section.module.css';
import * as ticketCss from './ticket.module.css';
import type { Ticket } from './ticket-data.server.ts';

export function Promotions({ promotions }: Pick<Ticket, 'promotions'>) {
  return promotions.map((promotion) => <Promotion key={promotion.id} {...promotion} />);
}

function Promotion({ id, name, text, numbers, status, amountWin }: Ticket['promotions'][number]) {
  const { t } = useText();
  const heading = `promotion-${id}`;
  return (
    <section className={`${sectionCss.section} ${ticketCss.screenOnly}`} aria-labelledby={heading}>
      <div className={sectionCss.head}>
        <h2 id={heading}>{name}</h2>
      </div>
      <div className="stack">
        <p>{text}</p>
        {numbers.length === 0 ? (
          <p className="soft">{t('raffle.later')}</p>
        ) : (
          <>
            <dl className={listsCss.keyValues}>
              <div>
                <dt>{t('myPages.tickets.promotion')}</dt>
                <dd>{numbers.join(', ')}</dd>
              </div>
            </dl>
            <p>{t(`raffle.${status}`, { amount: money(amountWin) })}</p>
            <p className="soft">{t('raffle.place')}</p>
          </>
        )}
      </div>
    </section>
  );
}
