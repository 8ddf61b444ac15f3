/** What the draw commands have in common: `GAME DRAW` and the typed result. */
import { isGameId } from '#rules/numbers/games.ts';
import { type Draw, drawByNumber } from '#server/draws/draw.ts';
import type { EnteredResult } from '#server/draws/results.ts';
import { refuse } from '#server/platform/refusal.ts';
import { type Context, type Input, type Option, textOption, UsageError, wholeNumber } from './command.ts';

export function gameArgument(input: Input): string {
  const game = input.args[0] ?? '';
  if (!isGameId(game))
    refuse('EC_PRODUCTTYPE_NOT_FOUND', { details: { message: `There is no game "${game}".` } });
  return game;
}

export function drawNumberArgument(input: Input): number {
  return wholeNumber(input.args[1], 'DRAW', 1, 999_999);
}

export function drawArgument({ database }: Context, input: Input): Promise<Draw> {
  return drawByNumber(database.db, gameArgument(input), drawNumberArgument(input));
}

export const resultOptions: Readonly<Record<string, Option>> = {
  numbers: { type: 'string', help: 'the main numbers, 1,2,3,4,5', required: true },
  bonus: { type: 'string', help: 'the bonus numbers, 6' },
  joker: { type: 'string', help: 'the five Joker digits, 01234' },
};

export function resultInput(draw: Draw, actor: string, input: Input): EnteredResult {
  return {
    drawId: draw.drawId,
    outcome: {
      numbers: numberList(textOption(input, 'numbers') ?? '', '--numbers'),
      bonusNumbers: numberList(textOption(input, 'bonus') ?? '', '--bonus'),
      joker: textOption(input, 'joker') ?? null,
    },
    actor,
  };
}

function numberList(text: string, option: string): number[] {
  if (text === '') return [];
  if (!/^\d{1,3}(,\d{1,3})*$/.test(text))
    throw new UsageError(`${option} is a list of numbers such as 1,2,3.`);
  return text.split(',').map(Number);
}
