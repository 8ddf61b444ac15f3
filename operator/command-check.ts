import { checkCommands } from '#server/operators/check.ts';
import type { Answer, Context } from './command.ts';

/** What `ledger check` and `security check` say of operators' commands. */
export async function checkedCommands({ database, config }: Context): Promise<Required<Answer>> {
  const check = await checkCommands(database.db, config.secrets);
  if (!check.ok) return { json: check, text: `BROKEN: ${check.broken}.`, failed: true };
  const { proven, unproven, doubtful } = check;
  const lines = [
    `Commands of operators: ${proven} signed and verified, ${unproven} not proven.`,
    ...doubtful.map((each) => `LOOK: signed by a key after it was lost: ${each}`),
  ];
  return { json: check, text: lines.join('\n'), failed: false };
}
