/** `/textar/…`: the texts of what comes later than its page, in the language of the address. */
import { data, type LoaderFunctionArgs } from 'react-router';
import takeBreak from '#web/features/account/break-dialog.tsx?texts';
import signIn from '#web/features/auth/forms.ts?texts';
import payments from '#web/features/payments/payment-dialog.tsx?texts';
import { textsFor } from '#web/loaders/page-texts.server.ts';

const parts = { innskraning: signIn, greidslur: payments, hle: takeBreak };

export function loader(args: LoaderFunctionArgs): Response {
  const { part = '' } = args.params;
  if (!Object.hasOwn(parts, part)) throw data(null, { status: 404 });
  return new Response(textsFor(args, parts[part as keyof typeof parts]), {
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'public, max-age=60' },
  });
}
