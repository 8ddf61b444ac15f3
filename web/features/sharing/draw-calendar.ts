/** `/lottoleikir/lotto/utdrattur/2089-2090.ics`: draws for a calendar; programs of football pools too. */
import type { LoaderFunctionArgs } from 'react-router';
import { drawCountMax } from '#rules/numbers/games.ts';
import { apiContext, requestContext } from '#web/loaders/context.ts';
import { noSuchPage, orErrorPage } from '#web/loaders/error-data.ts';
import { wordsIn } from '#web/loaders/page-texts.server.ts';
import { isPool, localeOf } from '#web/page/paths.ts';
import { isNumberGame } from '#web/shared/games/number-games.ts';
import { calendarFile } from './calendar-file.ts';

export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const { gameId = '', file = '' } = params;
  const numbers = [...new Set(/^(\d{1,9}(?:-\d{1,9})*)\.ics$/.exec(file)?.[1]?.split('-'))];
  if (!(isNumberGame(gameId) || isPool(gameId)) || numbers.length === 0 || numbers.length > drawCountMax)
    throw noSuchPage();
  const api = context.get(apiContext);
  const draws = await orErrorPage(
    Promise.all(numbers.map((draw) => api('lotto.draw', { params: { gameId, draw } }))),
  );
  const { origin, now } = context.get(requestContext);
  const words = wordsIn(context, localeOf(new URL(request.url).pathname));
  return new Response(calendarFile(draws, words, { gameId, origin, now }), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      // Shown by what can, phones above all: they ask into which calendar it goes.
      'Content-Disposition': `inline; filename="${gameId}-${file}"`,
      'Cache-Control': 'public, max-age=60',
    },
  });
}
