/** For tests of the books: players with a card and a bank account, their deposits, and operator commands. */
import { expect } from 'vitest';
import type { Command } from '#operator/command.ts';
import { reconcileDay } from '#server/payments/reconcile/reconcile.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { createLog } from '#server/platform/log.ts';
import type { TestDatabase } from './database.ts';
import type { PaymentFixture } from './payments.ts';
import type { TestPlayer } from './sale.ts';

let people = 500;

/** The fixture is read when one of these is called: suites make it before their first test. */
export function bookSteps(suite: () => { own: TestDatabase; at: PaymentFixture }) {
  const player = async (balance = 0, account: string | null = '0133-26-012345'): Promise<TestPlayer> => {
    const { at } = suite();
    const who = await at.withCard(await at.player(balance), at.newCard());
    people += 1;
    const bank = account === null ? '' : `, bank_account = '${account}', bank_account_since = '-infinity'`;
    await at.setPlayer(who, `national_id = '010190${people}9'${bank}`);
    return who;
  };
  const today = async () => (await databaseNow(suite().own.db)).toISOString().slice(0, 10);
  return {
    player,
    today,
    deposited: async (amount: number, who?: TestPlayer): Promise<{ who: TestPlayer; id: string }> => {
      const { at } = suite();
      const by = who ?? (await player());
      const { body } = await at.deposit(by, amount);
      expect(await at.comeBack(body)).toMatchObject({ success: true });
      return { who: by, id: body.verificationId };
    },
    check: async () => reconcileDay(suite().at.parts, await today(), 'prófun'),
    run: (
      command: Command,
      args: string[],
      more: { actor?: string; options?: Record<string, string> } = {},
    ) => {
      const { config, ...database } = suite().own;
      const log = createLog('test', 2, 'silent');
      return command.run(
        {
          ...{ config, database, kinds: config.kinds, running: false, log },
          ...{ actor: more.actor ?? 'gunna', recordId: null, reason: 'the bank wrote', progress: () => {} },
        },
        { args, options: more.options ?? {} },
      );
    },
  };
}
