import { readRegister } from '#server/operators/register.ts';
import type { Command } from './command.ts';
import { table } from './table.ts';

export const command = {
  words: 'operator list',
  usage: '',
  summary: 'Every operator and key there was, with roles, since when and until when',
  args: [0, 0],
  options: {},
  role: 'reads',
  logged: false,
  async run({ database }) {
    const register = await readRegister(database.db);
    const operators = register.map(({ name, publicKey, roles, since, end }) => ({
      ...{ name, publicKey: publicKey.toString('base64'), roles, since },
      end: end && { kind: end.kind, at: end.at },
    }));
    const rows = operators.map(({ name, roles, since, end, publicKey }) => [
      name,
      roles.join(','),
      since.toISOString(),
      end === null ? '' : `${end.kind} ${end.at.toISOString()}`,
      publicKey,
    ]);
    return {
      json: { operators },
      text:
        rows.length === 0 ? 'There is no operator.' : table(['name', 'roles', 'since', 'end', 'key'], rows),
    };
  },
} satisfies Command;
