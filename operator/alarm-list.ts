import { listAlarms } from '#server/alarms/alarms.ts';
import type { Command } from './command.ts';
import { table } from './table.ts';

export const command = {
  words: 'alarm list',
  usage: '',
  summary: 'Alarms that nobody has seen, and the last ones that were seen',
  args: [0, 0],
  options: {},
  role: 'reads',
  logged: false,
  async run({ database }) {
    const alarms = await listAlarms(database.db);
    const rows = alarms.map(({ alarmId, raisedAt, kind, reference, delivered, failure, seenBy, message }) => [
      alarmId,
      raisedAt.toISOString().slice(0, 16),
      kind,
      reference,
      delivered,
      failure ?? '',
      seenBy ?? 'OPEN',
      message,
    ]);
    const heads = ['alarm', 'raised', 'kind', 'about', 'delivered', 'failure', 'seen by', 'message'];
    return { json: { alarms }, text: rows.length === 0 ? 'There is no alarm.' : table(heads, rows) };
  },
} satisfies Command;
