import { join, resolve } from 'node:path';
import { isDate } from '#rules/values/weeks.ts';
import { exportPeriod } from '#server/regulator/export.ts';
import { type Command, textOption, UsageError } from './command.ts';
import { table } from './table.ts';

export const command = {
  words: 'export regulator',
  usage: 'DAY [LAST DAY] [--to FOLDER]',
  summary: 'Records of a day or several that are over, with a signed list of the files',
  args: [1, 2],
  options: { to: { type: 'string', help: 'the folder, else one named by the days in DATA_DIR/regulator' } },
  role: 'reads',
  logged: true,
  async run({ config, database, log }, input) {
    const [from = '', until = from] = input.args;
    if (![from, until].every(isDate) || until < from)
      throw new UsageError('DAY and LAST DAY must be days such as 2026-12-24, in this order.');
    const name = from === until ? from : `${from}_${until}`;
    const folder = resolve(textOption(input, 'to') ?? join(config.dataDir, 'regulator', name));
    const { signingKey } = config.secrets;
    const { manifest, sha256, isNew } = await exportPeriod(
      { db: database.db, log, signingKey },
      { from, until, folder },
    );
    const rows = manifest.files.map(({ name: file, records, bytes }) => [file, records, bytes]);
    const said = isNew ? `Written to ${folder}.` : `${folder} holds it already, as it is.`;
    return {
      json: { folder, isNew, manifest, sha256 },
      text: `${table(['file', 'records', 'bytes'], rows)}\n\n${said} Manifest ${sha256}.`,
    };
  },
} satisfies Command;
