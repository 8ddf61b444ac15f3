import { showPayment } from '#server/payments/show.ts';
import type { Command } from './command.ts';
import { table } from './table.ts';

export const command = {
  words: 'payments show',
  usage: 'PAYMENT',
  summary: 'A payment as it stands, and every step it took',
  args: [1, 1],
  options: {},
  role: 'payments',
  logged: true,
  async run({ database }, { args: [id = ''] }) {
    const shown = await showPayment(database.db, id);
    const { steps, ...payment } = shown;
    const facts = Object.entries(payment).flatMap(([name, value]) =>
      value === null ? [] : [[name, value instanceof Date ? value.toISOString() : String(value)]],
    );
    const rows = steps.map(({ at, from, to, code }) => [at.toISOString(), from, to, code ?? '']);
    const text = `${table(['payment', ''], facts)}\n\n${table(['at', 'from', 'to', 'code'], rows)}`;
    return { json: shown, text };
  },
} satisfies Command;
