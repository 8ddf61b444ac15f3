/** What the service worker shows when a page cannot be reached. It has no script: none could be fetched. */
import { ErrorPage } from './error-page.tsx';

export const handle = { isStatic: true };

export default function OfflinePage() {
  return <ErrorPage status={0} />;
}
