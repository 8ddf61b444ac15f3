import { createPaymentParts } from '#server/outside.ts';
import { storedCards } from '#server/payments/cards/saved.ts';
import { countOpenPayments } from '#server/payments/open.ts';
import { erasePlayer } from '#server/players/account/erase.ts';
import { countOpenCoupons } from '#server/sales/activity.ts';
import { type Command, reasonOf, wholeNumber } from './command.ts';

/** What fits a safe integer. */
const idMax = 999_999_999_999_999;

export const command = {
  words: 'players erase',
  usage: 'ID --reason WHY',
  summary: 'Takes the personal data of a closed player with nothing open; ID is the number; the books stay',
  args: [1, 1],
  options: {},
  role: 'players',
  logged: true,
  async run(context, { args }) {
    reasonOf(context);
    // Not by name: what was typed stays in the log.
    const playerId = wholeNumber(args[0], 'ID', 1, idMax);
    const { config, database, log } = context;
    const parts = { db: database.db, secret: config.secrets.session };
    const payments = createPaymentParts({ config, db: database.db, log });
    const forget = await storedCards(database.db, playerId);
    const open = { coupons: countOpenCoupons, payments: countOpenPayments };
    const { erasedAt, erased } = await erasePlayer(parts, playerId, open);
    for (const card of forget) await payments.cardGateway.forgetCard(card);
    const text = erased
      ? `Player ${playerId} is erased. Ledger, tickets and logs keep the number alone.`
      : `Player ${playerId} was erased on ${erasedAt.toISOString()}; nothing was done.`;
    return { json: { playerId: String(playerId), erased, erasedAt }, text };
  },
} satisfies Command;
