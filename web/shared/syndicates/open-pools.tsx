/** Pools of a club that people can join, each with what it has collected and until when. */
import type { ApiAnswer } from '#contract/api.ts';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useGameName } from '#web/shared/games/game-name.ts';
import { useText } from '#web/text/text.tsx';
import { Section } from '#web/ui/section.tsx';
import { WayList } from '#web/ui/way-list.tsx';

type Pools = ApiAnswer<'clubsale.pools'>['pools'];

/** @param pools null where they could not be read */
export function OpenPools({ pools }: { pools: Pools | null }) {
  const { t, locale, format } = useText();
  const nameOf = useGameName();
  const open = pools?.filter(({ status }) => status === 'collecting') ?? [];
  if (pools === null) return null;
  return (
    <Section title={t('toto.clubsale.open.title')}>
      {open.length === 0 ? (
        <p className="soft">{t('toto.clubsale.open.none')}</p>
      ) : (
        <WayList
          ways={open.map((pool) => ({
            to: pathsFor(locale).ownPools({ kerfi: pool.poolId }),
            title: pool.name,
            text: `${nameOf(pool.gameId)}, ${t('toto.clubsale.open.until', {
              date: format.dateTime(pool.collectsUntil),
            })}`,
            aside: t('toto.clubsale.open.collected', { amount: money(pool.collected) }),
            game: pool.gameId,
          }))}
        />
      )}
    </Section>
  );
}
