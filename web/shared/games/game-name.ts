/** Names of games: the texts have those of the product, any other game brings its own. */
import { type AnyGameId, gameOf } from '#rules/games.ts';
import { useSite } from '#web/page/site.ts';
import { useText } from '#web/text/text.tsx';

export function useGameName(): (gameId: string) => string {
  const { t, locale } = useText();
  const { named = [] } = useSite();
  return (gameId) => {
    if (isGame(gameId)) return t(`games.${gameId}.name`);
    return named.find((game) => game.gameId === gameId)?.name[locale] ?? gameId;
  };
}

/** The same after a verb: `í Lottó`. */
export function useGameNameIn(): (gameId: string) => string {
  const { t, locale } = useText();
  const { named = [] } = useSite();
  return (gameId) => {
    if (isGame(gameId)) return t(`games.${gameId}.nameIn`);
    return named.find((game) => game.gameId === gameId)?.nameIn[locale] ?? gameId;
  };
}

const isGame = (gameId: string): gameId is AnyGameId => gameOf(gameId) !== null;
