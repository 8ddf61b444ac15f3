import { statementOf } from '#server/ledger/statement.ts';
import { refuse } from '#server/platform/refusal.ts';
import { findPlayer } from '#server/players/account/find.ts';
import { type Command, textOption } from './command.ts';
import { momentOf } from './moment.ts';
import { amount, table } from './table.ts';

export const command = {
  words: 'ledger statement',
  usage: 'PLAYER [--at ISO]',
  summary:
    "A player's statement now or at a past moment, recomputed from entries; PLAYER is an id or a user name",
  args: [1, 1],
  options: { at: { type: 'string', help: 'the moment, ISO 8601' } },
  role: 'players',
  logged: true,
  async run({ database }, input) {
    const player = (await findPlayer(database.db, input.args[0] ?? '')) ?? refuse('EC_USER_NOT_FOUND');
    const typed = textOption(input, 'at');
    const at = typed === undefined ? null : momentOf(typed, '--at');
    const statement = await statementOf(database.db, player.playerId, at);
    if (!statement) refuse('EC_USER_NOT_FOUND');
    const { lines, balance, agrees } = statement;
    const rows = lines.map((line) => {
      const { at, kind, amount, balance, cause } = line;
      const madeFor = cause ? `${cause.kind} ${cause.id}` : '';
      return [at.toISOString(), kind.replaceAll('_', ' '), amount, balance, madeFor];
    });
    const verdict = agrees
      ? 'Every balance equals what was shown.'
      : 'A BALANCE DIFFERS from what was shown.';
    const sum = `${player.username}: ${amount(balance)} kr. ${verdict}`;
    return {
      json: {
        playerId: String(player.playerId),
        username: player.username,
        at: statement.at,
        balance,
        agrees,
        lines,
      },
      text: `${table(['at', 'kind', 'amount', 'balance', 'for'], rows)}\n\n${sum}`,
      failed: !agrees,
    };
  },
} satisfies Command;
