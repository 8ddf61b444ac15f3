/** The club of a slip by its name, in the review and on the receipt. */
import { useOwn } from '#web/personal/own-part.ts';
import { Line } from '#web/shared/purchase/line.tsx';
import { useText } from '#web/text/text.tsx';
import { useClubs } from './use-clubs.ts';

/** @param chosen as on the slip: 0 for none, null for the club of the account */
export function ClubLine({ chosen }: { chosen: number | null }) {
  const { t } = useText();
  const own = useOwn()?.account.club ?? null;
  const { clubs } = useClubs(chosen !== null && chosen > 0);
  if (chosen === null) return <Line label={t('toto.club')} value={own?.name ?? t('pools.noClub')} />;
  const name = clubs?.find(({ number }) => number === chosen)?.name;
  return <Line label={t('toto.club')} value={chosen === 0 ? t('pools.noClub') : (name ?? String(chosen))} />;
}
