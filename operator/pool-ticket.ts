import { retrying, transaction } from '#server/platform/database.ts';
import { placeTicket, type SyndicateWager } from '#server/syndicates/place-ticket.ts';
import { type Command, type Input, textOption, UsageError, wholeNumber } from './command.ts';
import { poolAnswer, poolArgument } from './pool-arguments.ts';
import { readTextFile } from './text-file.ts';

export const command = {
  words: 'pool ticket',
  usage: 'POOL --rows N --stake KR (--panels ROWS [--system ID] [--base SIGNS] | --file FILE) [--nth N]',
  summary: 'Places a ticket of a pool that has stopped collecting; the same again is the same ticket',
  args: [1, 1],
  options: {
    rows: { type: 'string', help: 'how many rows it plays', required: true },
    stake: { type: 'string', help: 'what it costs, whole krónur', required: true },
    panels: { type: 'string', help: 'rows of 13 signs as players write them, separated by |' },
    system: { type: 'string', help: 'O, or the id of a system' },
    base: { type: 'string', help: 'the base signs of a U system' },
    file: { type: 'string', help: 'a file of single rows, one a line, instead of --panels' },
    nth: { type: 'string', help: '2 for a second ticket with the same rows' },
  },
  actor: 'required',
  role: 'clubs',
  logged: true,
  async run(context, input) {
    const syndicate = await poolArgument(context, input);
    const wager = await wagerOf(input);
    const { ticketId } = await retrying(() =>
      transaction(context.database.db, (tx) => placeTicket(tx, syndicate, wager, context.actor)),
    );
    return poolAnswer(await poolArgument(context, input), { ticketId }, [`Ticket ${ticketId} is placed.`]);
  },
} satisfies Command;

async function wagerOf(input: Input): Promise<SyndicateWager> {
  const number = (name: string, text: string | undefined) => wholeNumber(text, `--${name}`, 1, 1_000_000_000);
  const [panels, file] = [textOption(input, 'panels'), textOption(input, 'file')];
  if ((panels === undefined) === (file === undefined)) throw new UsageError('Either --panels or --file.');
  const counts = {
    rows: number('rows', textOption(input, 'rows')),
    stake: number('stake', textOption(input, 'stake')),
    nth: number('nth', textOption(input, 'nth') ?? '1'),
  };
  if (file !== undefined) {
    const text = await readTextFile(file, { megabytesMax: 1 });
    return { ...counts, pcRows: text.trim().split(/\s+/).join('|') };
  }
  return { ...counts, panels, system: textOption(input, 'system'), panelU: textOption(input, 'base') };
}
