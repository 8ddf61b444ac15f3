import { enterBeacon } from '#server/games/pools/lots.ts';
import { type Command, textOption } from './command.ts';
import { programArgument } from './program-arguments.ts';

export const command = {
  words: 'program lots',
  usage: 'GAME PROGRAM --value HEX',
  summary:
    'The public beacon’s value of the time that the program names; it holds once another enters it too',
  args: [2, 2],
  options: { value: { type: 'string', help: '64 hexadecimal digits', required: true } },
  actor: 'required',
  role: 'draws',
  logged: true,
  async run(context, input) {
    const { drawId, game, number } = await programArgument(context, input);
    const value = textOption(input, 'value') ?? '';
    const { confirmed } = await enterBeacon(context.database.db, { drawId, value, actor: context.actor });
    return {
      json: { game, program: number, confirmed },
      text: confirmed
        ? `The lots of ${game} ${number} follow from the value of the beacon.`
        : `${context.actor} entered the value; another person enters it as well.`,
    };
  },
} satisfies Command;
