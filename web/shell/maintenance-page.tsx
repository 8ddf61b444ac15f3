/** What the server shows instead of a page while its database cannot be reached. */
import { data } from 'react-router';
import { ErrorPage } from './error-page.tsx';

export const handle = { isStatic: true };

export function loader() {
  return data(null, { status: 503, headers: { 'Retry-After': '5' } });
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }): Headers => loaderHeaders;

export default function MaintenancePage() {
  return <ErrorPage status={503} />;
}
