import { retrying, transaction } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { openSyndicate } from '#server/syndicates/syndicates.ts';
import { clubArgument } from './club-arguments.ts';
import { type Command, textOption, wholeNumber } from './command.ts';
import { drawArgument } from './draw-arguments.ts';

const minutesDefault = '30';

export const command = {
  words: 'pool open',
  usage: 'NUMBER GAME PROGRAM NAME [--stop MINUTES]',
  summary:
    'A pool of a club for a program: people buy shares until so many minutes before the program closes',
  args: [4, 4],
  options: {
    stop: { type: 'string', help: `minutes before the close, at least 15; ${minutesDefault} without it` },
  },
  actor: 'required',
  role: 'clubs',
  logged: true,
  async run(context, input) {
    const [clubId, [, game = '', program = '', name = '']] = [clubArgument(input), input.args];
    const minutes = wholeNumber(textOption(input, 'stop') ?? minutesDefault, '--stop', 15, 10_080);
    const { drawId } = await drawArgument(context, { ...input, args: [game, program] });
    const opening = { clubId, drawId, name, minutesBeforeClose: minutes, actor: context.actor };
    const { id, opened } = await retrying(() =>
      transaction(context.database.db, (tx) => openSyndicate(tx, opening)),
    );
    const poolId = encodeId(id);
    return {
      json: { poolId, club: clubId, game, program: Number(program), minutesBeforeClose: minutes, opened },
      text: opened ? `Pool ${poolId} collects.` : `Pool ${poolId} was opened before.`,
    };
  },
} satisfies Command;
