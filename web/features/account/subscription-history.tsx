/** What a subscription has paid ahead, what it paid and won since the start, and each of its charges. */
import { money } from '#texts/number.ts';
import { useShell } from '#web/page/shell.ts';
import { useText } from '#web/text/text.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import { Section } from '#web/ui/section.tsx';
import { Table } from '#web/ui/table.tsx';
import { type Card, CardLink, PaidBy } from './subscription-card.tsx';
import type { SubscriptionDetail } from './subscription-data.ts';
import * as subscriptionsCss from './subscriptions.module.css';
import * as transactionsCss from './transactions.module.css';

type Props = { subscription: SubscriptionDetail };

/** `card`: that may pay; null when nothing will be charged any more. */
export function Prepaid({ subscription, card }: Props & { card: Card | null }) {
  const { t, format } = useText();
  const { prepaid, drawDates, nextCharge } = subscription;
  return (
    <Section title={t('myPages.subscriptions.labelPrepaid')}>
      <div className="stack">
        <p>
          <b className={`${subscriptionsCss.prepaidSum} money`}>{money(prepaid)}</b>
          <br />
          <span className="soft">{t('myPages.subscriptions.left', { count: drawDates.length })}</span>
        </p>
        <Stations subscription={subscription} />
        <dl className={listsCss.keyValues}>
          {nextCharge && (
            <div>
              <dt>{t('myPages.subscriptions.nextCharge', { date: format.date(nextCharge.at) })}</dt>
              <dd>{money(nextCharge.amount)}</dd>
            </div>
          )}
          {card !== null && (
            <div>
              <dt>{t('myPages.subscriptions.payTitle')}</dt>
              <dd>
                <PaidBy card={card} />
              </dd>
            </div>
          )}
        </dl>
        {card !== null && (
          <p>
            <CardLink isFirst={card === undefined} />
          </p>
        )}
        <p className="meta measure">{t('subscription.from')}</p>
      </div>
    </Section>
  );
}

const stationsShown = 4;
const stops = {
  played: subscriptionsCss.stationPlayed,
  next: subscriptionsCss.stationNext,
  ahead: undefined,
};

/** The draws played last and those that are paid for, around the next one. */
function Stations({ subscription: { tickets, drawDates } }: Props) {
  const { t, format } = useText();
  if (drawDates.length === 0) return null;
  const days = new Set(tickets.flatMap(({ drawDate }) => drawDate?.slice(0, 10) ?? []));
  const played = [...days].filter((day) => !drawDates.includes(day)).sort();
  const before = Math.max(2, stationsShown - drawDates.length);
  const stations = [
    ...played.slice(-before).map((day) => ({ day, state: 'played' as const })),
    ...drawDates.map((day, place) => ({ day, state: place === 0 ? ('next' as const) : ('ahead' as const) })),
  ].slice(0, stationsShown);
  return (
    <ol className={subscriptionsCss.stations} aria-label={t('myPages.subscriptions.stations')}>
      {stations.map(({ day, state }) => (
        <li key={day} className={stops[state]}>
          <b>{format.dayMonthShort(day)}</b>
          <span>{t(`myPages.subscriptions.${state}`)}</span>
        </li>
      ))}
    </ol>
  );
}

export function SinceStart({ subscription: { sums, prepaid } }: Props) {
  const { t } = useText();
  const { draws, paid, won } = sums;
  const lines = [
    [t('myPages.subscriptions.sumPaid'), paid],
    [t('myPages.subscriptions.sumWon'), won],
    [t('myPages.subscriptions.sumNet'), won - paid],
  ] as const;
  return (
    <Section title={t('myPages.subscriptions.sinceStart')}>
      <div className="stack">
        <dl className={listsCss.sums}>
          {lines.map(([label, amount]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{money(amount)}</dd>
            </div>
          ))}
        </dl>
        <p className="soft">
          {t('myPages.subscriptions.sumOf', { draws })}
          {prepaid > 0 && ` ${t('myPages.subscriptions.sumAhead', { amount: money(prepaid) })}`}
        </p>
      </div>
    </Section>
  );
}

const chargesAtOnce = 6;

export function Charges({ subscription: { charges } }: Props) {
  const { t } = useText();
  const older = charges.slice(chargesAtOnce);
  return (
    <Section title={t('myPages.subscriptions.charges')}>
      {charges.length === 0 && <p>{t('myPages.subscriptions.noCharges')}</p>}
      {charges.length > 0 && <ChargeTable charges={charges.slice(0, chargesAtOnce)} />}
      {older.length > 0 && (
        <Disclosure name={t('myPages.subscriptions.moreCharges', { count: older.length })}>
          <ChargeTable charges={older} />
        </Disclosure>
      )}
    </Section>
  );
}

function ChargeTable({ charges }: Pick<SubscriptionDetail, 'charges'>) {
  const { t, format } = useText();
  const { now } = useShell();
  return (
    <Table
      caption={t('myPages.subscriptions.charges')}
      isCaptionHidden
      columns={[
        { name: t('myPages.subscriptions.chargeOn') },
        { name: t('myPages.subscriptions.chargeFor') },
        { name: t('myPages.subscriptions.chargeAmount'), align: 'end' },
      ]}
      rows={charges.map(({ at, amount, outcome, dates, free }) => ({
        key: `${at} ${outcome}`,
        cells: [
          format.dayOfYears(at, now),
          outcome === 'paid' ? (
            <>
              {t('subscription.draws', { count: dates.length, free })}
              {dates.length > 0 && <span className={`meta ${listsCss.ofFund}`}>{format.dates(dates)}</span>}
            </>
          ) : (
            t(`myPages.subscriptions.outcome.${outcome}`)
          ),
          <Amount key="amount" outcome={outcome} amount={amount} />,
        ],
      }))}
    />
  );
}

/** What was not paid moved nothing. */
function Amount({ outcome, amount }: Pick<SubscriptionDetail['charges'][number], 'outcome' | 'amount'>) {
  if (outcome === 'paid') return money(amount);
  return outcome === 'returned' ? <span className={transactionsCss.positive}>+{money(amount)}</span> : '–';
}
