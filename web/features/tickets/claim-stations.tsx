/** The stations of a large prize on its way to the winner: done, current and ahead. */
import type { ApiAnswer } from '#contract/api.ts';
import { daysBetween } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import * as claimCss from './claim.module.css';

export type Claims = ApiAnswer<'claims.list'>;
export type Claim = Claims['claims'][number];

/** Data of the page beside the claim. */
export type ClaimData = Omit<Claims, 'claims'> & {
  name: string;
  bankAccount?: string | undefined;
  /** From when payments to this account are allowed; absent once they are. */
  bankAccountFrom?: string | undefined;
};

type Station = { key: string; name: string; at?: string | undefined; how?: string | undefined };

type Props = {
  claim: Claim;
  reviewWorkdays: number;
  /** Stations always stand one below another, also on a wide screen. */
  isNarrow?: boolean;
};

export function ClaimStations({ claim, reviewWorkdays, isNarrow = false }: Props) {
  const { t } = useText();
  const { stations, now } = useStations(claim, reviewWorkdays);
  return (
    <ol
      className={isNarrow ? claimCss.stations : `${claimCss.stations} ${claimCss.across}`}
      aria-label={t('claim.path')}
    >
      {stations.map(({ key, name, at, how }, place) => (
        <li
          key={key}
          className={place < now ? claimCss.past : place === now ? claimCss.now : undefined}
          aria-current={place === now ? 'step' : undefined}
        >
          {place < now && <span className="visually-hidden">{t('myPages.tickets.large.done')}: </span>}
          <b>{name}</b>
          {at && <span className={claimCss.at}>{at}</span>}
          {how && <span>{how}</span>}
        </li>
      ))}
    </ol>
  );
}

/** `now`: index of the current station; past the last one once the prize is paid. */
function useStations(claim: Claim, days: number): { stations: Station[]; now: number } {
  const { t, format } = useText();
  const { station, confirmedAt, claimedAt, approvedAt } = claim;
  const isClaimed = station !== 'claim';
  const isByStaff = isClaimed && claimedAt === undefined;
  const when = (instant: string | undefined) => instant && format.dateTime(instant);
  const stations: Station[] = [
    {
      key: 'confirmed',
      name: t('claim.station.confirmed'),
      at: when(confirmedAt),
      how: t('claim.station.confirmedHow'),
    },
    {
      key: 'claim',
      name: t(`claim.station.${isByStaff ? 'claimStaff' : isClaimed ? 'claimDone' : 'claim'}`),
      at: when(claimedAt),
      how: isByStaff ? undefined : t('claim.station.claimHow'),
    },
    approvedAt === undefined && station !== 'paid'
      ? {
          key: 'review',
          name: t('claim.station.review'),
          at: t('claim.station.reviewWithin', { days }),
          how: t('claim.station.reviewHow'),
        }
      : {
          key: 'review',
          name: t('claim.station.reviewDone'),
          at: when(approvedAt),
          how: t('claim.station.reviewHowDone'),
        },
  ];
  const waiting = useWaiting(claim);
  if (waiting) stations.push(waiting);
  stations.push(useArrival(claim));
  const last = stations.length - 1;
  const wait = waiting ? 3 : last;
  const places = { claim: 1, review: 2, wait, payment: last, refused: last, paid: stations.length };
  return { stations, now: places[station] };
}

/** The waiting time that the rules set for the largest prizes; null for other prizes. */
function useWaiting({ station, payableFrom, heldAbove = 0, drawDate }: Claim): Station | null {
  const { t, format } = useText();
  if (payableFrom === undefined || drawDate === undefined) return null;
  const isOver = station === 'payment' || station === 'refused' || station === 'paid';
  const days = daysBetween(drawDate, payableFrom);
  return {
    key: 'wait',
    name: t(isOver ? 'claim.station.waitDone' : 'claim.station.wait'),
    at: isOver ? format.dateYear(payableFrom) : format.onDate(payableFrom),
    how: isOver
      ? t('claim.station.waitHowDone', { days })
      : t('claim.station.waitHow', { days, amount: money(heldAbove) }),
  };
}

function useArrival({ station, endedAt, bankAccount, payableFrom, paysFrom, claimedAt }: Claim): Station {
  const { t, format } = useText();
  const key = 'paid';
  if (station === 'refused') {
    return { key, name: t('claim.station.refused'), how: t('claim.station.refusedHow') };
  }
  if (station === 'payment' && paysFrom === undefined) {
    return { key, name: t('claim.station.paying'), how: t('claim.station.payingHow') };
  }
  const earliest = paysFrom ?? payableFrom;
  const isBank = station === 'claim' || claimedAt !== undefined || bankAccount !== undefined;
  return {
    key,
    name: t(isBank ? 'claim.station.paid' : 'claim.station.paidWallet'),
    at: endedAt ? format.dateTime(endedAt) : earliest && format.dateYear(earliest),
    how: t('claim.station.paidHow'),
  };
}
