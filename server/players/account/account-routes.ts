/** Contract entry → function; no conditions. */
import { listTransactions } from '#server/ledger/transaction-list.ts';
import { noticePage } from '#server/messages/messages.ts';
import type { Db } from '#server/platform/database.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { remindOfDraws } from '#server/players/reminder/draw-reminders.ts';
import { noteReview, readReview } from '#server/players/reminder/review.ts';
import { reAuthenticate } from '#server/players/sessions/fresh.ts';
import { endSessions, listSessions } from '#server/players/sessions/session-list.ts';
import type { SignInParts } from '#server/players/sign-in/sign-in.ts';
import { accountDetails } from './account.ts';
import { confirmMobile } from './confirm-mobile.ts';
import { describeIn, type ExportParts, exportAccount } from './export.ts';
import { updateAccount } from './update-account.ts';

/** @param siteUrl begins the addresses in notices */
export function accountRoutes(parts: SignInParts & ExportParts & { pages: Db }, siteUrl: string) {
  const { db, pages, nameOf } = parts;
  return {
    'account.details': (_, { caller }) => accountDetails(db, caller.playerId),
    'account.update': (input, context) => updateAccount(parts, input, context),
    'account.confirmMobile': (input, context) => confirmMobile(parts, input, context),
    'account.reAuthenticate': ({ body }, { caller, ip, device }) =>
      reAuthenticate(parts, caller, { ...body, ip, device: device() }),
    'account.sessions': (_, { caller }) => listSessions(db, caller),
    'account.endSessions': (input, context) => endSessions(db, input, context),
    'account.notices': ({ params, query }, { caller }) => {
      const frame = { locale: query.locale ?? 'is', siteUrl, page: params.page };
      return noticePage(db, caller.playerId, frame);
    },
    'account.export': (input, context) => exportAccount(parts, input, context),
    'account.review': (_, { caller }) => readReview(db, caller.playerId),
    'account.reviewed': (input, { caller }) => noteReview(db, caller.playerId, input),
    'account.remindOfDraws': (input, { caller }) => remindOfDraws(db, caller.playerId, input),
    'account.transactions': (input, { caller }) =>
      listTransactions(pages, describeIn(input.query.locale, nameOf), caller.playerId, input),
  } satisfies Partial<Handlers>;
}
