/** What the time reminder says, asked for when it is due: the figures, and its texts. */
import type { LoaderFunctionArgs } from 'react-router';
import { apiContext, requestContext, requireSession } from '#web/context.ts';
import { textsFor } from '#web/page-texts.server.ts';

const texts =
  'responsible.realityContinue responsible.realityHistory responsible.realityText responsible.realityTitle';

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireSession({ request, context });
  const { session } = await context.get(apiContext)('limits.spending', {});
  const { now } = context.get(requestContext);
  const minutes = Math.floor((Date.parse(now) - Date.parse(session.from)) / 60_000);
  return { ...session, minutes, words: textsFor({ request, context }, texts) };
}

export type Reminder = Awaited<ReturnType<typeof loader>>;
