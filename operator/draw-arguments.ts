/** What the draw commands have in common: `GAME DRAW`, and the result as the game's kind has it typed. */
import { type Draw, drawByNumber } from '#server/draws/draw.ts';
import type { Kinds } from '#server/draws/kind.ts';
import type { EnteredResult } from '#server/draws/results.ts';
import { refuse } from '#server/platform/refusal.ts';
import { type Context, type Input, type Option, textOption, UsageError, wholeNumber } from './command.ts';

export function gameArgument({ kinds }: Context, input: Input): string {
  const game = input.args[0] ?? '';
  if (!kinds.has(game))
    refuse('EC_PRODUCTTYPE_NOT_FOUND', { details: { message: `There is no game "${game}".` } });
  return game;
}

export function drawNumberArgument(input: Input): number {
  return wholeNumber(input.args[1], 'DRAW', 1, 999_999);
}

export function drawArgument(context: Context, input: Input): Promise<Draw> {
  return drawByNumber(context.database.db, gameArgument(context, input), drawNumberArgument(input));
}

/** Of every kind: which of them a game takes is known once the command is read. */
export function resultOptions({ all }: Kinds): Readonly<Record<string, Option>> {
  const options = all.flatMap((kind) => Object.entries(kind.resultOptions.options));
  return Object.fromEntries(options.map(([name, { help }]) => [name, { type: 'string', help }]));
}

export function resultUsage({ all }: Kinds): string {
  return `GAME DRAW ${all.map(({ resultOptions: { usage } }) => usage).join(' | ')}`;
}

export function resultInput({ kinds, actor }: Context, draw: Draw, input: Input): EnteredResult {
  const { options, read } = kinds.of(draw.game).resultOptions;
  const typed: Record<string, string> = {};
  for (const name of Object.keys(resultOptions(kinds))) {
    const text = textOption(input, name);
    if (text === undefined && options[name]?.required) throw new UsageError(`--${name} is missing.`);
    if (text === undefined) continue;
    if (!options[name]) throw new UsageError(`A result of ${draw.game} has no --${name}.`);
    typed[name] = text;
  }
  const outcome = read(typed);
  if (typeof outcome === 'string') throw new UsageError(outcome);
  return { drawId: draw.drawId, outcome, actor };
}
