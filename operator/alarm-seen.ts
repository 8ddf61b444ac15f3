import { markSeen } from '#server/alarms/alarms.ts';
import { transaction } from '#server/platform/database.ts';
import { type Command, wholeNumber } from './command.ts';

export const command = {
  words: 'alarm seen',
  usage: 'ALARM',
  summary: 'Says that a person has seen an alarm: it is delivered no more',
  args: [1, 1],
  options: {},
  actor: 'required',
  role: 'reads',
  logged: true,
  async run({ database, actor }, { args: [text] }) {
    const alarmId = wholeNumber(text, 'ALARM', 1, Number.MAX_SAFE_INTEGER);
    const { seenBy, seenAt } = await transaction(database.db, (tx) => markSeen(tx, alarmId, actor));
    return {
      json: { alarmId, seenBy, seenAt },
      text: `Alarm ${alarmId} was seen by ${seenBy} at ${seenAt.toISOString()}.`,
    };
  },
} satisfies Command;
