import { transaction } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import type { Command, Context, Input } from './command.ts';

/**
 * One append-only row: who, when, what, how it ended. `begun` is written before anything is done, so that a
 * command that never came to its end is seen too.
 */
export async function writeLog(
  context: Context,
  command: Command,
  input: Input,
  outcome: string,
): Promise<void> {
  const { as, reason, json, ...given } = input.options;
  const options = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, command.options[name]?.secret ? '[removed]' : value]),
  );
  const written = JSON.stringify({ args: input.args, options });
  await transaction(context.database.db, async (tx) => {
    await sql`
      INSERT INTO operator_log (actor, command, arguments, reason, outcome)
      VALUES (${context.actor}, ${command.words}, ${written}::jsonb, ${context.reason}, ${outcome})
    `.execute(tx);
  });
}
