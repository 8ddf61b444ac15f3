/** `/urslit` leads to the results of the game that most people look for. */
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { localeOf, pageUrl, pathsFor } from '#web/paths.ts';

export function loader({ request }: LoaderFunctionArgs): Response {
  return redirect(pathsFor(localeOf(pageUrl(request).pathname)).results('lotto'));
}
