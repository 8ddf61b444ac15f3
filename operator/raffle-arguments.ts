/** What both who draw a raffle type: `GAME DRAW --numbers 17,4,233`, in the order of drawing. */
import type { EnteredRaffle } from '#server/draws/raffles/hold.ts';
import { type Context, type Input, type Option, textOption, UsageError } from './command.ts';
import { drawArgument } from './draw-arguments.ts';

export const raffleUsage = 'GAME DRAW --numbers 17,4,233';

export const raffleOptions: Readonly<Record<string, Option>> = {
  numbers: { type: 'string', required: true, help: 'in the order of drawing; none where nobody takes part' },
};

export async function raffleInput(context: Context, input: Input) {
  const typed = textOption(input, 'numbers') ?? '';
  if (!/^(none|\d{1,9}(,\d{1,9})*)$/.test(typed))
    throw new UsageError('--numbers is a list such as 17,4,233, or none.');
  const numbers = typed === 'none' ? [] : typed.split(',').map(Number);
  const draw = await drawArgument(context, input);
  const entered: EnteredRaffle = { drawId: draw.drawId, numbers, actor: context.actor };
  return { draw, entered };
}
