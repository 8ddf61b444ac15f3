/** Shares the numbers of a ticket as a way to the play page: no amounts, no names, no ticket number. */
import { pathsFor } from '#web/page/paths.ts';
import type { NumberGame } from '#web/shared/games/number-games.ts';
import { useText } from '#web/text/text.tsx';
import { ShareButton } from '#web/ui/share-button.tsx';

type Props = {
  gameId: NumberGame;
  /** As a query of the play page. */
  played: string;
  rows: readonly { readonly numbers: readonly number[]; readonly bonusNumbers: readonly number[] }[];
  joker: readonly number[] | undefined;
};

export function ShareNumbers({ gameId, played, rows, joker }: Props) {
  const { t, locale } = useText();
  const numbers = rows.map(({ numbers, bonusNumbers }) =>
    [numbers, ...(bonusNumbers.length > 0 ? [bonusNumbers] : [])].map((list) => list.join(', ')).join(' + '),
  );
  if (joker) numbers.push(t('joker.spoken', { digits: joker.join('') }));
  return (
    <ShareButton
      kind="plain"
      label={t('myPages.tickets.share')}
      text={t('share.numbersText', { gameIn: t(`games.${gameId}.nameIn`), numbers: numbers.join(' · ') })}
      path={pathsFor(locale).playNumbers(gameId, played)}
    />
  );
}
