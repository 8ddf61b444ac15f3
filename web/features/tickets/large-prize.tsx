/** How a large prize is paid: four steps, the present one marked, in the state of the ticket. */
import { useText } from '#web/text/text.tsx';
import * as sectionCss from '#web/ui/section.module.css';
import * as ticketCss from './ticket.module.css';

const steps = ['confirm', 'claim', 'release', 'paid'] as const;

type Props = { status: 'highwind' | 'claimed'; claimBy: string; payableFrom?: string | undefined };

export function LargePrize({ status, claimBy, payableFrom }: Props) {
  const { t, format } = useText();
  const now = steps.indexOf(status === 'claimed' ? 'release' : 'claim');
  const isWaiting = status === 'highwind';
  const lead = isWaiting ? 'waiting' : payableFrom ? 'claimedHeld' : 'claimed';
  const day = (date: string) => ({ date: format.dateYear(date) });
  return (
    <section className={ticketCss.proof} aria-labelledby="large-prize-heading">
      <div className={sectionCss.head}>
        <h2 id="large-prize-heading">{t('myPages.tickets.large.title')}</h2>
      </div>
      <p className="lead">{t(`myPages.tickets.large.${lead}`, payableFrom ? day(payableFrom) : {})}</p>
      <ol className={ticketCss.claim}>
        {steps.map((step, place) => (
          <li
            key={step}
            className={place < now ? ticketCss.done : undefined}
            aria-current={place === now ? 'step' : undefined}
          >
            {place < now && <span className="visually-hidden">{t('myPages.tickets.large.done')}: </span>}
            <b>{t(`myPages.tickets.large.${step}`)}</b>
            {(place >= now || step !== 'claim') && <span>{t(`myPages.tickets.large.${step}How`)}</span>}
          </li>
        ))}
      </ol>
      {isWaiting && <p>{t('myPages.tickets.large.claimBy', day(claimBy))}</p>}
      {isWaiting && payableFrom && <p>{t('myPages.tickets.large.payableFrom', day(payableFrom))}</p>}
    </section>
  );
}
