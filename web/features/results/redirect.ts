/** `/urslit` leads to the results of the game that most people look for. */
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { localeOf, pathsFor } from '#web/paths.ts';

export function loader({ request }: LoaderFunctionArgs): Response {
  return redirect(pathsFor(localeOf(new URL(request.url).pathname)).results('lotto'));
}
