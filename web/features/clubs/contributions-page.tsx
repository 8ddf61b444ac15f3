/** What clubs got from sales, by year and week. */

import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { Contributions } from '#web/blocks/contributions.tsx';
import { loadContributions } from '#web/blocks/section-data.server.ts';
import { apiContext, requestContext } from '#web/loaders/context.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { pageUrl, pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import texts from './contributions-page.tsx?texts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = pageUrl(request);
  const { now } = context.get(requestContext);
  const data = await loadContributions(context.get(apiContext), searchParams, now);
  return { texts: textsFor({ request, context }, texts), data };
}

export default function ContributionsPage() {
  const { data } = useLoaderData<typeof loader>();
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const title = t('contributions.title');
  const [clubs, path] = [t('clubs.title'), pathsFor('is').contributions()];
  const crumbs = [
    { name: clubs, path: pathsFor('is').clubs() },
    { name: title, path },
  ];
  return (
    <div className="wrap">
      <PageMeta title={title} description={t('contributions.intro')} path={path} crumbs={crumbs} />
      <div className={`${layoutCss.pageHead} measure`}>
        <Breadcrumbs
          steps={[
            { name: t('nav.home'), to: paths.home() },
            { name: clubs, to: paths.clubs() },
          ]}
        />
        <h1>{title}</h1>
        <p className="lead">{t('contributions.intro')}</p>
      </div>
      <Contributions data={data} />
    </div>
  );
}
