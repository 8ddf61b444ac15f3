import { matchOf, type Program, type ProgramMatch, programOf } from '#server/games/pools/program.ts';
import { type Context, type Input, wholeNumber } from './command.ts';
import { drawArgument } from './draw-arguments.ts';

/** `GAME PROGRAM` */
export async function programArgument(context: Context, input: Input): Promise<Program> {
  const { drawId } = await drawArgument(context, input);
  return programOf(context.database.db, drawId);
}

/** `GAME PROGRAM MATCH` */
export async function programMatchArgument(
  context: Context,
  input: Input,
): Promise<{ program: Program; match: ProgramMatch }> {
  const program = await programArgument(context, input);
  return { program, match: matchOf(program, wholeNumber(input.args[2], 'MATCH', 1, 99)) };
}
