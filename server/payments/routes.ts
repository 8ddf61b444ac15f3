/** Contract entry → function; no conditions. */
import type { Db } from '#server/platform/database.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { accountDetails } from '#server/players/account/account.ts';
import { createAurStatus } from './aur/status.ts';
import { addCard } from './cards/add.ts';
import { removeCard } from './cards/remove.ts';
import { beginDeposit } from './deposits/begin.ts';
import type { ForwardVerification } from './forward.ts';
import { updateMethod } from './method.ts';
import { cancelPayment, readVerification } from './open.ts';
import type { PaymentParts } from './parts.ts';
import { withdraw } from './withdrawals/withdraw.ts';

/** @param pages of `Database`, for what is asked each second */
export function paymentRoutes(parts: PaymentParts, pages: Db, forward: ForwardVerification) {
  const { db } = parts;
  const aurStatus = createAurStatus(pages);
  return {
    'card.add': (input, context) => addCard(parts, input, context),
    'card.remove': ({ body }, { caller }) => removeCard(parts, caller, body.isSubscriptionCard),
    'account.deposit': (input, context) => beginDeposit(parts, 'deposit', input, context),
    'account.depositInsufficientBalance': (input, context) =>
      beginDeposit(parts, 'depositInsufficientBalance', input, context),
    'account.forwardCardVerification': async ({ body }, { ip }) => {
      const { reentryUrl: _, ...answer } = await forward(body, ip);
      return answer;
    },
    'account.verification': ({ params }, { caller }) =>
      readVerification(db, caller.playerId, params.verificationId),
    'account.cancelPayment': ({ body }, { caller }) => cancelPayment(db, caller.playerId, body.id),
    'account.withdraw': (input, context) => withdraw(db, input, context),
    'account.updatePaymentMethod': async ({ body }, { caller }) => {
      await updateMethod(db, caller.playerId, body.paymentMethod);
      return accountDetails(db, caller.playerId);
    },
    'account.aurStatus': ({ params }, { caller }) => aurStatus(caller.playerId, params.token),
  } satisfies Partial<Handlers>;
}
