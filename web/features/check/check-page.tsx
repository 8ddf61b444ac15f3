import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { apiContext, requestContext } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { localeOf, pageUrl, pathsFor } from '#web/page/paths.ts';
import * as numberBoxesCss from '#web/shared/games/number-boxes.module.css';
import * as poolPlayedCss from '#web/shared/pools/pool-played.module.css';
import { useText } from '#web/text/text.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import { LazyIsland, lazyIsland } from '#web/ui/lazy-island.tsx';
import { loadCheck } from './check-data.server.ts';
import texts from './check-page.tsx?texts';
import { CodeForm } from './code-form.tsx';
import { WhatIfSection } from './what-if.tsx';

const CheckedTicket = lazyIsland(() =>
  import('./checked-ticket.tsx').then(({ CheckedTicket }) => CheckedTicket),
);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, searchParams: query } = pageUrl(request);
  const { now } = context.get(requestContext);
  const data = await orErrorPage(loadCheck(context.get(apiContext), query, now, localeOf(pathname)));
  return { texts: textsFor({ request, context }, texts), ...data };
}

export default function CheckPage() {
  const { code, answer, ...past } = useLoaderData<typeof loader>();
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const checked = answer !== null && 'found' in answer ? answer : null;
  const found = checked?.found ?? null;
  const fault = answer !== null && 'fault' in answer ? answer.fault : null;
  return (
    <div className="wrap">
      <PageMeta
        title={past.whatIf && !found ? `${t('ticket.none')} ${t('whatIf.title')}` : t('check.title')}
        description={t('check.lead')}
        {...(code === '' && { path: pathsFor('is').check() })}
      />
      <div className={layoutCss.pageHead}>
        <Breadcrumbs
          steps={[
            { name: t('nav.home'), to: paths.home() },
            { name: t('nav.results'), to: paths.results('lotto') },
          ]}
        />
        <h1>{t('check.title')}</h1>
        <p className="lead measure">{t('check.lead')}</p>
      </div>
      <div className={numberBoxesCss.check}>
        <CodeForm code={code} fault={fault} />
        <div role="status" className={checked?.pool ? poolPlayedCss.checked : undefined}>
          {checked && (
            <LazyIsland>
              <CheckedTicket answer={checked.found} pool={checked.pool} />
            </LazyIsland>
          )}
        </div>
      </div>
      <WhatIfSection {...past} />
    </div>
  );
}
