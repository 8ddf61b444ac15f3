/** What the service worker shows when a page cannot be reached, with what was kept on this device. */
import type { LoaderFunctionArgs } from 'react-router';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { ErrorPage } from './error-page.tsx';
import { OfflineCheck } from './offline-check.tsx';
import texts from './offline-page.tsx?texts';

export const handle = { isStatic: true };

export function loader({ request, context }: LoaderFunctionArgs) {
  return { texts: textsFor({ request, context }, texts) };
}

export default function OfflinePage() {
  return (
    <>
      <ErrorPage status={0} />
      <OfflineCheck />
    </>
  );
}
