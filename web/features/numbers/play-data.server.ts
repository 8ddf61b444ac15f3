/** What the play and game pages know about a game: its rules as plain data, chances, the draw now on sale. */
import type { ApiAnswer } from '#contract/api.ts';
import { drawCountMax, numberGames, rowsMax, rulesOf } from '#rules/numbers/games.ts';
import { jokerLength } from '#rules/numbers/joker.ts';
import { anyPrizeOdds, tierOdds } from '#rules/numbers/odds.ts';
import { parsePlayAddress } from '#rules/numbers/play-address.ts';
import { groupDigits } from '#texts/number.ts';
import type { PlayDraw } from './quote.ts';
import { emptySlip, type Slip, slipRow } from './slip.ts';

type Draw = ApiAnswer<'lotto.currentDraw'>;

export type GameId = PlayDraw['gameId'];

export function gameFacts({
  gameId,
  rules: version,
  prizeShare,
}: Pick<PlayDraw, 'gameId' | 'rules' | 'prizeShare'>) {
  const [first] = tierOdds(version);
  return {
    matrix: {
      pick: version.main.pick,
      max: version.main.max,
      bonus: version.chosenBonus,
      systemSizes: numberGames[gameId].systemSizes,
      drawDays: version.drawDays,
      rowsMax,
    },
    multiDrawOptions: numberGames[gameId].multiDrawOptions,
    chances: {
      any: groupDigits(Math.round(anyPrizeOdds(version).oneIn)),
      first: groupDigits(Math.round(first?.oneIn ?? 0)),
      notToPrizes: 100 - Math.floor(prizeShare / 100),
    },
  };
}

export function playDraw(draw: Draw): PlayDraw {
  return {
    gameId: draw.gameId as GameId,
    draw: draw.draw,
    drawDate: draw.drawDate,
    closeDate: draw.closeDate,
    amountRow: draw.amountRow,
    amountJoker: draw.amountJoker,
    rules: rulesOf(draw),
    rollDown: draw.rollDown,
    rollDownDraw: draw.rollDownDraw,
    firstPrize: draw.firstPrize,
    prizeShare: draw.prizeShare,
    followingDraws: draw.followingDraws,
  };
}

export type Given = {
  /** The slip that the address spells, null when it spells none. */
  slip: Slip | null;
  /** How many quick-pick rows it asks for, 0 for none. */
  quick: number;
  reset: boolean;
  /** True when something in it could not be read and was left out. */
  leftOut: boolean;
  /** A Joker was asked for that has no five digits: what is there stays, to be completed or removed. */
  isJokerIncomplete: boolean;
};

/** Reads what the address asks for; nothing in it can make an error page. */
export function givenBy(draw: PlayDraw, query: URLSearchParams): Given {
  const parameters = { rows: query.get('rows'), joker: query.get('joker'), system: query.get('system') };
  const address = parsePlayAddress(draw.gameId, draw.rules, parameters);
  const { rows, joker: wholeJoker, system, leftOut } = address;
  const isJokerIncomplete = leftOut.includes('joker');
  const joker = isJokerIncomplete ? digitsSoFar(parameters.joker ?? '') : wholeJoker;
  const quick = Number(query.get('quick') ?? 0);
  const days = query.get('subscription') === 'true' ? draw.rules.drawDays : null;
  const slip =
    rows.length === 0 && joker === null && system === 0 && days === null
      ? null
      : { ...emptySlip, days, rows: rows.length > 0 ? rows.map(slipRow) : emptySlip.rows, joker, system };
  return {
    slip,
    quick: Number.isInteger(quick) && quick >= 1 && quick <= rowsMax ? quick : 0,
    reset: query.get('reset') === 'true',
    leftOut: leftOut.some((name) => name !== 'joker'),
    isJokerIncomplete,
  };
}

/** Five places, filled from the front; none from what is longer, or no digits. */
function digitsSoFar(text: string): (number | null)[] {
  const digits = /^\d{1,4}$/.test(text) ? [...text].map(Number) : [];
  return Array.from({ length: jokerLength }, (_, place) => digits[place] ?? null);
}

export function drawOptions(draw: PlayDraw, options: readonly number[]): number[] {
  const most = Math.min(drawCountMax, draw.rollDownDraw, draw.followingDraws.length + 1);
  return options.filter((count) => count <= most);
}
