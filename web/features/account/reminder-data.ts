/** What the time reminder says, asked for when it is due: the figures, and its texts. */
import type { LoaderFunctionArgs } from 'react-router';
import type { SentTexts } from '#texts/text-key.ts';
import { apiContext, requestContext, requireSession } from '#web/loaders/context.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import texts from '#web/shell/reminder-dialog.tsx?texts';

/** As the browser reads it; `words` are the texts, amounts whole krónur. */
export type Reminder = { minutes: number; spent: number; won: number; net: number; words: SentTexts };

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  requireSession({ request, context });
  const { session } = await context.get(apiContext)('limits.spending', {});
  const { now } = context.get(requestContext);
  const { spent, won, net, from } = session;
  const minutes = Math.floor((Date.parse(now) - Date.parse(from)) / 60_000);
  const words = textsFor({ request, context }, texts);
  return Response.json({ minutes, spent, won, net, words } satisfies Reminder);
}
