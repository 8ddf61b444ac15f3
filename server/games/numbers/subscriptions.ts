/** What subscriptions play, judged and shown by the rules of the number lotteries. */
import { drawDatesBetween } from '#rules/numbers/draws.ts';
import { type GameId, rulesOf } from '#rules/numbers/games.ts';
import { parseJoker } from '#rules/numbers/joker.ts';
import { rowCount } from '#rules/numbers/price.ts';
import { numbersOf } from '#rules/numbers/rows.ts';
import { checkWager } from '#rules/numbers/wager.ts';
import type { Played, SubscriptionRules } from '#server/draws/kind.ts';

export const subscriptionRules: SubscriptionRules = {
  drawDates: (game, from, to) => drawDatesBetween(game as GameId, from, to),
  isPlayable({ game, rulesId }, of) {
    const version = rulesOf({ rulesId });
    const rows = rowsOf(of);
    const played = { gameId: game as GameId, rows, system: of.system, joker: jokerOf(of) ?? undefined };
    return (
      checkWager(version, played, { rollDownDraw: 1 }) === null &&
      rowCount({ version, rows, system: of.system }) === of.rowCount
    );
  },
  show(of) {
    const joker = jokerOf(of);
    return {
      rows: rowsOf(of).map((row, index) => ({ ...row, isQuickPick: (of.quickPicks & (1 << index)) !== 0 })),
      ...(of.system > 0 && { system: of.system }),
      ...(joker && { joker: [...joker] }),
    };
  },
};

const rowsOf = ({ rowMasks, secondMasks }: Played) =>
  rowMasks.map((mask, index) => ({
    numbers: numbersOf(mask),
    bonusNumbers: numbersOf(secondMasks?.[index] ?? 0),
  }));

const jokerOf = ({ side }: Played) => (side === null ? null : parseJoker(side));
