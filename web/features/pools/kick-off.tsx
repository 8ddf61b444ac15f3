import { time } from '#texts/format.ts';
import { useText } from '#web/text/text.tsx';
import type { PlayMatch } from './program.ts';

/** When a match begins, and what has become of that; of other days than today with its day. */
export function KickOff({ match: { kickOff, isMoved, isOff } }: { match: PlayMatch }) {
  const { t, format } = useText();
  return (
    <>
      <span title={format.dateTime(kickOff)}>{time(kickOff)}</span>
      {isOff && <b> {t('toto.postponed')}</b>}
      {isMoved && !isOff && <b> {t('pools.moved')}</b>}
    </>
  );
}
