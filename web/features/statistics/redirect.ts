/** `/tolfraedi` leads to the statistics of the game that most people look for. */
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { localeOf, numberGames, pageUrl, pathsFor } from '#web/paths.ts';

export function loader({ request }: LoaderFunctionArgs): Response {
  return redirect(pathsFor(localeOf(pageUrl(request).pathname)).statistics(numberGames[0] ?? ''));
}
