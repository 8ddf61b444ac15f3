import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { apiContext, requireSession } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { localeOf, pageUrl, pathsFor } from '#web/page/paths.ts';
import { AccountFrame } from '#web/shared/account/account-frame.tsx';
import { useText } from '#web/text/text.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import { Pages } from '#web/ui/pages.tsx';
import { NoticeList } from './notice-list.tsx';
import texts from './notices-page.tsx?texts';
import { pageNumber } from './page-number.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireSession({ request, context });
  const url = pageUrl(request);
  const asked = { params: { page: pageNumber(url) }, query: { locale: localeOf(url.pathname) } };
  const answer = await orErrorPage(context.get(apiContext)('account.notices', asked), request);
  return { texts: textsFor({ request, context }, texts), ...answer };
}

export default function NoticesPage() {
  const { notices, page, pageCount } = useLoaderData<typeof loader>();
  const { t, locale } = useText();
  return (
    <AccountFrame title={t('myPages.notices.title')}>
      <p className="soft">{t('myPages.notices.intro')}</p>
      {notices.length > 0 ? (
        <NoticeList notices={notices} />
      ) : (
        <p className={listsCss.empty}>{t('empty.notifications')}</p>
      )}
      <Pages page={page} pageCount={pageCount} to={(number) => pathsFor(locale).notices({ page: number })} />
    </AccountFrame>
  );
}
