import { parseBankAccount } from '#rules/values/bank-account.ts';
import { parseOrganisationId } from '#rules/values/organisation-id.ts';
import { enterClubAccount } from '#server/payments/clubs/account.ts';
import { retrying, transaction } from '#server/platform/database.ts';
import { clubArgument } from './club-arguments.ts';
import { type Command, textOption, UsageError } from './command.ts';

export const command = {
  words: 'club bank',
  usage: 'NUMBER --account 0000-00-000000 --owner 4000000000',
  summary: 'Names where a club is paid; it holds once another person enters the same',
  args: [1, 1],
  options: {
    account: { type: 'string', help: 'the bank account of the club', required: true },
    owner: { type: 'string', help: 'the national id of the club', required: true },
  },
  actor: 'required',
  role: 'clubs',
  logged: true,
  async run({ database, actor }, input) {
    const clubId = clubArgument(input);
    const bankAccount = parseBankAccount(textOption(input, 'account') ?? '');
    if (bankAccount === null) throw new UsageError('--account must be like 0133-26-012345.');
    const ownerNationalId = parseOrganisationId(textOption(input, 'owner') ?? '');
    if (ownerNationalId === null) throw new UsageError('--owner must be the national id of an association.');
    const entry = { clubId, bankAccount, ownerNationalId, actor };
    const confirmed = await retrying(() => transaction(database.db, (tx) => enterClubAccount(tx, entry)));
    return {
      json: { club: clubId, account: bankAccount, owner: ownerNationalId, confirmed },
      text: confirmed
        ? `Club ${clubId} is paid to ${bankAccount}.`
        : `${actor} entered ${bankAccount}; another person enters it as well.`,
    };
  },
} satisfies Command;
