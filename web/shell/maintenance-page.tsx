/** What the server shows instead of a page while its database cannot be reached. */
import { data, type LoaderFunctionArgs } from 'react-router';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { ErrorPage } from './error-page.tsx';
import texts from './maintenance-page.tsx?texts';
import { OfflineCheck } from './offline-check.tsx';

export const handle = { isStatic: true };

export function loader({ request, context }: LoaderFunctionArgs) {
  return data(
    { texts: textsFor({ request, context }, texts) },
    { status: 503, headers: { 'Retry-After': '5' } },
  );
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }): Headers => loaderHeaders;

export default function MaintenancePage() {
  return (
    <>
      <ErrorPage status={503} />
      <OfflineCheck />
    </>
  );
}
