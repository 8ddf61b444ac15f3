import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';

/** @param ticket the ticket itself, on a page below it */
export function TicketBreadcrumbs({ ticket }: { ticket?: { name: string; to: string } }) {
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const steps = [
    { name: t('myPages.title'), to: paths.account() },
    { name: t('myPages.nav.tickets'), to: paths.tickets() },
  ];
  return <Breadcrumbs steps={ticket ? [...steps, ticket] : steps} />;
}
